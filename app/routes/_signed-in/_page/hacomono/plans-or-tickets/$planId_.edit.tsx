import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { EditPlan } from '~/features/plans-and-tickets/plan-form'
import { planQuery } from '~/features/plans-and-tickets/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/plans-or-tickets/$planId_/edit')({
  staticData: { permission: 'plan.write' },
  loader: ({ context, params }) => openScreen(context, { title: 'プランの編集', first: [planQuery(params.planId)] }),
  component: EditPlanRoute,
})

function EditPlanRoute() {
  const { planId } = useParams({ from: '/_signed-in/_page/hacomono/plans-or-tickets/$planId_/edit' })
  return <EditPlan key={planId} id={planId} />
}
