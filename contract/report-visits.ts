import { z } from 'zod'
import { listOf, pageInput, zDate, zDay, zId, zRate, zWord } from './common.ts'
import { reportHead, zCount } from './report-head.ts'
import { visitClasses } from './words/member.ts'
import { absences, usualThresholds, visitBands } from './words/visit-class.ts'

const days = z.strictObject({ from: zDate, to: zDate })

/** The request; `to` is the day at whose close members are classed, null without data. */
const requestInfo = z.strictObject({
  shopId: zId.nullable(),
  to: zDate.nullable(),
  windowDays: z.int(),
  minDiff: z.int(),
  ratio: z.number(),
})

const VisitClassRow = z.strictObject({
  key: zWord(visitClasses),
  label: z.string(),
  count: zCount,
  /** Of the population. */
  share: zRate,
  /** One window earlier. */
  prevCount: zCount,
})
export type VisitClassRow = z.output<typeof VisitClassRow>

/** 稼働会員 by the change of their visit days from W′ to W; all null where visits of both windows are not known. */
export const ChangesInVisitsSummary = z.strictObject({
  requestInfo,
  ...reportHead,
  /** W and W′. */
  window: days.nullable(),
  before: days.nullable(),
  /** 稼働会員 at the close of W: Σ classes. */
  population: zCount,
  classes: z.array(VisitClassRow),
  /** 休眠 by the days since the last visit: Σ = its count. */
  dormantSince: z.array(z.strictObject({ key: zWord(absences), label: z.string(), count: zCount })),
  /** Visit days in W per member of the population; prev: one window earlier. */
  avgVisits: zRate,
  prevAvgVisits: zRate,
  medianVisits: zRate,
  zeroVisitors: zCount,
  /** The population by visit days in W. */
  distribution: z.array(z.strictObject({ key: zWord(visitBands), label: z.string(), count: zCount })),
})
export type ChangesInVisitsSummary = z.output<typeof ChangesInVisitsSummary>

export const ChangesInVisitsSeries = z.strictObject({
  requestInfo: requestInfo.extend({ months: z.int() }),
  ...reportHead,
  /** At the close of each month, the last one at `to`; the oldest first. */
  series: z.array(
    z.strictObject({
      date: zDate,
      population: zCount,
      /** Null where not known. */
      counts: z.record(zWord(visitClasses), z.int()).nullable(),
      avgVisits: zRate,
    }),
  ),
  /** Merged visits by weekday of the business day (0 = Sunday) and hour, per such day of these months; null where not known. */
  heatmap: z
    .strictObject({ from: zDate, to: zDate, average: z.array(z.array(z.number()).length(24)).length(7) })
    .nullable(),
})
export type ChangesInVisitsSeries = z.output<typeof ChangesInVisitsSeries>

export const ClassMember = z.strictObject({
  /** Null if the member is no longer in the caller's shops. */
  userId: zId.nullable(),
  memberNo: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  /** Where they were a member on the day. */
  shopName: z.string(),
  /** Visit days in W, and in W′. */
  visits: z.int(),
  visitsBefore: z.int(),
  /** 「週3回→週1回」. */
  reason: z.string(),
})
export type ClassMember = z.output<typeof ClassMember>

export const ClassMembers = listOf(ClassMember).extend({
  /** The day at whose close they are in the class; null where this is not known. */
  date: zDate.nullable(),
})

const thresholds = {
  shopId: zId.optional(),
  /** The last day of W; omitted or later: the data date. */
  to: zDay.optional(),
  /** Length of W and of W′ in days. */
  windowDays: z.int().min(7).max(92).default(usualThresholds.windowDays),
  /** 増加 and 減少 differ by at least so many days … */
  minDiff: z.int().min(1).max(31).default(usualThresholds.minDiff),
  /** … and by this share of W′, in steps of 0.01. */
  ratio: z.number().min(0).max(1).multipleOf(0.01).default(usualThresholds.ratio),
}

export const changesInVisitsInput = thresholds
export const changesInVisitsSeriesInput = { ...thresholds, months: z.int().min(1).max(12).default(12) }
export const changesInVisitsMembersInput = { ...thresholds, ...pageInput, class: zWord(visitClasses) }
