import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ActionBoard } from '~/features/report-actions/action-board'
import { type ActionSearch, actionSearch, boardQuery } from '~/features/report-actions/queries'

export const Route = createFileRoute('/_signed-in/_page/shop-reports/actions/board')({
  validateSearch: searchInput<ActionSearch>(),
  shouldReload: true,
  staticData: { permission: 'reportAction.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '改善アクションのボード', first: [boardQuery(actionSearch(location.search))] }),
  component: BoardRoute,
})

function BoardRoute() {
  const [search] = useSearchState(actionSearch)
  return <ActionBoard search={search} />
}
