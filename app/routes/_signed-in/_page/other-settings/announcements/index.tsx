import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { AnnouncementList } from '~/features/announcements/announcement-list'
import {
  type AnnouncementSearch,
  announcementListQuery,
  announcementSearch,
  requestedAnnouncements,
} from '~/features/announcements/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/announcements/')({
  validateSearch: searchInput<AnnouncementSearch>(),
  shouldReload: true,
  staticData: { permission: 'announcement.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'お知らせ',
      first: [announcementListQuery(requestedAnnouncements(announcementSearch(location.search)))],
    }),
  component: searchScreen(announcementSearch, AnnouncementList),
})
