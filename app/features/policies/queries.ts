import { type PolicyType, policyList } from '#contract/words/policy.ts'
import { recordQuery, serverQuery } from '~/data/query'
import { getPolicy, listPolicies } from '~/functions/policy'
import { listRequest, listSearch, type SearchOf } from '~/lib/list-search'

/** The screen determines the type, not the URL. */
const { type: _, ...filters } = policyList.filters
const words = { ...policyList, filters }

/** What the URL of the list may say. */
export const policySearch = listSearch(words)
export type PolicySearch = SearchOf<typeof policySearch>

/** One page of the list. */
export const policyListQuery = (type: PolicyType) => (search: PolicySearch) =>
  serverQuery('policy.list', listPolicies)({ ...listRequest(words, search), type })

/** One edition, for its form. */
export const policyQuery = recordQuery('policy.get', getPolicy)

/** All editions of a type, newest first; assumes fewer than a hundred. */
export const editionsQuery = (type: PolicyType) => ({
  ...serverQuery('policy.list', listPolicies)({ type, limit: 100 }),
  staleTime: 0,
})

const id = (value: unknown) => (/^[1-9]\d{0,9}$/.test(String(value ?? '')) ? String(value) : undefined)

/** Search of the form's URL: the edition to copy; `newest` is the latest activated one. */
export const copySearch = ({ from }: Record<string, unknown>): { from?: string | undefined } => ({
  from: from === 'newest' ? from : id(from),
})
export type CopySearch = ReturnType<typeof copySearch>

/** Search of the difference's URL: the two editions. */
export const differenceSearch = ({
  before,
  after,
}: Record<string, unknown>): { before?: string | undefined; after?: string | undefined } => ({
  before: id(before),
  after: id(after),
})
export type DifferenceSearch = ReturnType<typeof differenceSearch>

/** First queries of a form that starts as a copy. */
export const copyQueries = (type: PolicyType, from: string | undefined) =>
  from === undefined ? [] : [from === 'newest' ? editionsQuery(type) : policyQuery(from)]
