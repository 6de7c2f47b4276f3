import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { ticketsQuery } from '~/features/members/page/queries'
import { Tickets } from '~/features/members/page/tickets'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$memberId/tickets')({
  staticData: { permission: 'member.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '会員のチケット', first: [ticketsQuery(params.memberId)] }),
  component: TicketsRoute,
})

function TicketsRoute() {
  const { memberId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$memberId/tickets' })

  return <Tickets memberId={memberId} />
}
