import { leanBodyList } from '#contract/words/lean-body.ts'
import { recordQuery, serverQuery } from '~/data/query'
import { getLeanBody, listLeanBody, listLeanBodyChoices } from '~/functions/lean-body'
import { listMembers } from '~/functions/member'
import { listRequest, listSearch, oneOf, type SearchOf } from '~/lib/list-search'

/** What the URL of the list may say; `view` is how it is shown, a table where it is absent. */
export const contentSearch = listSearch({ ...leanBodyList, filters: { ...leanBodyList.filters, view: oneOf('cards') } })
export type ContentSearch = SearchOf<typeof contentSearch>

/** One page of the list. */
export const contentListQuery = ({ view: _, ...search }: ContentSearch) =>
  serverQuery('leanBody.list', listLeanBody)(listRequest(leanBodyList, search))

/** The programs to filter by. */
export const choicesQuery = serverQuery('leanBody.choices', listLeanBodyChoices)({})

/** One content, for its page. */
export const contentQuery = recordQuery('leanBody.get', getLeanBody)

/** Number of members with access, by plan or set manually. */
export const watchersQuery = serverQuery('member.list', listMembers)({ leanBody: 'true', limit: 1 })
