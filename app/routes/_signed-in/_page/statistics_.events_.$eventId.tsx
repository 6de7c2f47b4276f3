import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { EditEvent } from '~/features/statistics/events/event-page'
import { eventQuery } from '~/features/statistics/events/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/events_/$eventId')({
  staticData: { permission: 'report.analysis' },
  loader: ({ context, params }) => openScreen(context, { title: '出来事の編集', first: [eventQuery(params.eventId)] }),
  component: recordScreen(EditEvent),
})
