import type { InputOf } from '#contract/names.ts'
import { type ImportKind, type ImportState, importKinds, importList } from '#contract/words/import.ts'
import { valuesOf } from '#contract/words/words.ts'
import { recordQuery, serverQuery } from '~/data/query'
import { countImportUndo, getImport, getImportOverview, listImportRows, listImports } from '~/functions/file-import'
import { listRequest, listSearch, oneOf, type SearchOf } from '~/lib/list-search'

/** What the URL of the list may say. */
export const importSearch = listSearch(importList)
export type ImportSearch = SearchOf<typeof importSearch>

/** What the URL of a new import says: what the file has rows of. */
export const newImportSearch = (raw: Record<string, unknown>): NewImportSearch => {
  const kind = readKind(String(raw.kind ?? ''))
  return kind ? { kind } : {}
}
const readKind = oneOf(...valuesOf(importKinds))
export interface NewImportSearch {
  kind?: ImportKind
}

/** One page of the list. */
export const importListQuery = (search: ImportSearch) =>
  serverQuery('fileImport.list', listImports)(listRequest(importList, search))

/** What is here already, by kind. */
export const overviewQuery = { ...serverQuery('fileImport.overview', getImportOverview)({}), staleTime: 0 }

export const importQuery = recordQuery('fileImport.get', getImport)

/** Whether the server is at work on it. */
export const isRunning = (state: ImportState) => state === 'checking' || state === 'writing' || state === 'undoing'
/** Polling interval in milliseconds, while the page is visible. */
export const readEvery = 1_000

/** Rows on a page. */
export const rowsPage = 20

export const importRowsQuery = (
  id: string,
  { outcome, offset }: Pick<InputOf<'fileImport.rows'>, 'outcome' | 'offset'>,
  limit = rowsPage,
) => serverQuery('fileImport.rows', listImportRows)({ id, outcome, offset, limit })

export const undoCountsQuery = (id: string) => ({
  ...serverQuery('fileImport.undoPreview', countImportUndo)({ id }),
  staleTime: 0,
})
