import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { PolicyList } from '~/features/policies/policy-list'
import { type PolicySearch, policyListQuery, policySearch } from '~/features/policies/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/privacy-policy/')({
  validateSearch: searchInput<PolicySearch>(),
  shouldReload: true,
  staticData: { permission: 'policy.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'プライバシーポリシー',
      first: [policyListQuery('privacyPolicy')(policySearch(location.search))],
    }),
  component: PrivacyPolicyRoute,
})

function PrivacyPolicyRoute() {
  const [search, onSearchChange] = useSearchState(policySearch)
  return <PolicyList type="privacyPolicy" search={search} onSearchChange={onSearchChange} />
}
