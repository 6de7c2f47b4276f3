import { columnList } from '#contract/words/column.ts'
import { serverQuery } from '~/data/query'
import { getColumn, listColumns } from '~/functions/column'
import { listRequest, listSearch, type SearchOf } from '~/lib/list-search'

/** What the URL of the list may say. */
export const columnSearch = listSearch(columnList)
export type ColumnSearch = SearchOf<typeof columnSearch>

/** One page of the list. */
export const columnListQuery = (search: ColumnSearch) =>
  serverQuery('column.list', listColumns)(listRequest(columnList, search))

/** One column, always refetched: a form must not open on cached data. */
export const columnQuery = (id: string) => ({ ...serverQuery('column.get', getColumn)({ id }), staleTime: 0 })
