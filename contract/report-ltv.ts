import { z } from 'zod'
import { zDate, zId, zLine, zRate, zWord } from './common.ts'
import { FirstYears, reportHead, zCount } from './report-head.ts'
import { reportPeriod } from './report-period.ts'
import { ageBands, ltvGroups } from './words/groups.ts'
import { genders, joinRoutes } from './words/member.ts'

/** How long a cohort is followed, in months. */
export const longestCurve = 24

/** A 95 % interval; null where the figure is not known, or of too few. */
const Range = z.strictObject({ low: zRate, high: zRate })
export type Range = z.output<typeof Range>

/** Value and duration of a membership over the twelve months, Σ ÷ Σ; yen with tax, unrounded. */
const ltvFigures = {
  /** At the close of the twelve months. */
  members: zCount,
  /** Fewer than 20 members, or fewer than 20 who left: 参考値. */
  isOfFew: z.boolean(),
  opening: zCount,
  withdrawals: zCount,
  /** Monthly: Σ withdrawals ÷ Σ openings. */
  churnRate: zRate,
  /** 1 ÷ churnRate. */
  avgTenureMonths: zRate,
  /** Sales ÷ Σ openings: per 在籍 and month. salesPerMember × avgTenureMonths = predicted, without a margin. */
  salesPerMember: zRate,
  /** Sales ÷ Σ mean 稼働会員. */
  arpu: zRate,
  /** A: salesPerMember ÷ churnRate × grossMargin. */
  predicted: zRate,
  /** B: months of the first year ÷ joiners (12 to 24 months ago) × arpu × grossMargin. */
  cohort12: zRate,
  /** Those joiners. */
  joined: zCount,
  /** C: mean total paid by who left in the twelve months and had joined since sales are known. */
  realized: zRate,
  /** How many these are. */
  realizedOf: zCount,
  /** D: sales to members per paying member and month, and mean months with a purchase of those who left. */
  arm: zRate,
  leg: zRate,
  armLeg: zRate,
  ranges: z.strictObject({ churnRate: Range, predicted: Range, cohort12: Range, realized: Range }),
}

/** After so many months, by Kaplan–Meier over the cohorts that have reached them; with a 95 % band. */
const Survival = z.strictObject({
  month: z.int(),
  share: zRate,
  low: zRate,
  high: zRate,
  /** Of them on 休会, as a share of all joiners. */
  paused: zRate,
  /** Joiners of cohorts that have all reached the month, and those of them who were members a month before. */
  joined: z.int(),
  atRisk: z.int(),
})

const LtvGroup = z.strictObject({
  /** A plan's code, a gender, an age band, a route, a shop's id; empty: 会員以外 (sales without a membership). */
  key: z.string(),
  label: z.string(),
  ...ltvFigures,
  survival: z.array(Survival),
})
export type LtvGroup = z.output<typeof LtvGroup>

const Cohort = z.strictObject({
  /** First day of the month of joining. */
  month: zDate,
  joined: z.int(),
  /**
   * Members at the close of the day so many months after each one's first day, 休会 included, from 0 to 12; null where
   * not all of them have reached it.
   */
  remaining: z.array(zCount).length(13),
  /** Of them on 休会. */
  paused: z.array(zCount).length(13),
  /** Net sales from the month of joining to the one so many months later ÷ joined; null with a filter, or where a month is not over. */
  revenuePerJoiner: z.array(zRate).length(13),
})
export type Cohort = z.output<typeof Cohort>

export const Ltv = z.strictObject({
  requestInfo: z.strictObject({
    shopId: zId.nullable(),
    year: z.int(),
    month: z.int(),
    cohortMonths: z.int(),
    groupBy: zWord(ltvGroups),
    plan: z.string().nullable(),
    gender: zWord(genders).nullable(),
    ageBand: zWord(ageBands).nullable(),
    joinRoute: z.string().nullable(),
    grossMargin: z.number().nullable(),
  }),
  ...reportHead,
  /** The twelve closed months; null before there are. */
  period: z.strictObject({ from: zDate, to: zDate }).nullable(),
  summary: z.strictObject(ltvFigures),
  /** The months of joining behind 1年LTV; null without any that is known. */
  firstYears: FirstYears.nullable(),
  /** 予測LTV at the ends of twelve months, each over the twelve months up to it; the oldest first, the last is the summary's. */
  series: z.array(
    z.strictObject({
      /** First day of the last of the twelve months. */
      month: zDate,
      /** Null where a month is not known, or began without members; or without withdrawals. */
      predicted: zRate,
      salesPerMember: zRate,
      churnRate: zRate,
    }),
  ),
  survival: z.array(Survival),
  /** The most members first; empty with `none`. */
  groups: z.array(LtvGroup),
  /** The oldest first. */
  cohorts: z.array(Cohort),
  /** Plans to filter by. */
  plans: z.array(z.strictObject({ code: z.string(), name: z.string() })),
})
export type Ltv = z.output<typeof Ltv>

export const ltvInput = {
  shopId: reportPeriod.shopId,
  /** The twelve months end with this one, or with the last that is over. */
  year: reportPeriod.year,
  month: reportPeriod.month,
  cohortMonths: z.int().min(1).max(24).default(12),
  groupBy: zWord(ltvGroups).default('none'),
  /** Filters: a plan's code … */
  plan: zLine(50).optional(),
  gender: zWord(genders).optional(),
  ageBand: zWord(ageBands).optional(),
  joinRoute: z.union([zWord(joinRoutes), z.literal('unknown')]).optional(),
  /** Share of sales that is left, 0–1. */
  grossMargin: z.number().min(0).max(1).optional(),
}
