import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import {
  ofSearch,
  type ReconciliationSearch,
  reconciliationQuery,
  reconciliationSearch,
} from '~/features/reconciliation/queries'
import { ReconciliationPage } from '~/features/reconciliation/reconciliation-page'

export const Route = createFileRoute('/_signed-in/_page/other-settings/club-system/reconcile')({
  validateSearch: searchInput<ReconciliationSearch>(),
  shouldReload: true,
  staticData: { permission: 'sync.run' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '数字の突き合わせ',
      first: [reconciliationQuery(ofSearch(reconciliationSearch(location.search)))],
    }),
  component: ReconciliationRoute,
})

function ReconciliationRoute() {
  const [search, setSearch] = useSearchState(reconciliationSearch)
  return <ReconciliationPage search={search} onSearch={setSearch} />
}
