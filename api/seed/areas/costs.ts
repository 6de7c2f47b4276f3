import type { AdPart } from '#contract/shop-cost.ts'
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

/** What a month's 広告費 was spent on: shares of it by campaign and 入会経路; the rest has no name. */
const partsOf = (monthNumber: number): (Omit<AdPart, 'yen'> & { share: number })[] => [
  { campaign: null, route: 'web', share: 0.25 },
  { campaign: '紹介割', route: 'referral', share: 0.1 },
  ...(inSeason[monthNumber] ? [{ campaign: inSeason[monthNumber], route: null, share: 0.4 }] : []),
]
const inSeason: Readonly<Record<number, string>> = {
  ...{ 3: '春の入会金0円', 4: '春の入会金0円', 6: '夏のからだづくり', 7: '夏のからだづくり' },
  ...{ 9: '秋の体験フェア', 10: '秋の体験フェア' },
}

/** The costs of the months that are over; head office entered them on the 5th of the next month. */
export const seed: AreaSeed = async (tx, { until, shopCount }) => {
  const rows = [...usual].flatMap(([shop, costs]) =>
    Array.from({ length: shop < shopCount ? months : 0 }, (_, at) => {
      const month = toIso(firstOfMonth(until, at - months))
      const isSpring = ['03', '04'].includes(month.slice(5, 7))
      const changedAt = new Date(`${toIso(Math.min(firstOfMonth(until, at - months + 1) + 4, until))}T10:00:00+09:00`)
      const ads = Math.round(costs.ads * (isSpring ? adsInSpring : 1))
      const adParts = partsOf(Number(month.slice(5, 7))).map(({ share, ...part }) => ({
        ...part,
        yen: Math.round(ads * share),
      }))
      return {
        ...{ shopId: String(shop + 1), month, ...costs, ads, adParts },
        ...writtenBy('head', changedAt),
      }
    }),
  )
  if (rows.length > 0) await tx.insert(shopCost).values(rows)
}
