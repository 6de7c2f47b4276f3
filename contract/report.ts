import { z } from 'zod'
import { zDate, zDateTime, zId, zRate, zWord, zYen } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { Admission, admissionInput } from './report-admission.ts'
import { DuesRecovery, duesInput } from './report-dues.ts'
import { FeeRetention, feeRetentionInput } from './report-fee-retention.ts'
import { FirstDays, firstDaysInput, firstDaysMembersInput, Newcomers } from './report-first-days.ts'
import { FirstYears, reportHead as head, zCount } from './report-head.ts'
import { Lessons, lessonsInput } from './report-lessons.ts'
import { Ltv, ltvInput } from './report-ltv.ts'
import { MemberPlan, memberPlanInput } from './report-member-plan.ts'
import { reportPeriod } from './report-period.ts'
import { ProductSales, productSalesInput, Sales, salesInput } from './report-sales.ts'
import { ShopComparison, shopComparisonInput } from './report-shops.ts'
import {
  ChangesInVisitsSeries,
  ChangesInVisitsSummary,
  ClassMembers,
  changesInVisitsInput,
  changesInVisitsMembersInput,
  changesInVisitsSeriesInput,
} from './report-visits.ts'
import { Why, whyInput } from './report-why.ts'
import { salesCategories } from './words/report.ts'

const MembersReport = z.strictObject({
  opening: zCount,
  admissions: zCount,
  readmissions: zCount,
  transferIn: zCount,
  withdrawals: zCount,
  transferOut: zCount,
  /** Members who requested to leave, each once per day. */
  withdrawalRequests: zCount,
  closing: zCount,
  suspended: zCount,
  operating: zCount,
  netGrowth: zCount,
  /** admissions ÷ opening. */
  admissionRate: zRate,
  /** withdrawals ÷ opening. */
  churnRate: zRate,
  /** withdrawals ÷ the mean of opening and closing. */
  churnRateOfAverage: zRate,
})

const VisitsReport = z.strictObject({
  /** Merged visits of everyone who entered these shops. */
  count: zCount,
  /** Member visit days: one person, one day, counted once. */
  days: zCount,
  /** Members who visited at least once. */
  unique: zCount,
  /** unique ÷ members who were 稼働 on any day of the period, of these shops' own members. */
  rate: zRate,
  /** days ÷ 稼働会員 at the close of the period; over a year, summed over its months. */
  perMember: zRate,
  /** days ÷ unique; over a year, days ÷ the sum of unique over its months. */
  perVisitor: zRate,
  /** Median of visit days among visitors; of one month only. */
  median: zRate,
  /** Own 稼働 members without a visit. */
  zeroVisitors: zCount,
})

export const SalesReport = z.strictObject({
  /** Settled, before refunds; null, as the amounts below, where no sales of the period are known. */
  gross: zYen.nullable(),
  /** Refunds as a positive amount. */
  refund: zYen.nullable(),
  net: zYen.nullable(),
  netExTax: zYen.nullable(),
  byCategory: z.record(zWord(salesCategories), zYen.nullable()),
  /** `byCategory` without tax. */
  byCategoryExTax: z.record(zWord(salesCategories), zYen.nullable()),
  /** Null where no bills of the period are known. */
  unpaid: zYen.nullable(),
  collectionRate: zRate,
  /** net ÷ the mean of 稼働会員 before the period and at its close; over a year, summed over its months. */
  arpu: zRate,
  /** Net membership fees ÷ members with a bill of the month whose run is over; over a year, summed over its months. */
  duesPerMember: zRate,
})

export type SalesReport = z.output<typeof SalesReport>

const ReservationsReport = z.strictObject({
  /** Classes that started in the period. */
  slots: zCount,
  capacity: zCount,
  /** Every booking of the period, including cancelled ones, excluding キャンセル待ち. */
  booked: zCount,
  /** Checked in or completed. */
  attended: zCount,
  noShow: zCount,
  lateCancel: zCount,
  cancelled: zCount,
  /** Seats used ÷ capacity; a late cancellation that was not booked again is used. */
  utilization: zRate,
  /** Seats of classes attended ÷ capacity. */
  attendanceRate: zRate,
  /** noShow ÷ (attended + noShow). */
  noShowRate: zRate,
  /** lateCancel ÷ booked. */
  lateCancelRate: zRate,
})

const LeadsReport = z.strictObject({
  tours: zCount,
  trials: zCount,
  /** Trials that joined the company within 30 days. */
  trialsJoined: zCount,
  trialConversion: zRate,
})

