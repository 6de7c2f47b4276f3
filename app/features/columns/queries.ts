import { columnList } from '#contract/words/column.ts'
import { serverQuery } from '~/data/query'
import { recordQuery } from '~/data/record-query'
import { getColumn, listColumns } from '~/functions/column'
import { listRequest, listSearch, type SearchOf } from '~/lib/list-search'

/** What the URL of the list may say. */
export const columnSearch = listSearch(columnList)
export type ColumnSearch = SearchOf<typeof columnSearch>

/** One page of the list. */
export const columnListQuery = (search: ColumnSearch) =>
  serverQuery('column.list', listColumns)(listRequest(columnList, search))

/** One column, for its form. */
export const columnQuery = recordQuery('column.get', getColumn)
