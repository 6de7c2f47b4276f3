import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ActionList } from '~/features/report-actions/action-list'
import { type ActionSearch, actionListQuery, actionSearch, requestedActions } from '~/features/report-actions/queries'

export const Route = createFileRoute('/_signed-in/_page/shop-reports/actions/')({
  validateSearch: searchInput<ActionSearch>(),
  shouldReload: true,
  staticData: { permission: 'reportAction.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '改善アクション',
      first: [actionListQuery(requestedActions(actionSearch(location.search)))],
    }),
  component: ActionsRoute,
})

function ActionsRoute() {
  const [search, onSearchChange] = useSearchState(actionSearch)
  return <ActionList search={search} onSearchChange={onSearchChange} />
}
