import { shopCost } from '../../db/schema/shop-cost.ts'
import { type AreaSeed, writtenBy } from '../areas.ts'
import { firstOfMonth, toIso } from '../calendar.ts'

/** A month's costs of the shops at these indexes of the chain; the others have not entered any. */
const usual: ReadonlyMap<number, { labor: number; ads: number; rent: number; other: number }> = new Map([
  [0, { labor: 1_420_000, ads: 180_000, rent: 850_000, other: 310_000 }],
  [4, { labor: 1_080_000, ads: 140_000, rent: 520_000, other: 240_000 }],
])
const months = 13
/** Leaflets before the seasons in which people join. */
const adsInSpring = 2.4

/** The costs of the months that are over; head office entered them on the 5th of the next month. */
export const seed: AreaSeed = async (tx, { until, shopCount }) => {
  const rows = [...usual].flatMap(([shop, costs]) =>
    Array.from({ length: shop < shopCount ? months : 0 }, (_, at) => {
      const month = toIso(firstOfMonth(until, at - months))
      const isSpring = ['03', '04'].includes(month.slice(5, 7))
      const changedAt = new Date(`${toIso(Math.min(firstOfMonth(until, at - months + 1) + 4, until))}T10:00:00+09:00`)
      return {
        ...{ shopId: String(shop + 1), month, ...costs, ads: Math.round(costs.ads * (isSpring ? adsInSpring : 1)) },
        ...writtenBy('head', changedAt),
      }
    }),
  )
  if (rows.length > 0) await tx.insert(shopCost).values(rows)
}
