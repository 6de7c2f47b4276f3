import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput, wholeSearch } from '~/boot/search-input'
import { AnnouncementList } from '~/features/announcements/announcement-list'
import {
  type AnnouncementSearch,
  announcementListQuery,
  announcementSearch,
  requestedAnnouncements,
} from '~/features/announcements/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/announcements/')({
  validateSearch: searchInput<AnnouncementSearch>(),
  loaderDeps: wholeSearch,
  staticData: { permission: 'announcement.read' },
  loader: ({ context, deps }) =>
    openScreen(context, {
      title: 'お知らせ',
      first: [announcementListQuery(requestedAnnouncements(announcementSearch(deps)))],
    }),
  component: AnnouncementsRoute,
})

function AnnouncementsRoute() {
  const [search, onSearchChange] = useSearchState(announcementSearch)
  return <AnnouncementList search={search} onSearchChange={onSearchChange} />
}
