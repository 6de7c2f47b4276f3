import { type Filter, isEnumeration, type ListWords, type SortKeyOf } from '#contract/words/list.ts'
import { type ValueOf, valuesOf, type Words } from '#contract/words/words.ts'
import { defaultPage } from './constants'
import { isDay } from './dates'
import { parseWhole, wholeWithin } from './numbers'
import { pageSizes, usualPageSize } from './page-size'

/** What a list's URL may hold; defaults are absent. */
export type ListState = {
  offset?: number
  /** Absent: the size chosen last. */
  limit?: number
  keyword?: string
  /** `kana` ascending, `-kana` descending. */
  sort?: string
}

/** Reads one value of a URL; undefined if invalid. */
export type Reader<T extends string = string> = (text: string) => T | undefined

/** One of these words. */
export const oneOf =
  <const T extends readonly string[]>(...words: T): Reader<T[number]> =>
  (text) =>
    words.find((word) => word === text)

/** The largest id, and the largest offset. */
const maxInt32 = 2_147_483_647

/** The id of a record. */
export const anId: Reader = (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxInt32 ? text : undefined)

const day: Reader = (text) => (isDay(text) ? text : undefined)

/** A text of 1 to `max` characters. */
const textUpTo =
  (max: number): Reader =>
  (text) =>
    text !== '' && text.length <= max ? text : undefined

const keywordText = textUpTo(100)

function readerOf(filter: Filter): Reader {
  if (filter === 'day') return day
  if (filter === 'true') return oneOf('true')
  return isEnumeration(filter) ? oneOf(...valuesOf(filter)) : textUpTo(Number(filter.maxLength))
}

type FilterValue<F extends Filter | Reader> = F extends Reader
  ? Exclude<ReturnType<F>, undefined>
  : F extends 'true'
    ? 'true'
    : F extends Words
      ? ValueOf<F>
      : string
type Filters<F extends Record<string, Filter | Reader>> = { [K in keyof F]?: FilterValue<F[K]> }
export type SearchOf<Validate extends (raw: Record<string, unknown>) => unknown> = ReturnType<Validate>

interface ListSearchOptions<F extends Record<string, Filter | Reader>> {
  sortKeys: readonly string[]
  /** The default order, absent from the URL. */
  defaultSort: string
  /** The filters of the contract's list, and those of the URL only, each with its reader. */
  filters: F
}

/**
 * A list route's `validateSearch`: a few hundred bytes, no zod. Invalid and default values are undefined,
 * not absent: the router would keep absent keys.
 */
export function listSearch<F extends Record<string, Filter | Reader>>({
  sortKeys,
  defaultSort,
  filters,
}: ListSearchOptions<F>) {
  const readers = Object.entries(filters).map(
    ([key, filter]) => [key, typeof filter === 'function' ? filter : readerOf(filter)] as const,
  )
  return (raw: Record<string, unknown>): ListState & Filters<F> => {
    // The router reads digits as a number and `true` as a boolean.
    const text = (key: string) => (raw[key] === undefined || raw[key] === null ? '' : String(raw[key]))
    const limit = parseWhole(text('limit'))
    const sort = text('sort')
    const isSortable = sort !== defaultSort && sortKeys.includes(sort.replace(/^-/, ''))
    const state: ListState & Record<string, unknown> = {
      offset: wholeWithin(text('offset'), 1, maxInt32),
      limit: pageSizes.includes(limit) ? limit : undefined,
      keyword: keywordText(text('keyword')),
      sort: isSortable ? sort : undefined,
    }
    for (const [key, read] of readers) state[key] = read(text(key))
    return state as ListState & Filters<F>
  }
}

type Request<S extends ListState, L extends ListWords> = Omit<S, 'sort' | 'limit'> & {
  limit: number
  sortKey: SortKeyOf<L>
  sortDir: 'asc' | 'desc'
}

/** The list endpoint's input for a URL: the set values, the size of a page, and `sort` or the default order as key and direction. */
export function listRequest<S extends ListState, L extends ListWords>(
  { defaultSort }: L,
  { sort = defaultSort, ...rest }: S,
): Request<S, L> {
  const set = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(set),
    limit: pageOf(rest).limit,
    sortKey: sort.replace(/^-/, ''),
    sortDir: sort.startsWith('-') ? 'desc' : 'asc',
  } as Request<S, L>
}

/** Offset and limit of the page in the URL. */
export const pageOf = ({ offset = defaultPage.offset, limit = usualPageSize() }: ListState) => ({ offset, limit })
