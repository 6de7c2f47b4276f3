import type { ShopTarget, ShopYear } from '#contract/shop-target.ts'
import { type TargetFigure, targetFigures } from '#contract/words/shop-target.ts'
import { valuesOf } from '#contract/words/words.ts'
import { amountFault, readAmount } from '~/lib/amount'
import { formatCount } from '~/lib/format'
import { shownAmount } from '../amounts/pasted'

/** The rows of each shop, in display order. */
export const figures = valuesOf(targetFigures)

/** What was typed and is not saved, by cell. */
export type Typed = Readonly<Record<string, string>>

/** The greatest value that the API stores. */
const most = 2_147_483_647

const keyOf = ({ shopId, month }: ShopTarget, figure: TargetFigure) => `${shopId} ${month} ${figure}`

/** The text of a cell: as typed, else as stored. */
export function textOf(typed: Typed, target: ShopTarget, figure: TargetFigure): string {
  const stored = target[figure]
  return typed[keyOf(target, figure)] ?? (stored === null ? '' : formatCount(stored))
}

/** Whether something of the month differs from what is stored. */
export const isChanged = (typed: Typed, target: ShopTarget): boolean =>
  figures.some((figure) => readAmount(textOf(typed, target, figure)) !== target[figure])

/** Why a cell of a changed month cannot be saved; null where it can. */
export function faultOf(typed: Typed, target: ShopTarget, figure: TargetFigure): string | null {
  const value = readAmount(textOf(typed, target, figure))
  const fault = amountFault(value, most)
  if (fault !== null || value !== null || !isChanged(typed, target)) return fault
  const isPart = figures.some((other) => readAmount(textOf(typed, target, other)) !== null)
  return isPart ? '4つとも入力するか、すべて空欄にします。' : null
}

/** A changed month without faults, as it is saved. */
export function draftOf(typed: Typed, target: ShopTarget) {
  const values = Object.fromEntries(
    figures.map((figure) => [figure, readAmount(textOf(typed, target, figure))]),
  ) as Record<TargetFigure, number | null>
  return { shopId: target.shopId, month: target.month, seen: target.version, ...values }
}

/** The texts with another at a cell; the row counts the figures of all shops. */
export function withCell(
  typed: Typed,
  shops: readonly ShopYear[],
  { row, column }: { row: number; column: number },
  text: string,
): Typed {
  const [target, figure] = [shops[Math.floor(row / figures.length)]?.months[column], figures[row % figures.length]]
  return target && figure ? { ...typed, [keyOf(target, figure)]: text } : typed
}

/** The texts with a pasted block that begins at a cell. */
export const withBlock = (
  typed: Typed,
  shops: readonly ShopYear[],
  { row, column }: { row: number; column: number },
  block: readonly (readonly string[])[],
): Typed =>
  block.reduce(
    (all, line, down) =>
      line.reduce(
        (next, cell, across) => withCell(next, shops, { row: row + down, column: column + across }, shownAmount(cell)),
        all,
      ),
    typed,
  )

/** The texts without those of saved months. */
export const withoutSaved = (typed: Typed, saved: readonly Pick<ShopTarget, 'shopId' | 'month'>[]): Typed => {
  const months = new Set(saved.map(({ shopId, month }) => `${shopId} ${month}`))
  return Object.fromEntries(Object.entries(typed).filter(([key]) => !months.has(key.split(' ').slice(0, 2).join(' '))))
}
