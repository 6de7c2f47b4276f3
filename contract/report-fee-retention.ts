import { z } from 'zod'
import { zDate, zId, zRate, zWord, zYen } from './common.ts'
import { reportHead, zCount } from './report-head.ts'
import { reportPeriod } from './report-period.ts'
import { cancelReasons } from './words/cancel-reason.ts'
import { feeMoves } from './words/groups.ts'
import { tenureBands } from './words/why.ts'

/** A rate of fees with its 95 % interval by people; null where it is not known. */
const zRetention = z.strictObject({
  value: zRate,
  low: zRate,
  high: zRate,
  /** 参考値: of fewer than 20 members, or fewer than 20 whose fee changed. */
  isOfFew: z.boolean(),
})
export type Retention = z.output<typeof zRetention>

const amount = { members: z.int(), yen: zYen }

const FeeMonth = z.strictObject({
  month: zDate,
  /** Fees at the close of the month before, without those of 転出; null, as all below, where a close is not known. */
  base: zYen.nullable(),
  /** Members of the base. */
  members: zCount,
  /** Changes of the base by kind, in yen with their sign; every loss and gain. */
  moves: z.array(z.strictObject({ kind: zWord(feeMoves), ...amount })).nullable(),
  gross: zRetention,
  net: zRetention,
  /** The product of the twelve months up to this one; null where one of them is not known or has no base. */
  yearGross: zRetention,
  yearNet: zRetention,
})
export type FeeMonth = z.output<typeof FeeMonth>

const lost = {
  /** The last month; yen are positive. */
  month: z.strictObject(amount).nullable(),
  /** The twelve months up to it. */
  year: z.strictObject(amount).nullable(),
}
export type Lost = z.output<z.ZodObject<typeof lost>>

export const FeeRetention = z.strictObject({
  requestInfo: z.strictObject({ shopId: zId.nullable(), year: z.int(), month: z.int() }),
  ...reportHead,
  /** The twelve months that are over, up to the requested one; null before the data. */
  period: z.strictObject({ from: zDate, to: zDate }).nullable(),
  /** 24 months up to the last one, the oldest first. */
  months: z.array(FeeMonth),
  /** 退会 of 会費の動き. */
  withdrawals: z.strictObject({
    total: z.strictObject(lost),
    /** Σ = total; absent for roles that may not know why a member left. */
    byReason: z
      .array(z.strictObject({ reason: z.union([zWord(cancelReasons), z.literal('unknown')]), ...lost }))
      .optional(),
    /** 在籍期間 at leaving; Σ = total. */
    byTenure: z.array(z.strictObject({ tenure: zWord(tenureBands), ...lost })),
  }),
  /** By month of joining, the oldest first: 24 months before the last one. */
  cohorts: z.array(
    z.strictObject({
      month: zDate,
      /** At the close of the month of joining; null, as a cell, where a month is not known or not over. */
      members: zCount,
      fees: zYen.nullable(),
      /** So many months later (`cohortSteps`), wherever the members are. */
      left: z.array(z.strictObject({ members: z.int(), fees: zYen }).nullable()),
    }),
  ),
})
export type FeeRetention = z.output<typeof FeeRetention>

export const feeRetentionInput = {
  shopId: reportPeriod.shopId,
  year: reportPeriod.year,
  month: reportPeriod.month,
}
