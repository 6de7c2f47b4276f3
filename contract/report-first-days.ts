import { z } from 'zod'
import { listOf, pageInput, zDate, zId, zRate, zWord } from './common.ts'
import { reportHead, zCount } from './report-head.ts'
import { reportPeriod } from './report-period.ts'
import { firstDaysGroups, firstDaysMonths } from './words/first-days.ts'

/** Still members so many months after day 30: Kaplan–Meier, with a 95 % interval. */
const SurvivalPoint = z.strictObject({
  month: z.int(),
  share: z.number(),
  low: z.number(),
  high: z.number(),
  /** Of the group, who have had so many months, whether they stayed or left: what the share rests on. */
  people: z.int(),
})
export type SurvivalPoint = z.output<typeof SurvivalPoint>

/** Joiners with so many visit days in their first 30 days, who were still members at the close of day 30. */
export const FirstDaysRow = z.strictObject({
  key: zWord(firstDaysGroups),
  people: z.int(),
  /** Of all groups. */
  share: zRate,
  /** Fewer than 20 people: 参考値. */
  isOfFew: z.boolean(),
  /** From month 0, at which all are members, as far as anybody has been followed. */
  survival: z.array(SurvivalPoint),
})
export type FirstDaysRow = z.output<typeof FirstDaysRow>

export const FirstDays = z.strictObject({
  requestInfo: z.strictObject({ shopId: zId.nullable(), year: z.int(), month: z.int() }),
  ...reportHead,
  /** First days of the counted joiners, from the first to the last one; null where none is known. */
  joined: z.strictObject({ from: zDate, to: zDate }).nullable(),
  /** The day up to whose close they are followed; null for a month to come. */
  until: zDate.nullable(),
  /** Members at the close of their day 30: Σ groups. */
  people: zCount,
  /** Who had left by then, and is in no group. */
  leftBefore: zCount,
  /** Fewest visits first; null where not known. */
  groups: z.array(FirstDaysRow).nullable(),
  /**
   * The group with the fewest and the one with the most visits, and the month at which they are compared; null where one
   * of them has fewer than 20 people then.
   */
  compared: z
    .strictObject({
      month: z.literal(firstDaysMonths),
      fewest: zWord(firstDaysGroups),
      most: zWord(firstDaysGroups),
      isBeyondChance: z.boolean(),
    })
    .nullable(),
  /** Of the data date, and null in a month before it, or where no shop knows them. */
  newcomers: z
    .strictObject({
      /** First days of who is on day 10 to 30. */
      from: zDate,
      to: zDate,
      /** Members in shops with a usual number of visits. */
      count: z.int(),
      /** Those below it. */
      below: z.int(),
    })
    .nullable(),
})
export type FirstDays = z.output<typeof FirstDays>

/** A member on day 10 to 30 with fewer visit days than is usual by then. */
export const Newcomer = z.strictObject({
  /** Null if the member is no longer in the caller's shops. */
  userId: zId.nullable(),
  memberNo: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  /** Where they joined. */
  shopName: z.string(),
  joinedOn: zDate,
  /** The first one is 1. */
  day: z.int(),
  visits: z.int(),
  /** The shop's median of 30 days, in proportion to the days gone. */
  usual: z.number(),
  /** Masked as in the members list. */
  tel: z.string().nullable(),
})
export type Newcomer = z.output<typeof Newcomer>

export const Newcomers = listOf(Newcomer).extend({
  /** The data date; null without data. */
  date: zDate.nullable(),
})

export const firstDaysInput = {
  shopId: reportPeriod.shopId,
  year: reportPeriod.year,
  month: reportPeriod.month,
}
export const firstDaysMembersInput = { shopId: reportPeriod.shopId, ...pageInput }
