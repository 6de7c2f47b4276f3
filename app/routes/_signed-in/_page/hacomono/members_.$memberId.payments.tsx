import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { Payments } from '~/features/members/page/payments'
import { paymentsQuery, type TabSearch, tabSearch } from '~/features/members/page/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$memberId/payments')({
  validateSearch: searchInput<TabSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, params, location }) =>
    openScreen(context, {
      title: '会員のお支払い',
      first: [paymentsQuery(params.memberId, tabSearch(location.search))],
    }),
  component: PaymentsRoute,
})

function PaymentsRoute() {
  const { memberId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$memberId/payments' })
  const [search, onSearchChange] = useSearchState(tabSearch)
  return <Payments memberId={memberId} search={search} onSearchChange={onSearchChange} />
}
