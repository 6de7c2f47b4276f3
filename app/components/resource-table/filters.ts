import { notListed } from '../not-listed'

/** Filter: one of several values. */
interface ChoiceFilter {
  kind: 'choice'
  key: string
  label: string
  choices: readonly (readonly [value: string, label: string])[]
}

/** Filter: a range of days, both ends included. */
interface PeriodFilter {
  kind: 'period'
  from: string
  to: string
  label: string
  never?: string | undefined
}

/** Filter: rows with the flag set. */
interface FlagFilter {
  kind: 'flag'
  key: string
  label: string
}

/** Filter: exact text. */
interface TextFilter {
  kind: 'text'
  key: string
  label: string
}

export type ListFilter = ChoiceFilter | PeriodFilter | FlagFilter | TextFilter
/** A list's search, by filter keys. */
export type FilterValues = Record<string, string | number | undefined>

/** Values with their labels: `{ active: '利用中' }`, or pairs where the order differs from the keys'. */
export const choiceFilter = (key: string, label: string, choices: Record<string, string> | [string, string][]) =>
  ({ kind: 'choice', key, label, choices: Array.isArray(choices) ? choices : Object.entries(choices) }) as const
/** A range of days, in two keys of the URL. `never`: those without a day, who are in while there is no first one. */
export const periodFilter = (from: string, to: string, label: string, never?: string) =>
  ({ kind: 'period', from, to, label, never }) as const
/** A checkbox, `true` in the URL. */
export const flagFilter = (key: string, label: string) => ({ kind: 'flag', key, label }) as const
/** A text input. */
export const textFilter = (key: string, label: string) => ({ kind: 'text', key, label }) as const

export const keysOf = (filter: ListFilter) => (filter.kind === 'period' ? [filter.from, filter.to] : [filter.key])

export const isSet = (filter: ListFilter, values: FilterValues) =>
  keysOf(filter).some((key) => values[key] !== undefined)

/** The search without these filters, from its first page. */
export function without<Search extends object>(search: Search, filters: readonly ListFilter[]): Search {
  const cleared = Object.fromEntries(filters.flatMap(keysOf).map((key) => [key, undefined]))
  return { ...search, ...cleared, offset: undefined }
}

/** The label of a choice's value; choices that have not arrived yet are none. */
export const choiceText = (choices: ChoiceFilter['choices'], value: string) =>
  choices.find(([one]) => one === value)?.[1] ?? (choices.length > 0 ? notListed : '…')

/** The labels of the filters whose value is not among their choices. */
export const notListedIn = (filters: readonly ListFilter[], values: FilterValues) =>
  filters.flatMap((filter) => {
    const value = filter.kind === 'choice' ? values[filter.key] : undefined
    return filter.kind === 'choice' && value !== undefined && choiceText(filter.choices, String(value)) === notListed
      ? [filter.label]
      : []
  })

const dayText = (value: string | number | undefined) => (value === undefined ? '' : String(value).replaceAll('-', '/'))

/** The text of a set filter: `契約状態: 休会中`, `入会日: 2026/04/01 〜`. */
export function filterText(filter: ListFilter, values: FilterValues): string {
  if (filter.kind === 'flag') return filter.label
  if (filter.kind === 'period') {
    const hasNever = filter.never !== undefined && values[filter.from] === undefined
    const days = `${filter.label}: ${dayText(values[filter.from])} 〜 ${dayText(values[filter.to])}`
    return hasNever ? `${days}（${filter.never}を含む）` : days
  }
  const value = String(values[filter.key])
  if (filter.kind === 'text') return `${filter.label}: ${value}`
  return `${filter.label}: ${choiceText(filter.choices, value)}`
}
