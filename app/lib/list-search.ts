import { defaultPage } from './constants'

/** What a list's URL may hold; whatever is at its default is absent. */
export type ListState = {
  offset?: number
  limit?: number
  keyword?: string
  /** `kana` ascending, `-kana` descending. */
  sort?: string
}

/** Reads one value of a URL; undefined where it is not understood. */
export type Reader<T extends string = string> = (text: string) => T | undefined

/** One of these words. */
export const oneOf =
  <const T extends readonly string[]>(...words: T): Reader<T[number]> =>
  (text) =>
    words.find((word) => word === text)

/** A calendar day, YYYY-MM-DD. */
export const day: Reader = (text) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** A text of 1 to `max` characters. */
export const textUpTo =
  (max: number): Reader =>
  (text) =>
    text !== '' && text.length <= max ? text : undefined

/** Rows a page: what staff may choose, and what the URL may say. */
export const pageSizes: readonly number[] = [10, 25, 50, 100, 200, 500]
const maxOffset = 2_147_483_647
const keywordText = textUpTo(100)

type Filters<F extends Record<string, Reader>> = { [K in keyof F]?: Exclude<ReturnType<F[K]>, undefined> }
export type SearchOf<Validate extends (raw: Record<string, unknown>) => unknown> = ReturnType<Validate>

interface ListSearchOptions<F extends Record<string, Reader>> {
  sortKeys: readonly string[]
  /** The order of a list that nobody has sorted: it is not in the URL. */
  defaultSort: string
  filters: F
}

/**
 * A list route's `validateSearch`: a few hundred bytes, no zod. What is not understood or at its default is undefined,
 * not absent: the router would let it pass.
 */
export function listSearch<F extends Record<string, Reader>>({ sortKeys, defaultSort, filters }: ListSearchOptions<F>) {
  return (raw: Record<string, unknown>): ListState & Filters<F> => {
    // The router reads digits as a number and `true` as a boolean.
    const text = (key: string) => (raw[key] === undefined || raw[key] === null ? '' : String(raw[key]))
    const offset = Number(text('offset'))
    const limit = Number(text('limit'))
    const sort = text('sort')
    const isSortable = sort !== defaultSort && sortKeys.includes(sort.replace(/^-/, ''))
    const state: ListState & Record<string, unknown> = {
      offset: Number.isInteger(offset) && offset > 0 && offset <= maxOffset ? offset : undefined,
      limit: pageSizes.includes(limit) && limit !== defaultPage.limit ? limit : undefined,
      keyword: keywordText(text('keyword')),
      sort: isSortable ? sort : undefined,
    }
    for (const [key, read] of Object.entries(filters)) state[key] = read(text(key))
    return state as ListState & Filters<F>
  }
}

type Request<S extends ListState, Sort extends string> = Omit<S, 'sort'> & { sortKey?: Sort; sortDir?: 'asc' | 'desc' }

/** The list endpoint's input for a URL: what is set, with `sort` taken apart. */
export function listRequest<S extends ListState, Sort extends string>(search: S): Request<S, Sort> {
  const { sort, ...rest } = search
  const set = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(set),
    ...(sort && { sortKey: sort.replace(/^-/, ''), sortDir: sort.startsWith('-') ? 'desc' : 'asc' }),
  } as Request<S, Sort>
}

/** First row and rows of the page that a URL asks for. */
export const pageOf = ({ offset = defaultPage.offset, limit = defaultPage.limit }: ListState) => ({ offset, limit })
