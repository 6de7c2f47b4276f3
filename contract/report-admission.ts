import { z } from 'zod'
import { zDate, zId, zWord } from './common.ts'
import { reportDays, reportHead, zCount } from './report-head.ts'
import { Share } from './report-shops.ts'
import { absences, afterPause, joinedByWords, ledBy, seriesUnits } from './words/admission.ts'
import { cancelReasons } from './words/cancel-reason.ts'
import { ageBands } from './words/groups.ts'
import { joinRoutes } from './words/member.ts'
import { leadKinds } from './words/report.ts'

/** Admissions of a group, and how many of those whose three months are over had left by then. */
const joined = { admissions: z.int(), early: Share }

/** A 休会 that ends next month. */
const Returning = z.strictObject({
  /** Opens the member's record. */
  userId: zId.nullable(),
  memberNo: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  shopName: z.string(),
  planName: z.string(),
  /** Last day of the 休会. */
  endsOn: zDate,
  next: zWord(afterPause),
})
export type Returning = z.output<typeof Returning>

export const Admission = z.strictObject({
  requestInfo: z.strictObject({
    shopId: zId.nullable(),
    from: zDate,
    to: zDate,
    unit: zWord(seriesUnits),
    joinedBy: zWord(joinedByWords),
  }),
  ...reportHead,
  /** The counted days; null before the data. */
  period: z.strictObject({ from: zDate, to: zDate }).nullable(),
  summary: z.strictObject({
    tours: zCount,
    trials: zCount,
    /** By the day that `joinedBy` says; by 入会日 the 入会 of the monthly report. */
    admissions: zCount,
    readmissions: zCount,
    withdrawals: zCount,
    withdrawalRequests: zCount,
    /** 休会 that began. */
    suspensions: zCount,
    opening: zCount,
    closing: zCount,
    netGrowth: zCount,
    /** Trials that joined within 30 days. */
    trialConversion: Share,
    /** Withdrawals ÷ Σ members before each month of the period: monthly. */
    churnRate: Share,
    /** Left within three months, of the admissions of the period whose three months are over. */
    early: Share,
  }),
  /** Still to come in the running month that the period ends with: known, and as forecast; null otherwise. */
  coming: z
    .strictObject({
      admissions: z.int(),
      withdrawals: z.int(),
      forecast: z.strictObject({ admissions: z.int(), withdrawals: z.int() }).nullable(),
    })
    .nullable(),
  /**
   * 見学, then 体験, each with those whose person joined within its `joinDays`. A lead has a person only once they joined:
   * who had 見学 and 体験 is in both.
   */
  leads: z.array(
    z.strictObject({
      kind: zWord(leadKinds),
      count: zCount,
      /** Of the days that know 入会 too, up to the data date; of 体験 it is `trialConversion`. */
      joined: Share,
      /** Who have not joined by the data date, when their days are not over. */
      open: zCount,
    }),
  ),
  /**
   * Admissions by what came before their first day, in any shop; they add up to `admissions`. Unknown: the 60 days before
   * it have no facts of 見学 and 体験. Null where admissions or 見学 and 体験 are not known.
   */
  admissionsByLead: z.array(z.strictObject({ ledBy: zWord(ledBy), count: z.int() })).nullable(),
  /** Members three months after the first day, of the admissions whose three months are over. */
  stayed: Share,
  /** The most admissions first, as the campaigns; `unknown`: not recorded. Null where admissions are not known. */
  byRoute: z.array(z.strictObject({ route: z.union([zWord(joinRoutes), z.literal('unknown')]), ...joined })).nullable(),
  /** A campaign of null: joined without one. */
  byCampaign: z.array(z.strictObject({ campaign: z.string().nullable(), ...joined })).nullable(),
  /** Admissions by age on the first of the month of joining; the youngest first, unknown ages last. */
  byAgeGender: z
    .array(z.strictObject({ band: zWord(ageBands), male: z.int(), female: z.int(), none: z.int() }))
    .nullable(),
  /**
   * The most frequent first; null where withdrawals are not known, and for who may not know why somebody left (member.write): with a
   * list of a day's leavers a count would name them.
   */
  withdrawalReasons: z
    .array(z.strictObject({ reason: z.union([zWord(cancelReasons), z.literal('unknown')]), count: z.int() }))
    .nullable(),
  /** Whole months of membership, ascending; null of months: the first day is not known. */
  withdrawalByTenure: z.array(z.strictObject({ months: z.int().nullable(), count: z.int() })).nullable(),
  /** Days from the last visit to the request to leave. Null where visits are not known. */
  withdrawalByAbsence: z.array(z.strictObject({ absence: zWord(absences), count: z.int() })).nullable(),
  /** Trials that were attended, by who held them, and those of them that joined within 30 days; null where bookings are not known. */
  trialsByStaff: z
    .array(z.strictObject({ staffId: zId.nullable(), name: z.string().nullable(), trials: z.int(), joined: Share }))
    .nullable(),
  /** A point a day or month of the period. */
  series: z.array(z.strictObject({ date: zDate, admissions: zCount, withdrawals: zCount })),
  /** 復会予告: 休会 that end in the month after the data date's; null before the data. */
  returning: z
    .strictObject({
      from: zDate,
      to: zDate,
      count: z.int(),
      /** Of them, those who leave instead. */
      leave: z.int(),
      /** At most 200, by day; absent without the right to write to members (member.write). */
      members: z.array(Returning).optional(),
    })
    .nullable(),
})
export type Admission = z.output<typeof Admission>

export const admissionInput = {
  ...reportDays,
  unit: zWord(seriesUnits).default('day'),
  joinedBy: zWord(joinedByWords).default('joined'),
}
