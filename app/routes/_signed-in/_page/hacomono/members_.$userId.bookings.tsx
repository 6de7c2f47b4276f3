import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { Bookings } from '~/features/members/page/bookings'
import { bookingsQuery, type TabSearch, tabSearch } from '~/features/members/page/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId/bookings')({
  validateSearch: searchInput<TabSearch>(),
  shouldReload: true,
  staticData: { permission: 'reservation.read' },
  loader: ({ context, params, location }) =>
    openScreen(context, {
      title: '会員の予約',
      first: [bookingsQuery(params.userId, tabSearch(location.search))],
    }),
  component: BookingsRoute,
})

function BookingsRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId/bookings' })
  const [search, onSearchChange] = useSearchState(tabSearch)
  return <Bookings userId={userId} search={search} onSearchChange={onSearchChange} />
}
