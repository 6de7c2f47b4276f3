import { z } from 'zod'
import { zDate, zDateTime, zId, zRate, zYen } from './common.ts'
import type { Endpoints } from './endpoint.ts'

/** A count of people or visits; null where a role may not see groups under 5 people, or where the day is still ahead. */
const zCount = z.int().nullable()

export const MembersReport = z.strictObject({
  opening: zCount,
  admissions: zCount,
  readmissions: zCount,
  transferIn: zCount,
  withdrawals: zCount,
  transferOut: zCount,
  closing: zCount,
  suspended: zCount,
  operating: zCount,
  netGrowth: zCount,
  churnRate: zRate,
})

export const VisitsReport = z.strictObject({
  /** Merged visits of everyone who entered these shops. */
  count: zCount,
  /** Member visit days: one person, one day, counted once. */
  days: zCount,
  /** Members who visited at least once. */
  unique: zCount,
  /** unique ÷ members who were 稼働 on any day of the period, of these shops' own members. */
  rate: zRate,
  /** days ÷ 稼働会員 at the close of the period. */
  perMember: zRate,
  /** Median of visit days among visitors. */
  median: zRate,
  /** Own 稼働 members who did not come once. */
  zeroVisitors: zCount,
})

export const salesCategories = [
  'membershipFee',
  'admissionFee',
  'ticket',
  'personal',
  'product',
  'option',
  'other',
] as const
export type SalesCategory = (typeof salesCategories)[number]

export const SalesReport = z.strictObject({
  /** Settled, before refunds. */
  gross: zYen,
  /** Refunds as a positive amount. */
  refund: zYen,
  net: zYen,
  netExTax: zYen,
  byCategory: z.record(z.enum(salesCategories), zYen),
  unpaid: zYen,
  collectionRate: zRate,
  arpu: zRate,
})

export const PeriodReport = z.strictObject({
  from: zDate,
  to: zDate,
  members: MembersReport,
  visits: VisitsReport,
  /** Absent for roles without `report.money`. */
  sales: SalesReport.optional(),
})
export type PeriodReport = z.output<typeof PeriodReport>

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
  /** Net sales of the day; absent for roles without `report.money`. */
  sales: zYen.nullable().optional(),
})
export type DailyReport = z.output<typeof DailyReport>

export const MonthlyStats = z.strictObject({
  requestInfo: z.strictObject({ shopId: zId.nullable(), year: z.int(), month: z.int() }),
  generatedAt: zDateTime,
  /** The last moment that the club system's data covers; null before the first sync. */
  dataAsOf: zDateTime.nullable(),
  /** True until the data covers the whole month, its card run (20th) and bank run (27th) included: 速報, otherwise 確定. */
  isProvisional: z.boolean(),
  prevMonthReport: PeriodReport,
  /** The previous month up to the same day, while the asked month is open; null when it is closed. */
  prevMonthToSameDay: PeriodReport.nullable(),
  thisMonthReport: PeriodReport,
  /** The asked month of the year before. */
  sameMonthLastYearReport: PeriodReport,
  /** The same up to the same day, while the asked month is open; null when it is closed. */
  sameMonthLastYearToSameDay: PeriodReport.nullable(),
  /** Known withdrawals, suspensions and starts after the data date; they enter no total. */
  scheduled: z.strictObject({ admissions: zCount, withdrawals: zCount, suspensions: zCount }),
  dailyReports: z.array(DailyReport),
})
export type MonthlyStats = z.output<typeof MonthlyStats>

export const report = {
  monthlyStats: {
    method: 'GET',
    path: '/api/admin/report/monthly-stats',
    permission: 'report.members',
    summary: '月次の集計（会員・来館・売上）',
    csv: { permission: 'report.export' },
    input: z.strictObject({
      /** Omitted: every shop the caller may see. */
      shopId: zId.optional(),
      year: z.int().min(2000).max(2100),
      month: z.int().min(1).max(12),
    }),
    output: MonthlyStats,
  },
} as const satisfies Endpoints
