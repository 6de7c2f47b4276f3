import { createFileRoute } from '@tanstack/react-router'
import { newScreen, openScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { NewAnnouncement } from '~/features/announcements/announcement-page'
import { announcementQuery } from '~/features/announcements/queries'
import { type CopySearch, copySearch } from '~/lib/copy-search'

export const Route = createFileRoute('/_signed-in/_page/other-settings/announcements/new')({
  validateSearch: searchInput<CopySearch>(),
  shouldReload: true,
  staticData: { permission: 'announcement.write' },
  loader: ({ context, location }) => {
    const { from } = copySearch(location.search)
    return openScreen(context, { title: 'お知らせの登録', first: from === undefined ? [] : [announcementQuery(from)] })
  },
  component: newScreen(NewAnnouncement),
})
