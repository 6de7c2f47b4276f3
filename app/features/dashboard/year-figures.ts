import type { KpiKey } from '#contract/kpi.ts'
import type { Stay, YearlyStats, YearReport } from '#contract/report.ts'
import { firstYearsNote } from '#contract/unknown-days.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import type { ChartPoint } from '~/components/charts/series'
import { formatDecimal, formatPercent } from '~/lib/format'
import { closedYear, monthsOf, type TwelveMonths } from './closed-year'
import type { Course } from './course'
import {
  asOf,
  compare,
  type Difference,
  endsLater,
  isQuiet,
  type PeriodKpi,
  pointOf,
  read,
  type ShownFigure,
  shownFigure,
  uncoloured,
  type Value,
} from './figures'

export type MonthOfYear = YearlyStats['monthlyReports'][number]

/** Figures of a whole year; 在籍力 belongs to the response, not to one of its years. */
export type YearKpi = PeriodKpi | 'annualChurn' | 'averageMonthlyChurn'

const ofYear = {
  ...read,
  averageMonthlyChurn: (year) => year.averageMonthlyChurn,
} satisfies Record<Exclude<YearKpi, 'annualChurn'>, (year: YearReport) => Value>

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

/** The year is not complete in the data. */
export function isOpen({ thisYearReport, monthlyReports }: YearlyStats): boolean {
  const last = monthlyReports.at(-1)
  return last !== undefined && thisYearReport.to < lastDayOf(last.year, last.month)
}

/**
 * What the year is compared with: the previous year to the same day while it is open, otherwise all of it. Null if the
 * role may not see a partial year, since a part is not compared with a whole.
 */
export function lastYear(stats: YearlyStats): { year: YearReport | null; label: string } {
  return isOpen(stats)
    ? { year: stats.prevYearToSameDay, label: '前年同日' }
    : { year: stats.prevYearReport, label: '前年' }
}

/** A figure of the year on its card. */
export interface YearFigure {
  figure: ShownFigure
  /** 前年, 前年同日 or the like. */
  comparedWith: string
  difference: Difference
  /** The figure by other definitions. */
  alternatives?: { label: string; text: string }[]
  /** The months covered, if not the year to date. */
  note?: string
  /** Period of the linked rows. */
  period?: TwelveMonths
}

/** One figure of the year beside the year before. */
export function yearFigure(stats: YearlyStats, key: YearKpi): YearFigure {
  if (key === 'annualChurn') return annualChurn(stats)
  const { thisYearReport } = stats
  const value = ofYear[key](thisYearReport)
  const { year, label } = lastYear(stats)
  const closed = stats.monthlyReports.filter((month) => !isNotOver(stats, month)).at(-1)
  return {
    figure: {
      ...shownFigure(key, value),
      ...(key === 'closingMembers' && isOpen(stats) && { label: asOf(thisYearReport) }),
    },
    comparedWith: label,
    difference:
      !year || isQuiet(year)
        ? null
        : uncoloured(compare(key, value, ofYear[key](year)), isOpen(stats) && endsLater.has(key)),
    ...(key === 'arpu' && isOpen(stats) && closed && { note: `${closed.month}月まで（途中の月を除く）` }),
  }
}

/** 年間退会率 of the last twelve closed months, as clubs publish it; also by the other definition. */
function annualChurn(stats: YearlyStats): YearFigure {
  const { ofAverage, ofOpening, to, before } = stats.annualChurn
  const period = closedYear(to)
  return {
    figure: shownFigure('annualChurn', ofAverage),
    comparedWith: isOpen(stats) ? '前の12か月' : '前年',
    difference: compare('annualChurn', ofAverage, before.ofAverage),
    alternatives: [{ label: '期首在籍で割ると', text: formatPercent(ofOpening) }],
    ...(isOpen(stats) && { note: monthsOf(period), period }),
  }
}

interface LongRun extends Pick<YearFigure, 'figure' | 'alternatives'> {
  period: TwelveMonths
  note: string
}

/** `21.6か月（中央値 15.0か月）`. */
const stayText = ({ mean, median }: Stay) =>
  mean === null ? '–' : `${formatDecimal(mean)}か月（中央値 ${formatDecimal(median)}か月）`

