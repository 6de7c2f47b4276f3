import { createFileRoute } from '@tanstack/react-router'
import { newScreen, openScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { NewColumn } from '~/features/columns/column-form'
import { columnQuery } from '~/features/columns/queries'
import { type CopySearch, copySearch } from '~/lib/copy-search'

export const Route = createFileRoute('/_signed-in/_page/other-settings/columns/new')({
  validateSearch: searchInput<CopySearch>(),
  shouldReload: true,
  staticData: { permission: 'column.write' },
  loader: ({ context, location }) => {
    const { from } = copySearch(location.search)
    return openScreen(context, { title: 'コラムの登録', first: from === undefined ? [] : [columnQuery(from)] })
  },
  component: newScreen(NewColumn),
})
