import type { Words } from './words.ts'

/** The value of a list filter: one of an enumeration, a calendar day, a short text, or only `true`. */
export type Filter = Words | 'day' | 'true' | { maxLength: number }

/** The query options of a list: both the endpoint's input and the reader of its URL are built from this. */
export interface ListWords {
  sortKeys: readonly [string, ...string[]]
  /** The default order of a list: `kana` ascending, `-updatedAt` descending. */
  defaultSort: string
  filters: Readonly<Record<string, Filter>>
}
export type SortKeyOf<L extends ListWords> = L['sortKeys'][number]

export const isEnumeration = (filter: Filter): filter is Words =>
  typeof filter === 'object' && typeof Object.values(filter)[0] === 'string'