export const PeriodReport = z.strictObject({
  from: zDate,
  to: zDate,
  members: MembersReport,
  visits: VisitsReport,
  reservations: ReservationsReport,
  leads: LeadsReport,
  /** Absent for roles without `report.money`; null for a period that has not started. */
  sales: SalesReport.nullable().optional(),
})
export type PeriodReport = z.output<typeof PeriodReport>

/** A year, a month among twelve, or a month to the same day: the median is counted for a single month only. */
const WithoutMedian = PeriodReport.extend({ visits: VisitsReport.extend({ median: z.null() }) })
export type WithoutMedian = z.output<typeof WithoutMedian>

export const DailyReport = z.strictObject({
  date: zDate,
  /** 0 = Sunday. */
  dow: z.int().min(0).max(6),
  isHoliday: z.boolean(),
  admissions: zCount,
  transferIn: zCount,
  withdrawals: zCount,
  transferOut: zCount,
  closing: zCount,
  visits: zCount,
  unique: zCount,
  booked: zCount,
  attended: zCount,
  noShow: zCount,
  /** Net sales of the day; absent for roles without `report.money`. */
  sales: zYen.nullable().optional(),
})
export type DailyReport = z.output<typeof DailyReport>

/** Monthly targets, summed over the shops. */
export const Target = z.strictObject({
  /** Null, as the others, where only a part of the month is known: a part is not compared with a goal of the month. */
  admissions: zCount,
  /** An upper limit. */
  withdrawals: zCount,
  closing: zCount,
  /** Absent for roles without `report.money`. */
  sales: zYen.nullable().optional(),
})
export type Target = z.output<typeof Target>

/** The forecast of the open month: 着地見込. */
export const Landing = z.strictObject({
  /** So far, plus the rest by the course of the last twelve closed months; at least the known starts. */
  admissions: z.int(),
  /** So far, plus the known ones, plus those usually requested later in the month. */
  withdrawals: z.int(),
  /** 期末: the current number with the two forecasts above added and subtracted. */
  closing: z.int(),
  /**
   * Mean |見込 − 実績| ÷ 実績 of 入会 in those months: each forecast by the same method on the same day, from what was known
   * on it, for these shops; null with too few months.
   */
  admissionsError: zRate,
  /** Dues so far plus those still to be collected; other sales by their course. */
  sales: zYen.optional(),
})
export type Landing = z.output<typeof Landing>

/** Of the cohort that joined N months before the requested month: how many are still in the same membership. */
export const Retention = z.strictObject({
  months: z.union([z.literal(1), z.literal(3), z.literal(6), z.literal(12)]),
  /** The cohort: members who joined in these days and whose N months end by the data date. */
  from: zDate,
  to: zDate,
  joined: zCount,
  kept: zCount,
  rate: zRate,
})
export type Retention = z.output<typeof Retention>

/** When facts of the requested period were last corrected after it had been fully counted; null: never. */
const correctedAt = zDateTime.nullable()

/** Figures that ripen: they may change after the period is over. */
const ripening = ['trialsJoined', 'trialConversion', 'collectionRate', 'unpaid'] as const

export const MonthlyStats = z.strictObject({
  requestInfo: z.strictObject({ shopId: zId.nullable(), year: z.int(), month: z.int() }),
  ...head,
  correctedAt,
  /** Figures that can still change: by a trial within its 30 days, or an unpaid bill. */
  stillMoving: z.array(z.enum(ripening)),
  prevMonthReport: PeriodReport,
  /** The previous month up to the same day, while the requested month is open; null when it is closed. */
  prevMonthToSameDay: WithoutMedian.nullable(),
  thisMonthReport: PeriodReport,
  /** The requested month of the year before. */
  sameMonthLastYearReport: PeriodReport,
  /** The month of the year before up to the same day, while the requested month is open; null when it is closed. */
  sameMonthLastYearToSameDay: WithoutMedian.nullable(),
  /** Known withdrawals, suspensions and starts after the data date; not part of any total. */
  scheduled: z.strictObject({ admissions: zCount, withdrawals: zCount, suspensions: zCount }),
  /** The shops' current targets; null where none of them has one, and for trading partners (level1). */
  target: Target.nullable(),
  /** Null when the month is not open, and for trading partners. */
  landing: Landing.nullable(),
  /** Shortest first. */
  retention: z.array(Retention),
  /** 在籍力 of the trailing 12 closed months: 月次平均入会数 ÷ 月次平均退会率. */
  equilibrium: zRate,
  /** Merged visits by weekday (0 = Sunday) and hour (0–23, Asia/Tokyo); null for trading partners. */
  visitHours: z.array(z.array(z.int()).length(24)).length(7).nullable(),
  dailyReports: z.array(DailyReport),
})
export type MonthlyStats = z.output<typeof MonthlyStats>

