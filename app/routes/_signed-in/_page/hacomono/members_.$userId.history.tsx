import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { History } from '~/features/members/page/history'
import { historyQuery, type TabSearch, tabSearch } from '~/features/members/page/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId/history')({
  validateSearch: searchInput<TabSearch>(),
  shouldReload: true,
  staticData: { permission: 'member.read' },
  loader: ({ context, params, location }) =>
    openScreen(context, {
      title: '会員の変更履歴',
      first: [historyQuery(params.userId, tabSearch(location.search))],
    }),
  component: HistoryRoute,
})

function HistoryRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId/history' })
  const [search, onSearchChange] = useSearchState(tabSearch)
  return <History userId={userId} search={search} onSearchChange={onSearchChange} />
}
