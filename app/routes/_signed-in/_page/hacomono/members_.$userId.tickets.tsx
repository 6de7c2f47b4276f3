import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { ticketsQuery } from '~/features/members/page/queries'
import { Tickets } from '~/features/members/page/tickets'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId/tickets')({
  staticData: { permission: 'member.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '会員のチケット', first: [ticketsQuery(params.userId)] }),
  component: TicketsRoute,
})

function TicketsRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId/tickets' })

  return <Tickets userId={userId} />
}