/** One shop's month in a row of the comparison. */
export const ShopMonth = z.strictObject({
  shopId: zId,
  shopName: z.string(),
  opening: zCount,
  admissions: zCount,
  withdrawals: zCount,
  netGrowth: zCount,
  /** Part of netGrowth, besides 入会 and 退会. */
  transferIn: zCount,
  transferOut: zCount,
  closing: zCount,
  churnRate: zRate,
  visits: zCount,
  visitRate: zRate,
  utilization: zRate,
  trialConversion: zRate,
  /** Net; absent, as the two below, for roles without `report.money`; null for a future month. */
  sales: zYen.nullable().optional(),
  arpu: zRate.optional(),
  collectionRate: zRate.optional(),
  target: Target.nullable(),
  /** Of an open month, as in the shop's own report: starts and ends known for its later days, and the forecast; null otherwise. */
  scheduled: z.strictObject({ admissions: zCount, withdrawals: zCount }).nullable(),
  landing: Landing.pick({ withdrawals: true, closing: true }).nullable(),
})
export type ShopMonth = z.output<typeof ShopMonth>

export const MonthlyStatsByShop = z.strictObject({
  requestInfo: z.strictObject({ year: z.int(), month: z.int() }),
  ...head,
  /** In display order. */
  shops: z.array(ShopMonth),
})
export type MonthlyStatsByShop = z.output<typeof MonthlyStatsByShop>

/**
 * A year's figures: rates and money per member are Σ ÷ Σ of its months. In a year in progress, figures per member (客単価,
 * 会費単価, 来館頻度) exclude the current month; null before one is over.
 */
export const YearReport = WithoutMedian.extend({
  /** Mean of the months' churn rates. `members.churnRate` is Σ withdrawals ÷ opening of the year. */
  averageMonthlyChurn: zRate,
})
export type YearReport = z.output<typeof YearReport>

/** 年間退会率 by both common definitions; null where one of the months started without members. */
const churnOfTwelveMonths = {
  /** Σ withdrawals ÷ the mean 在籍 of the months, each the mean of its opening and closing. */
  ofAverage: zRate,
  /** Σ withdrawals ÷ the opening of the first of the months. */
  ofOpening: zRate,
}

/** For a year that is over its own months, for one in progress the trailing 12 closed ones. */
export const AnnualChurn = z.strictObject({
  from: zDate,
  to: zDate,
  ...churnOfTwelveMonths,
  /** For the twelve months before these. */
  before: z.strictObject(churnOfTwelveMonths),
})
export type AnnualChurn = z.output<typeof AnnualChurn>

/** Length of membership, in whole months; null without anybody. */
export const Stay = z.strictObject({ members: zCount, mean: zRate, median: zRate })
export type Stay = z.output<typeof Stay>

/**
 * Duration and value of a membership, over the trailing 12 closed months together; null where one started without
 * members.
 */
export const Lifetime = z.strictObject({
  /** Monthly: Σ withdrawals ÷ Σ openings. */
  churnRate: zRate,
  /** 1 ÷ churnRate: an estimate that assumes today's churn. */
  tenureMonths: zRate,
  /** Of those who left in the 12 months, until their last day. */
  stayOfLeavers: Stay,
  /** Of the members at the close of the 12 months, so far. */
  stayOfMembers: Stay,
  /**
   * Monthly net sales per 在籍 ÷ churnRate, both by the same openings; yen. Absent, as the one below, for roles without
   * `report.money`.
   */
  predictedLtv: zRate.optional(),
  /**
   * Months of membership in the first year ÷ members who joined (12 to 24 months ago) × monthly net sales per 稼働会員;
   * yen.
   */
  cohortLtv: zRate.optional(),
  /** The months of joining behind it; null without any that is known. */
  firstYears: FirstYears.nullable().optional(),
})
export type Lifetime = z.output<typeof Lifetime>

export const MonthOfYear = WithoutMedian.extend({ year: z.int(), month: z.int() })
export type MonthOfYear = z.output<typeof MonthOfYear>

export const YearlyStats = z.strictObject({
  /** With fiscalStartMonth 4, `year` is the 年度: April to March of the next year. */
  requestInfo: z.strictObject({ shopId: zId.nullable(), year: z.int(), fiscalStartMonth: z.int() }),
  ...head,
  correctedAt,
  /** As for a month. */
  stillMoving: z.array(z.enum(ripening)),
  thisYearReport: YearReport,
  prevYearReport: YearReport,
  /** The year before up to the same day, while the requested year is open; no unique, rate or zeroVisitors. */
  prevYearToSameDay: YearReport.nullable(),
  annualChurn: AnnualChurn,
  /** 在籍力 of the trailing 12 closed months. */
  equilibrium: zRate,
  lifetime: Lifetime,
  /** Twelve, in the order of the year; future ones have no counts. */
  monthlyReports: z.array(MonthOfYear).length(12),
  prevYearMonthlyReports: z.array(MonthOfYear).length(12),
})
export type YearlyStats = z.output<typeof YearlyStats>

