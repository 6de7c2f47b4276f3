import { createFileRoute } from '@tanstack/react-router'
import { EditAnnouncement } from '~/features/announcements/announcement-page'
import { announcementQuery } from '~/features/announcements/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/announcements/$announcementId')({
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(announcementQuery(params.announcementId)),
  staticData: { permission: 'announcement.read' },
  head: () => ({ meta: [{ title: 'お知らせの編集 | Karada Desk' }] }),
  component: AnnouncementRoute,
})

function AnnouncementRoute() {
  const { announcementId } = Route.useParams()
  return <EditAnnouncement id={announcementId} />
}
