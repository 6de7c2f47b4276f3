import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { Payments } from '~/features/members/page/payments'
import { paymentsQuery, type TabSearch, tabSearch } from '~/features/members/page/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId/payments')({
  validateSearch: searchInput<TabSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, params, location }) =>
    openScreen(context, {
      title: '会員のお支払い',
      first: [paymentsQuery(params.userId, tabSearch(location.search))],
    }),
  component: PaymentsRoute,
})

function PaymentsRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId/payments' })
  const [search, onSearchChange] = useSearchState(tabSearch)
  return <Payments userId={userId} search={search} onSearchChange={onSearchChange} />
}
