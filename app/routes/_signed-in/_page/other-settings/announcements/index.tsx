import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementList } from '~/features/announcements/announcement-list'
import { announcementListQuery, announcementSearch, requestedAnnouncements } from '~/features/announcements/queries'
import { listAnnouncements } from '~/functions/announcement'

export const Route = createFileRoute('/_signed-in/_page/other-settings/announcements/')({
  validateSearch: announcementSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(announcementListQuery(requestedAnnouncements(deps))),
  staticData: {
    permission: 'announcement.read',
    early: (search: ReturnType<typeof announcementSearch>) => [[listAnnouncements, requestedAnnouncements(search)]],
  },
  head: () => ({ meta: [{ title: 'お知らせ | Karada Desk' }] }),
  component: AnnouncementsRoute,
})

function AnnouncementsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AnnouncementList
      search={search}
      onSearchChange={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
    />
  )
}