/** Figures of the trailing twelve closed months, each with the period of its rows. */
export function longRun({ equilibrium, lifetime, thisYearReport }: YearlyStats): LongRun[] {
  const { tenureMonths, stayOfLeavers, stayOfMembers, predictedLtv, cohortLtv } = lifetime
  const period = closedYear(thisYearReport.to)
  const before = { ...period, year: period.year - 1 }
  const note = monthsOf(period)
  const people: LongRun[] = [
    { figure: shownFigure('equilibrium', equilibrium), period, note },
    {
      figure: shownFigure('tenure', tenureMonths),
      period,
      note,
      alternatives: [
        { label: '退会した会員の実績', text: stayText(stayOfLeavers) },
        { label: '在籍中の会員', text: stayText(stayOfMembers) },
      ],
    },
  ]
  if (predictedLtv === undefined) return people
  return [
    ...people,
    { figure: shownFigure('predictedLtv', predictedLtv), period, note },
    // The cohort that joined a year earlier has a complete year.
    {
      figure: shownFigure('cohortLtv', cohortLtv),
      period: before,
      note: firstYearsNote(lifetime.firstYears) ?? `${monthsOf(before)} 入会`,
    },
  ]
}

/** Column label: 期末在籍 only if all months are over, （速報） if a month of a completed year may still change. */
export function headOfFigure(stats: YearlyStats, key: PeriodKpi): Pick<ShownFigure, 'label' | 'formula'> {
  const { label, formula } = shownFigure(key, null)
  if (!stats.isProvisional && stats.stillMoving.some((one) => one === key))
    return { label: `${label}（速報）`, formula }
  if (key !== 'closingMembers' || !stats.monthlyReports.some((month) => isRunning(stats, month)))
    return { label, formula }
  return {
    label: '在籍',
    formula: (formulas) => `${formulas.closingMembers}${pointOf(stats.thisYearReport)}の月は、その日の在籍数です。`,
  }
}

/** A month without any data yet. */
export const isAhead = (stats: YearlyStats, month: MonthOfYear) => month.from > stats.thisYearReport.to

/** An incomplete month, which is not compared with a complete one. */
export function isRunning(stats: YearlyStats, { from, year, month }: MonthOfYear): boolean {
  const { to } = stats.thisYearReport
  return from <= to && to < lastDayOf(year, month)
}

/** A figure's monthly values; null for future months, even if the response has values. */
export function monthValues(stats: YearlyStats, key: PeriodKpi, isExcluded = isAhead): (number | null)[] {
  return stats.monthlyReports.map((month) => (isExcluded(stats, month) ? null : (read[key](month) ?? null)))
}

interface YearCourse {
  of: PeriodKpi
  kind: Course['kind']
  /** Months to leave out; default: future months. */
  isExcluded?: typeof isAhead
}

function isNotOver(stats: YearlyStats, month: MonthOfYear): boolean {
  return isAhead(stats, month) || isRunning(stats, month)
}

const courses: Partial<Record<KpiKey, YearCourse>> = {
  closingMembers: { of: 'closingMembers', kind: 'line' },
  netSales: { of: 'netSales', kind: 'bars' },
  admissions: { of: 'admissions', kind: 'bars' },
  withdrawals: { of: 'withdrawals', kind: 'bars' },
  annualChurn: { of: 'withdrawals', kind: 'bars' },
  averageMonthlyChurn: {
    of: 'churnRate',
    kind: 'line',
    // As in the mean, since people leave on a month's last day.
    isExcluded: isNotOver,
  },
  visitCount: { of: 'visitCount', kind: 'bars' },
  // Meaningless for an incomplete month, whose dues are not billed yet.
  arpu: { of: 'arpu', kind: 'line', isExcluded: isNotOver },
}