const { shopId, year, month, fiscalStartMonth } = reportPeriod

const csv = { permission: 'report.export' } as const

export const report = {
  monthlyStats: get(
    '/report/monthly-stats',
    'report.members',
    '月次の集計（会員・来館・予約・売上）',
    { shopId, year, month },
    MonthlyStats,
    { csv, cost: 'heavy' },
  ),
  monthlyStatsByShop: get(
    '/report/monthly-stats/shops',
    'report.members',
    '月次の集計を店舗ごとに比べる',
    { year, month },
    MonthlyStatsByShop,
    { csv, cost: 'heavy' },
  ),
  shopComparison: get(
    '/report/shop-comparison',
    'report.analysis',
    '店舗を並べて比べる（率の幅と、似た店舗）',
    shopComparisonInput,
    ShopComparison,
    { csv, cost: 'heavy' },
  ),
  yearlyStats: get(
    '/report/yearly-stats',
    'report.members',
    '年次の集計（会員・来館・予約・売上）',
    { shopId, year, fiscalStartMonth },
    YearlyStats,
    { csv, cost: 'heavy' },
  ),
  admission: get('/report/admission', 'report.analysis', '入会・退会の分析', admissionInput, Admission, {
    csv,
    cost: 'heavy',
  }),
  firstDays: get(
    '/report/first-days',
    'report.analysis',
    '最初の30日の来館と、その後の継続',
    firstDaysInput,
    FirstDays,
    { csv, cost: 'heavy' },
  ),
  /** Names and telephone: for who may export members. */
  firstDaysMembers: get(
    '/report/first-days/members',
    'member.export',
    '最初の30日の来館が少ない新入会員',
    firstDaysMembersInput,
    Newcomers,
    { csv: { permission: 'member.export' }, cost: 'heavy' },
  ),
  /** Figures of money need `report.money` too. */
  why: get(
    '/report/why',
    'report.analysis',
    'なぜ変わったか（動き・プラン・年代・在籍期間・入会経路・店舗・売上の種別の要因）',
    whyInput,
    Why,
    {
      cost: 'exclusive',
    },
  ),
  ltv: get('/report/ltv', 'report.money', 'LTVと継続（プラン・性別・年代・経路・店舗別）', ltvInput, Ltv, {
    csv,
    cost: 'heavy',
  }),
  sales: get('/report/sales', 'report.money', '売上の集計（種別・支払方法・担当者）', salesInput, Sales, {
    csv,
    cost: 'heavy',
  }),
  productSales: get('/report/product-sales', 'report.money', '商品別の売上', productSalesInput, ProductSales, {
    csv,
    cost: 'heavy',
  }),
  dues: get('/report/dues', 'report.money', '未収金の回収（月・支払方法・店舗別）', duesInput, DuesRecovery, {
    csv,
    cost: 'heavy',
  }),
  memberPlan: get('/report/member-plan', 'report.analysis', 'プラン構成と会費の動き', memberPlanInput, MemberPlan, {
    csv,
    cost: 'heavy',
  }),
  lessons: get('/report/lessons', 'report.analysis', 'レッスンの稼働（クラス・枠・担当者別）', lessonsInput, Lessons, {
    csv,
    cost: 'heavy',
  }),
  feeRetention: get('/report/fee-retention', 'report.money', '会費の維持率', feeRetentionInput, FeeRetention, {
    csv,
    cost: 'heavy',
  }),
  changesInVisitsSummary: get(
    '/report/changes-in-visits/summary',
    'report.analysis',
    '来館の変化（7つの分類）',
    changesInVisitsInput,
    ChangesInVisitsSummary,
    { csv, cost: 'heavy' },
  ),
  changesInVisitsSeries: get(
    '/report/changes-in-visits/series',
    'report.analysis',
    '来館の変化の推移、曜日と時間帯',
    changesInVisitsSeriesInput,
    ChangesInVisitsSeries,
    { csv, cost: 'heavy' },
  ),
  /** Names of a class: for who may export members. */
  changesInVisitsMembers: get(
    '/report/changes-in-visits/members',
    'member.export',
    '来館の変化の分類ごとの会員',
    changesInVisitsMembersInput,
    ClassMembers,
    { csv: { permission: 'member.export' }, cost: 'heavy' },
  ),
} satisfies Endpoints
