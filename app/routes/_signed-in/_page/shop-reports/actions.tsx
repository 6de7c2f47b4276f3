import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ActionBoard } from '~/features/report-actions/action-board'
import { ActionList } from '~/features/report-actions/action-list'
import {
  type ActionSearch,
  actionListQuery,
  actionSearch,
  boardQuery,
  requestedActions,
} from '~/features/report-actions/queries'

export const Route = createFileRoute('/_signed-in/_page/shop-reports/actions')({
  validateSearch: searchInput<ActionSearch>(),
  shouldReload: true,
  staticData: { permission: 'reportAction.read' },
  loader: ({ context, location }) => {
    const search = actionSearch(location.search)
    const first = search.view === 'board' ? boardQuery(search) : actionListQuery(requestedActions(search))
    return openScreen(context, { title: '改善アクション', first: [first] })
  },
  component: ActionsRoute,
})

function ActionsRoute() {
  const [search, onSearchChange] = useSearchState(actionSearch)
  return search.view === 'board' ? (
    <ActionBoard search={search} onSearchChange={onSearchChange} />
  ) : (
    <ActionList search={search} onSearchChange={onSearchChange} />
  )
}
