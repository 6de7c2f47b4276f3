import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { NewImport } from '~/features/imports/new-import'
import { type NewImportSearch, newImportSearch } from '~/features/imports/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/imports/new')({
  validateSearch: searchInput<NewImportSearch>(),
  staticData: { permission: 'import.run' },
  loader: ({ context }) => openScreen(context, { title: 'ファイルの取り込み' }),
  component: NewImportRoute,
})

function NewImportRoute() {
  const [{ kind }, change] = useSearchState(newImportSearch)
  return <NewImport kind={kind} onKindChange={(next) => change({ kind: next }, { replace: true })} />
}
