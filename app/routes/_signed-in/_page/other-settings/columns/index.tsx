import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ColumnList } from '~/features/columns/column-list'
import { type ColumnSearch, columnListQuery, columnSearch } from '~/features/columns/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/columns/')({
  validateSearch: searchInput<ColumnSearch>(),
  shouldReload: true,
  staticData: { permission: 'column.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: 'コラム', first: [columnListQuery(columnSearch(location.search))] }),
  component: searchScreen(columnSearch, ColumnList),
})
