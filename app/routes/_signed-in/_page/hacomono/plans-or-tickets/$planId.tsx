import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { PlanPage } from '~/features/plans-and-tickets/plan-page'
import { planQuery } from '~/features/plans-and-tickets/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/plans-or-tickets/$planId')({
  staticData: { permission: 'plan.read' },
  loader: ({ context, params }) => openScreen(context, { title: 'プラン', first: [planQuery(params.planId)] }),
  component: recordScreen(PlanPage),
})
