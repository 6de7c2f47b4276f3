import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { Statistics } from '~/features/statistics/statistics'
import { tonightQuery } from '~/features/statistics/tonight/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics')({
  staticData: { permission: 'report.analysis' },
  loader: ({ context }) => openScreen(context, { title: '統計', first: [tonightQuery] }),
  component: Statistics,
})
