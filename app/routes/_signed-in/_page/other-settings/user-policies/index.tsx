import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { PolicyList } from '~/features/policies/policy-list'
import { type PolicySearch, policyListQuery, policySearch } from '~/features/policies/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/user-policies/')({
  validateSearch: searchInput<PolicySearch>(),
  shouldReload: true,
  staticData: { permission: 'policy.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '利用規約',
      first: [policyListQuery('userPolicy')(policySearch(location.search))],
    }),
  component: UserPoliciesRoute,
})

function UserPoliciesRoute() {
  const [search, onSearchChange] = useSearchState(policySearch)
  return <PolicyList type="userPolicy" search={search} onSearchChange={onSearchChange} />
}
