import { amountFault, readAmount } from '~/lib/amount'
import { formatCount } from '~/lib/format'
import { shownAmount } from './pasted'

/** A shop's month as it is stored: an amount for each figure, null where it is empty. */
export type AmountMonth<Figure extends string> = Readonly<Record<Figure, number | null>> & {
  readonly shopId: string
  readonly month: string
  readonly version: number | null
}

/** The months of one shop: a column each, with a row for each figure. */
export interface ShopAmounts<Figure extends string> {
  months: readonly AmountMonth<Figure>[]
}

export interface AmountRules<Figure extends string> {
  /** The rows of each shop, in display order. */
  figures: readonly Figure[]
  /** The greatest value that can be saved. */
  highest: number
  /** Why a month with only some of its figures cannot be saved; omitted: it can. */
  partFault?: string
  /** Why a figure does not go with the others of its month; null where it does. */
  togetherFault?: (figure: Figure, amountOf: (figure: Figure) => number | null) => string | null
}

/** What was typed and is not saved, by cell. */
export type Typed = Readonly<Record<string, string>>

interface Place {
  row: number
  column: number
}

const keyOf = (at: { shopId: string; month: string }, figure: string) => `${at.shopId} ${at.month} ${figure}`

/** The text of a cell: as typed, else as stored. */
export function textOf<Figure extends string>(typed: Typed, month: AmountMonth<Figure>, figure: Figure): string {
  const stored = month[figure]
  return typed[keyOf(month, figure)] ?? (stored === null ? '' : formatCount(stored))
}

/** Whether something of the month differs from what is stored. */
export const isChanged = <Figure extends string>(
  { figures }: AmountRules<Figure>,
  typed: Typed,
  month: AmountMonth<Figure>,
): boolean => figures.some((figure) => readAmount(textOf(typed, month, figure)) !== month[figure])

/** Why a cell of a changed month cannot be saved; null where it can. */
export function faultOf<Figure extends string>(
  rules: AmountRules<Figure>,
  typed: Typed,
  month: AmountMonth<Figure>,
  figure: Figure,
): string | null {
  const value = readAmount(textOf(typed, month, figure))
  const fault = amountFault(value, rules.highest)
  if (fault !== null) return fault
  const amountOf = (other: Figure) => {
    const amount = readAmount(textOf(typed, month, other))
    return typeof amount === 'number' ? amount : null
  }
  const together = rules.togetherFault?.(figure, amountOf) ?? null
  if (together !== null || value !== null || !rules.partFault || !isChanged(rules, typed, month)) return together
  const isPart = rules.figures.some((other) => readAmount(textOf(typed, month, other)) !== null)
  return isPart ? rules.partFault : null
}

/** A changed month without faults, as it is saved. */
export function draftOf<Figure extends string>(
  { figures }: AmountRules<Figure>,
  typed: Typed,
  month: AmountMonth<Figure>,
) {
  const values = Object.fromEntries(
    figures.map((figure) => [figure, readAmount(textOf(typed, month, figure))]),
  ) as Record<Figure, number | null>
  return { shopId: month.shopId, month: month.month, seen: month.version, ...values }
}

/** The texts with another at a cell; the row counts the figures of all shops. */
export function withCell<Figure extends string>(
  { figures }: AmountRules<Figure>,
  typed: Typed,
  shops: readonly ShopAmounts<Figure>[],
  { row, column }: Place,
  text: string,
): Typed {
  const [month, figure] = [shops[Math.floor(row / figures.length)]?.months[column], figures[row % figures.length]]
  return month && figure ? { ...typed, [keyOf(month, figure)]: text } : typed
}

/** The texts with a pasted block that begins at a cell. */
export const withBlock = <Figure extends string>(
  rules: AmountRules<Figure>,
  typed: Typed,
  shops: readonly ShopAmounts<Figure>[],
  { row, column }: Place,
  block: readonly (readonly string[])[],
): Typed =>
  block.reduce(
    (all, line, down) =>
      line.reduce((next, cell, across) => {
        const place = { row: row + down, column: column + across }
        return withCell(rules, next, shops, place, shownAmount(cell))
      }, all),
    typed,
  )

/** The texts without those of saved months. */
export const withoutSaved = (typed: Typed, saved: readonly { shopId: string; month: string }[]): Typed => {
  const months = new Set(saved.map(({ shopId, month }) => `${shopId} ${month}`))
  return Object.fromEntries(Object.entries(typed).filter(([key]) => !months.has(key.split(' ').slice(0, 2).join(' '))))
}
