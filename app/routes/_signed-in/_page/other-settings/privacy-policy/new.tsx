import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { NewPolicy } from '~/features/policies/policy-page'
import { type CopySearch, copyQueries, copySearch } from '~/features/policies/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/privacy-policy/new')({
  validateSearch: searchInput<CopySearch>(),
  shouldReload: true,
  staticData: { permission: 'policy.write' },
  loader: ({ context, location }) => {
    const { from } = copySearch(location.search)
    return openScreen(context, {
      title: 'プライバシーポリシーの登録',
      first: copyQueries('privacyPolicy', from),
    })
  },
  component: NewPrivacyPolicyRoute,
})

function NewPrivacyPolicyRoute() {
  const [{ from }] = useSearchState(copySearch)
  return <NewPolicy key={from} type="privacyPolicy" from={from} />
}
