import { type PolicyType, policyList } from '#contract/words/policy.ts'
import { serverQuery } from '~/data/query'
import { recordQuery } from '~/data/record-query'
import { getPolicy, listPolicies } from '~/functions/policy'
import { listRequest, listSearch, type SearchOf } from '~/lib/list-search'

/** Which type is read says the screen, not its address. */
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

/** Every edition of a type, the newest first: nobody writes a hundred. */
export const editionsQuery = (type: PolicyType) => ({
  ...serverQuery('policy.list', listPolicies)({ type, limit: 100 }),
  staleTime: 0,
})

const id = (value: unknown) => (/^[1-9]\d{0,9}$/.test(String(value ?? '')) ? String(value) : undefined)

/** What the URL of the form may say: which edition the new one is a copy of, `newest` the newest that was activated. */
export const copySearch = ({ from }: Record<string, unknown>): { from?: string | undefined } => ({
  from: from === 'newest' ? from : id(from),
})
export type CopySearch = ReturnType<typeof copySearch>

/** What the URL of the difference may say: between which editions. */
export const differenceSearch = ({
  before,
  after,
}: Record<string, unknown>): { before?: string | undefined; after?: string | undefined } => ({
  before: id(before),
  after: id(after),
})
export type DifferenceSearch = ReturnType<typeof differenceSearch>

/** What a form that begins as a copy asks first. */
export const copyQueries = (type: PolicyType, from: string | undefined) =>
  from === undefined ? [] : [from === 'newest' ? editionsQuery(type) : policyQuery(from)]
