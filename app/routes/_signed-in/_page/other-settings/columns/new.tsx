import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { NewColumn } from '~/features/columns/column-page'
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
  component: NewColumnRoute,
})

function NewColumnRoute() {
  const [{ from }] = useSearchState(copySearch)
  return <NewColumn key={from} from={from} />
}
