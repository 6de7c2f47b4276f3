import { z } from 'zod'
import { zDate, zDateTime, zDay, zId, zWord } from './common.ts'
import { factKinds } from './words/report.ts'

/** A count of people or visits; null where the caller may not see it, or the day is in the future. */
export const zCount = z.int().nullable()

/** Sales of the club system that are not counted because they cannot be read, with the yen of those whose sum can be read. */
export const zUnreadSales = z.strictObject({ sales: z.int(), yen: z.int() })
/** By the first days of months. */
export const zUnreadMonths = z.array(zUnreadSales.extend({ month: zDate }))

const zDays = z.strictObject({ from: zDate, to: zDate }).nullable()

/**
 * The first and the last day of each kind of fact; null without any. Figures outside are null (docs/domain.md, "What is
 * known").
 */
export const Reach = z.strictObject({
  contracts: zDays,
  /** Who had left by then, so that 在籍 of past days is known. */
  leavers: zDays,
  visits: zDays,
  bookings: zDays,
  leads: zDays,
  /** Absent, as the one below, for roles without `report.money`. */
  sales: zDays.optional(),
  bills: zDays.optional(),
  /** Of several shops: days within those above that a shop does not know, though it had members then. */
  missing: z.array(
    z.strictObject({ kind: zWord(factKinds), shopId: zId, shopName: z.string(), from: zDate, to: zDate }),
  ),
  /** Whether the visits of some shop are those of lessons only: who only trains is not known. */
  lessonsOnly: z.boolean(),
  /** First days of the months that are still to be counted in the report's shops, the newest first: no figure of them is known yet. */
  counting: z.array(zDate),
  /** Of which months sales cannot be read; absent for roles without `report.money`. */
  unreadSales: zUnreadMonths.optional(),
})
export type Reach = z.output<typeof Reach>

/** The common head of every report. */
export const reportHead = {
  generatedAt: zDateTime,
  reach: Reach,
  /** The last moment that the club system's data covers; null before the first sync. */
  dataAsOf: zDateTime.nullable(),
  /**
   * True until the data covers the whole period, including its card run (20th) and bank run (27th): 速報, otherwise 確定.
   */
  isProvisional: z.boolean(),
}

/** A report's shop and days, in Asia/Tokyo; the API counts at most 366 of them, up to the data date. */
export const reportDays = {
  /** Omitted: every shop the caller may see. */
  shopId: zId.optional(),
  from: zDay,
  /** Included. */
  to: zDay,
}

/** The known months of joining behind 1年LTV: its twelve, or a part of them. */
export const FirstYears = z.strictObject({
  /** First day of the first one. */
  from: zDate,
  /** Last day of the last one. */
  to: zDate,
  isWhole: z.boolean(),
})
export type FirstYears = z.output<typeof FirstYears>
