import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import {
  requestedTickets,
  type TicketSearch,
  ticketListQuery,
  ticketSearch,
} from '~/features/plans-and-tickets/queries'
import { TicketList } from '~/features/plans-and-tickets/ticket-list'

export const Route = createFileRoute('/_signed-in/_page/hacomono/plans-or-tickets/tickets')({
  validateSearch: searchInput<TicketSearch>(),
  shouldReload: true,
  staticData: { permission: 'plan.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'チケット',
      first: [ticketListQuery(requestedTickets(ticketSearch(location.search)))],
    }),
  component: searchScreen(ticketSearch, TicketList),
})
