import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ImportList } from '~/features/imports/import-list'
import { type ImportSearch, importListQuery, importSearch } from '~/features/imports/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/imports/')({
  validateSearch: searchInput<ImportSearch>(),
  shouldReload: true,
  staticData: { permission: 'import.run' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '取り込み', first: [importListQuery(importSearch(location.search))] }),
  component: searchScreen(importSearch, ImportList),
})
