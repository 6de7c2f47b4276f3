import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { PolicyDifference } from '~/features/policies/difference'
import { type DifferenceSearch, differenceSearch, editionsQuery } from '~/features/policies/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/user-policies/difference')({
  validateSearch: searchInput<DifferenceSearch>(),
  shouldReload: true,
  staticData: { permission: 'policy.read' },
  loader: ({ context }) => openScreen(context, { title: '利用規約の版を比べる', first: [editionsQuery('userPolicy')] }),
  component: UserPoliciesDifferenceRoute,
})

function UserPoliciesDifferenceRoute() {
  const [search, onSearchChange] = useSearchState(differenceSearch)
  return <PolicyDifference type="userPolicy" search={search} onSearchChange={onSearchChange} />
}
