import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { PolicyDifference } from '~/features/policies/difference'
import { type DifferenceSearch, differenceSearch, editionsQuery } from '~/features/policies/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/privacy-policy/difference')({
  validateSearch: searchInput<DifferenceSearch>(),
  shouldReload: true,
  staticData: { permission: 'policy.read' },
  loader: ({ context }) =>
    openScreen(context, { title: 'プライバシーポリシーの版を比べる', first: [editionsQuery('privacyPolicy')] }),
  component: PrivacyPolicyDifferenceRoute,
})

function PrivacyPolicyDifferenceRoute() {
  const [search, onSearchChange] = useSearchState(differenceSearch)
  return <PolicyDifference type="privacyPolicy" search={search} onSearchChange={onSearchChange} />
}
