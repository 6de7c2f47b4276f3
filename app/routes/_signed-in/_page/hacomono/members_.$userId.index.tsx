import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { Overview } from '~/features/members/page/overview'
import { memberQuery } from '~/features/members/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId/')({
  staticData: { permission: 'member.read' },
  loader: ({ context, params }) => openScreen(context, { title: '会員の概要', first: [memberQuery(params.userId)] }),
  component: OverviewRoute,
})

function OverviewRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId/' })
  return <Overview userId={userId} />
}
