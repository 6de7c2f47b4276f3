import { z } from 'zod'
import { zId, zRate } from './common.ts'
import { reportHead, zCount } from './report-head.ts'
import { reportPeriod } from './report-period.ts'

/** N of the N か月 within which a withdrawal is early. */
export const earlyMonths = 3

/** A share of people with its 95 % interval (Wilson), each person once; null where it is not known, or of nobody. */
export const Share = z.strictObject({ count: zCount, of: zCount, rate: zRate, low: zRate, high: zRate })
export type Share = z.output<typeof Share>

/** One shop beside others. */
export const ComparedShop = z.strictObject({
  shopId: zId,
  shopName: z.string(),
  /** Members at the close of the period. */
  closing: zCount,
  /** Withdrawals ÷ Σ openings of the months: monthly. */
  churn: Share,
  /** Admissions ÷ Σ openings of the months. */
  admission: Share,
  /** Of those who joined three months before the period, those who left within three months. */
  early: Share,
  /** Trials that joined within 30 days. */
  trial: Share,
  /** Members who came ÷ 稼働 members, by month. */
  visit: Share,
  /** Net sales ÷ Σ mean 稼働会員: yen a month; absent for roles without `report.money`. */
  arpu: zRate.optional(),
})
export type ComparedShop = z.output<typeof ComparedShop>

/** A shop like the one in the request, and how alike the two are. */
export const SimilarShop = z.strictObject({
  shopId: zId,
  /** Its members ÷ those of the other. */
  size: z.number(),
  /** Shares of the members' ages, and of their plans, that both have: 1 is the same mix. */
  ages: z.number().min(0).max(1),
  plans: z.number().min(0).max(1),
})
export type SimilarShop = z.output<typeof SimilarShop>

export const ShopComparison = z.strictObject({
  requestInfo: z.strictObject({ year: z.int(), month: z.int(), months: z.int(), shopId: zId.nullable() }),
  ...reportHead,
  /** The counted days; null before the data. */
  period: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  /** In display order. */
  shops: z.array(ComparedShop),
  /** The five most similar to `shopId`, the most similar first; empty without it. */
  similar: z.array(SimilarShop),
})
export type ShopComparison = z.output<typeof ShopComparison>

export const shopComparisonInput = {
  /** The period ends with this month; more than one month with the last that is over. */
  year: reportPeriod.year,
  month: reportPeriod.month,
  months: z.int().min(1).max(12).default(12),
  /** Similar shops of this one are looked for. */
  shopId: zId.optional(),
}
