import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { ChancePage } from '~/features/statistics/chance/chance-page'

export const Route = createFileRoute('/_signed-in/_page/statistics_/chance')({
  staticData: { permission: 'report.analysis' },
  loader: ({ context }) => openScreen(context, { title: '偶然の見分け方' }),
  component: ChancePage,
})
