import { z } from 'zod'
import { zDate, zId, zRate, zWord, zYen } from './common.ts'
import { reportHead, zCount } from './report-head.ts'
import { reportPeriod } from './report-period.ts'
import { Share } from './report-shops.ts'
import { paymentMethods } from './words/member-record.ts'

/** The N of 「N日以内の回収」: days from a bill's due day to its payment. */
export const recoveryDays = [7, 30, 60, 90] as const

/** First days of the ages of an open bill: 0–30, 31–60, 61–90, 91 days and more since its due day. */
export const overdueAges = [0, 31, 61, 91] as const

/** What of the failed dues was paid within N days. */
const Back = z.strictObject({
  days: z.int(),
  yen: zYen,
  /** ÷ failed yen. */
  rate: zRate,
  /** Members whose failed bills of the month were all paid within N days; no interval before it is ripe. */
  people: Share,
  /** Each bill of the month has had N days, all of them known. */
  isRipe: z.boolean(),
})

/** The bills of one target month whose run has come. */
const Figures = z.strictObject({
  billed: zYen,
  /** Of it, without a result yet. */
  waiting: zYen,
  /** Not paid on the due day. */
  failed: zYen,
  /** ÷ (billed − waiting). */
  failedRate: zRate,
  /** Members with such a bill. */
  people: z.int(),
  /** Every run of the month has come and has its result. */
  isComplete: z.boolean(),
  /** As `recoveryDays`. */
  back: z.array(Back),
  /** Not paid by now, `waiting` included: the 未収金 of the month. */
  open: zYen,
  openPeople: z.int(),
})

const DuesMonth = z.strictObject({
  /** First day of the target month. */
  month: zDate,
  /** Null where its bills are not known, or no run has come. */
  figures: Figures.nullable(),
})
export type DuesMonth = z.output<typeof DuesMonth>

/** A part of the months that are ripe for 30 days. */
const part = {
  billed: zYen,
  failed: zYen,
  failedRate: zRate,
  /** Failed yen that were paid within 30 days, ÷ failed. */
  backRate: zRate,
  /** Likewise of members, once a month; the interval counts each person once. */
  people: Share,
}
export const DuesOfShop = z.strictObject({ shopId: zId, shopName: z.string(), ...part })
export type DuesOfShop = z.output<typeof DuesOfShop>

export const DuesRecovery = z.strictObject({
  requestInfo: z.strictObject({ shopId: zId.nullable(), year: z.int(), month: z.int() }),
  ...reportHead,
  /** From the first shown month to the data date; null before the data. */
  period: z.strictObject({ from: zDate, to: zDate }).nullable(),
  /** Thirteen, the oldest first. */
  months: z.array(DuesMonth),
  /** At the data date, of every known month; null without one, or while one is still to be counted. */
  open: z
    .strictObject({
      yen: zYen,
      people: z.int(),
      waiting: zYen,
      /** As `overdueAges`: yen by the age of each bill, members by that of their oldest. */
      ages: z.array(z.strictObject({ from: z.int(), yen: zYen, people: zCount })),
    })
    .nullable(),
  /** The newest month that is ripe for 30 days, and the ripe ones of `months` before it together; null without one. */
  newest: z.strictObject({ month: zDate, people: Share, before: Share, monthsBefore: z.int() }).nullable(),
  /** First days of the months behind the two below: those ripe for 30 days. */
  ripe: z.array(zDate),
  byMethod: z.array(z.strictObject({ method: zWord(paymentMethods), ...part })),
  /** In display order; empty for one shop. */
  byShop: z.array(DuesOfShop),
})
export type DuesRecovery = z.output<typeof DuesRecovery>

/** The last of thirteen target months. */
export const duesInput = { shopId: reportPeriod.shopId, year: reportPeriod.year, month: reportPeriod.month }
