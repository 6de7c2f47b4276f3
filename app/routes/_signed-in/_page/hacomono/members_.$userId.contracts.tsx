import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'

import { Contracts } from '~/features/members/page/contracts'
import { plansQuery } from '~/features/members/page/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId/contracts')({
  staticData: { permission: 'member.read' },
  loader: ({ context, params }) => openScreen(context, { title: '会員の契約', first: [plansQuery(params.userId)] }),
  component: ContractsRoute,
})

function ContractsRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId/contracts' })

  return <Contracts userId={userId} />
}