/** The monthly values of a figure; undefined where it has none. */
export function yearCourse(stats: YearlyStats, key: KpiKey): Course | undefined {
  const course = courses[key]
  if (!course) return undefined
  // The bars cover the same months as the rate.
  if (key === 'annualChurn' && isOpen(stats)) return { kind: course.kind, values: withdrawalsOf(stats) }
  const running = stats.monthlyReports.findIndex((month) => isRunning(stats, month))
  return {
    kind: course.kind,
    values: monthValues(stats, course.of, course.isExcluded),
    ...(running >= 0 && { running }),
  }
}

/** 退会 of the twelve closed months. */
const withdrawalsOf = ({ prevYearMonthlyReports, monthlyReports, annualChurn: { from, to } }: YearlyStats) =>
  [...prevYearMonthlyReports, ...monthlyReports]
    .filter((month) => from <= month.from && month.to <= to)
    .map(({ members }) => members.withdrawals)

/** One figure by month, this year and last. */
export interface MonthPair {
  year: number
  month: number
  now: number | null
  before: number | null
  /** now ÷ before; null where a side is missing or the month is not over. */
  ratio: number | null
  isRunning: boolean
}

export function monthPairs(stats: YearlyStats, key: PeriodKpi): MonthPair[] {
  const values = monthValues(stats, key)
  return stats.monthlyReports.map((report, index) => {
    const now = values[index] ?? null
    const yearBefore = stats.prevYearMonthlyReports[index]
    // Nothing to compare with before the club opened.
    const before = yearBefore && !isQuiet(yearBefore) ? (read[key](yearBefore) ?? null) : null
    const running = isRunning(stats, report)
    const ratio = now === null || before === null || before <= 0 || running ? null : now / before
    return { year: report.year, month: report.month, now, before, ratio, isRunning: running }
  })
}

/** This year full, last year hatched. */
export const pairPoints = (pairs: MonthPair[], percentOf = formatPercent): ChartPoint[] =>
  pairs.map(({ year, month, now, before, ratio, isRunning }) => ({
    key: `${year}-${String(month).padStart(2, '0')}`,
    label: `${month}月`,
    subLabel: ratio === null ? '–' : `${Math.round(ratio * 100)}%`,
    name: `${year}年${month}月${isRunning ? '（途中）' : ''}`,
    values: { now, before },
    note: `前年比 ${percentOf(ratio)}`,
  }))

/** The figures of movements and closing members. */
export const movementKeys = [
  'admissions',
  'transferIn',
  'withdrawals',
  'transferOut',
  'closingMembers',
] as const satisfies PeriodKpi[]

export interface Movement extends Record<(typeof movementKeys)[number], number | null> {
  year: number
  month: number
  isRunning: boolean
  /** 入会 and 転入. */
  came: number | null
  /** 退会 and 転出. */
  went: number | null
}

const sum = (...values: (number | null)[]) =>
  values.reduce((total, value) => (total === null || value === null ? null : total + value))

/** Movements by month and closing members; null where a part is withheld or in the future. */
export function movements(stats: YearlyStats): Movement[] {
  return stats.monthlyReports.map((report) => {
    const visible = (key: (typeof movementKeys)[number]) => (isAhead(stats, report) ? null : read[key](report))
    const [admissions, transferIn] = [visible('admissions'), visible('transferIn')]
    const [withdrawals, transferOut] = [visible('withdrawals'), visible('transferOut')]
    return {
      year: report.year,
      month: report.month,
      isRunning: isRunning(stats, report),
      admissions,
      transferIn,
      withdrawals,
      transferOut,
      closingMembers: visible('closingMembers'),
      came: sum(admissions, transferIn),
      went: sum(withdrawals, transferOut),
    }
  })
}

/** Joins solid, leaves hatched, closing members as a line. */
export const movementPoints = (all: Movement[]): ChartPoint[] =>
  all.map(({ year, month, came, went, closingMembers }) => ({
    key: String(month),
    label: `${month}月`,
    name: `${year}年${month}月`,
    values: { came, went: went === null ? null : -went, closing: closingMembers },
  }))

/** Share of a category in net sales; null if these are zero or negative. */
export const salesShare = (sales: YearReport['sales'], category: SalesCategory) =>
  sales?.net && sales.net > 0 ? (sales.byCategory[category] ?? 0) / sales.net : null
