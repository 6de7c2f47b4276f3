import { columnList } from '#contract/words/column.ts'
import { recordQuery, serverQuery } from '~/data/query'
import { getColumn, listColumns, listColumnTags, listColumnTexts } from '~/functions/column'
import { listRequest, listSearch, type SearchOf } from '~/lib/list-search'

/** What the URL of the list may say. */
export const columnSearch = listSearch(columnList)
export type ColumnSearch = SearchOf<typeof columnSearch>

/** One page of the list. */
export const columnListQuery = (search: ColumnSearch) =>
  serverQuery('column.list', listColumns)(listRequest(columnList, search))

/** One column, for its form. */
export const columnQuery = recordQuery('column.get', getColumn)

/** All published and scheduled columns, in the members' order. */
export const orderedColumnsQuery = {
  ...serverQuery('column.list', listColumns)({ sortKey: 'sortOrder', sortDir: 'asc', limit: 500 }),
  staleTime: 0,
}

/** Tags in use, the most used first. */
export const columnTagsQuery = serverQuery('column.tags', listColumnTags)({})

/** Earlier texts of a column, latest first; assumes fewer than a hundred. */
export const columnTextsQuery = (id: string) => ({
  ...serverQuery('column.texts', listColumnTexts)({ id, limit: 100 }),
  staleTime: 0,
})
