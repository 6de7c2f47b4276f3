import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { NewPolicy } from '~/features/policies/policy-page'
import { type CopySearch, copyQueries, copySearch } from '~/features/policies/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/user-policies/new')({
  validateSearch: searchInput<CopySearch>(),
  shouldReload: true,
  staticData: { permission: 'policy.write' },
  loader: ({ context, location }) => {
    const { from } = copySearch(location.search)
    return openScreen(context, { title: '利用規約の登録', first: copyQueries('userPolicy', from) })
  },
  component: NewUserPoliciesRoute,
})

function NewUserPoliciesRoute() {
  const [{ from }] = useSearchState(copySearch)
  return <NewPolicy key={from} type="userPolicy" from={from} />
}
