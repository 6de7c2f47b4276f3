import type { AdPart, ShopCost, ShopCostDraft } from '#contract/shop-cost.ts'
import { adPartName, adPartsFault, type CostKind, costKinds } from '#contract/words/shop-cost.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { AmountMonth, AmountRules } from '../amounts/typed-amounts'

/** What a 広告費 was spent on. */
export type AdName = Pick<AdPart, 'campaign' | 'route'>

/** A row of the sheet: a kind of costs, or a part of the 広告費 by its name. */
export type CostFigure = CostKind | `ad ${string}`

export const figureOf = (name: AdName): CostFigure => `ad ${adPartName(name)}`

/** The names of these months' parts and of added rows, each once, in the order of their words. */
export const adNames = (months: readonly ShopCost[], added: readonly AdName[]): AdName[] => [
  ...new Map(
    [...months.flatMap(({ adParts }) => adParts), ...added]
      .map(({ campaign, route }) => [adPartName({ campaign, route }), { campaign, route }] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ).values(),
]

/** A month with an amount for each row, in yen; null where nothing is entered. */
export function rowsOf({ adParts, ...month }: ShopCost, names: readonly AdName[]): AmountMonth<CostFigure> {
  const yenOf = (name: AdName) => adParts.find((part) => figureOf(part) === figureOf(name))?.yen ?? null
  return { ...month, ...Object.fromEntries(names.map((name) => [figureOf(name), yenOf(name)])) }
}

/** The costs of a month from its rows: empty parts are none. */
export const draftOfRows = (amounts: Readonly<Record<CostFigure, number | null>>, names: readonly AdName[]) =>
  ({
    ...Object.fromEntries(valuesOf(costKinds).map((kind) => [kind, amounts[kind] ?? null])),
    adParts: names.flatMap((name) => {
      const yen = amounts[figureOf(name)] ?? null
      return yen === null ? [] : [{ ...name, yen }]
    }),
  }) as ShopCostDraft

/** The rows of the sheet: the kinds first, as they are pasted, and then the parts of the 広告費, which they never exceed. */
export function costRules(names: readonly AdName[]): AmountRules<CostFigure> {
  const parts = names.map(figureOf)
  return {
    figures: [...valuesOf(costKinds), ...parts],
    highest: 2_000_000_000,
    togetherFault: (figure, amountOf) => {
      const total = parts.reduce((sum, part) => sum + (amountOf(part) ?? 0), 0)
      return figure === 'ads' && total > (amountOf('ads') ?? 0) ? adPartsFault(total) : null
    },
  }
}
