import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { PlanPage } from '~/features/plans-and-tickets/plan-page'
import { planQuery } from '~/features/plans-and-tickets/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/plans-or-tickets/$planId')({
  staticData: { permission: 'plan.read' },
  loader: ({ context, params }) => openScreen(context, { title: 'プラン', first: [planQuery(params.planId)] }),
  component: PlanRoute,
})

function PlanRoute() {
  const { planId } = useParams({ from: '/_signed-in/_page/hacomono/plans-or-tickets/$planId' })
  return <PlanPage id={planId} />
}
