import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { NewAction } from '~/features/report-actions/action-page'
import { type NewActionSearch, newActionSearch } from '~/features/report-actions/queries'

export const Route = createFileRoute('/_signed-in/_page/shop-reports/actions_/new')({
  validateSearch: searchInput<NewActionSearch>(),
  staticData: { permission: 'reportAction.write' },
  loader: ({ context }) => openScreen(context, { title: '改善アクションの登録' }),
  component: NewActionRoute,
})

function NewActionRoute() {
  const [search] = useSearchState(newActionSearch)
  return <NewAction from={search} />
}
