import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { EditAnnouncement } from '~/features/announcements/announcement-page'
import { announcementQuery } from '~/features/announcements/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/announcements/$announcementId')({
  staticData: { permission: 'announcement.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: 'お知らせの編集', first: [announcementQuery(params.announcementId)] }),
  component: recordScreen(EditAnnouncement),
})
