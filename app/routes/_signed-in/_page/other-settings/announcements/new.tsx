import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput, wholeSearch } from '~/boot/search-input'
import { NewAnnouncement } from '~/features/announcements/announcement-page'
import { announcementQuery, type CopySearch, copySearch } from '~/features/announcements/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/announcements/new')({
  validateSearch: searchInput<CopySearch>(),
  loaderDeps: wholeSearch,
  staticData: { permission: 'announcement.write' },
  loader: ({ context, deps }) => {
    const { from } = copySearch(deps)
    return openScreen(context, { title: 'お知らせの登録', first: from === undefined ? [] : [announcementQuery(from)] })
  },
  component: NewAnnouncementRoute,
})

function NewAnnouncementRoute() {
  const [{ from }] = useSearchState(copySearch)
  return <NewAnnouncement key={from} from={from} />
}
