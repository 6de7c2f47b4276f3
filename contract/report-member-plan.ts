import { z } from 'zod'
import { zDate, zId, zRate, zWord, zYen } from './common.ts'
import { reportHead, zCount } from './report-head.ts'
import { reportPeriod } from './report-period.ts'
import { feeMoves, filedChanges } from './words/groups.ts'
import { planCategories } from './words/shop.ts'

const planRow = {
  /** Of several shops' plans with one code the first. */
  planId: zId.nullable(),
  code: z.string(),
  name: z.string(),
  /** People at the close. */
  count: zCount,
  /** At the close of the month before. */
  prevCount: zCount,
  diff: zCount,
  /** Monthly fees together; absent, as the one below, for roles without `report.money`. */
  mrr: zYen.nullable().optional(),
  /** mrr ÷ count. */
  fee: zRate.optional(),
}

/** A main plan: each member counts once, in the contract that covers the close. */
export const PlanShare = z.strictObject({
  ...planRow,
  category: zWord(planCategories),
  isSuspension: z.boolean(),
  share: zRate,
})
export type PlanShare = z.output<typeof PlanShare>

export const MemberPlan = z.strictObject({
  requestInfo: z.strictObject({ shopId: zId.nullable(), year: z.int(), month: z.int(), months: z.int() }),
  ...reportHead,
  /** The day at whose close plans are counted; null before the data. */
  closeOn: zDate.nullable(),
  /** Members, 休会 included: Σ plans. */
  total: zCount,
  prevTotal: zCount,
  suspended: zCount,
  prevSuspended: zCount,
  /** Most members first. */
  plans: z.array(PlanShare),
  /** Options, apart: a member may have several. */
  options: z.array(z.strictObject(planRow)),
  /** The months up to this one, the oldest first; counts by code, null where not known. */
  series: z.array(z.strictObject({ month: zDate, total: zCount, counts: z.record(z.string(), z.int()).nullable() })),
  /** Members of both closes whose plan differs, by code; the most first. */
  transitions: z.array(z.strictObject({ from: z.string(), to: z.string(), count: z.int() })),
  /** Names of all codes above. */
  names: z.record(z.string(), z.string()),
  /** 会費の動き: opening + Σ yen = closing. Absent for roles without `report.money`; null where a close is not known. */
  fees: z
    .strictObject({
      opening: zYen,
      closing: zYen,
      moves: z.array(z.strictObject({ kind: zWord(feeMoves), members: z.int(), yen: zYen })),
    })
    .nullable()
    .optional(),
  /** 確定している先: what is filed after the data date, by month, up to twelve. */
  filed: z.array(
    z.strictObject({
      month: zDate,
      changes: z.array(
        z.strictObject({
          kind: zWord(filedChanges),
          members: z.int(),
          /** Change of monthly fees; absent for roles without `report.money`. */
          yen: zYen.optional(),
        }),
      ),
    }),
  ),
})
export type MemberPlan = z.output<typeof MemberPlan>

export const memberPlanInput = {
  shopId: reportPeriod.shopId,
  year: reportPeriod.year,
  month: reportPeriod.month,
  months: z.int().min(1).max(12).default(12),
}
