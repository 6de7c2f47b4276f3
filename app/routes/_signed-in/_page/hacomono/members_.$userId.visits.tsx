import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { type TabSearch, tabSearch, visitsQuery } from '~/features/members/page/queries'
import { Visits } from '~/features/members/page/visits'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId/visits')({
  validateSearch: searchInput<TabSearch>(),
  shouldReload: true,
  staticData: { permission: 'member.read' },
  loader: ({ context, params, location }) =>
    openScreen(context, { title: '会員の来館', first: [visitsQuery(params.userId, tabSearch(location.search))] }),
  component: VisitsRoute,
})

function VisitsRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId/visits' })
  const [search, onSearchChange] = useSearchState(tabSearch)
  return <Visits userId={userId} search={search} onSearchChange={onSearchChange} />
}
