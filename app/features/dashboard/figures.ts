import { type KpiKey, kpi } from '#contract/kpi.ts'
import type { MonthlyStats, PeriodReport } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import type { TipText } from '~/components/report/info-tip'
import { firstDay } from '~/frame/report/first-day'
import { shortDay, todayInTokyo } from '~/lib/dates'
import { formatCount, formatDecimal, formatDifference, formatPercent, formatYen, spokenDifference } from '~/lib/format'

/** Null if withheld or without a denominator; undefined if the role may not see money. */
export type Value = number | null | undefined

/** Reads each figure from a period's report. */
export const read = {
  openingMembers: (period) => period.members.opening,
  closingMembers: (period) => period.members.closing,
  operatingMembers: (period) => period.members.operating,
  suspendedMembers: (period) => period.members.suspended,
  admissions: (period) => period.members.admissions,
  readmissions: (period) => period.members.readmissions,
  withdrawals: (period) => period.members.withdrawals,
  transferIn: (period) => period.members.transferIn,
  transferOut: (period) => period.members.transferOut,
  withdrawalRequests: (period) => period.members.withdrawalRequests,
  netGrowth: (period) => period.members.netGrowth,
  admissionRate: (period) => period.members.admissionRate,
  churnRate: (period) => period.members.churnRate,
  visitCount: (period) => period.visits.count,
  visitDays: (period) => period.visits.days,
  uniqueVisitors: (period) => period.visits.unique,
  visitRate: (period) => period.visits.rate,
  visitFrequency: (period) => period.visits.perMember,
  visitsPerVisitor: (period) => period.visits.perVisitor,
  visitMedian: (period) => period.visits.median,
  zeroVisitors: (period) => period.visits.zeroVisitors,
  slots: (period) => period.reservations.slots,
  capacity: (period) => period.reservations.capacity,
  booked: (period) => period.reservations.booked,
  attended: (period) => period.reservations.attended,
  noShow: (period) => period.reservations.noShow,
  lateCancel: (period) => period.reservations.lateCancel,
  cancelled: (period) => period.reservations.cancelled,
  utilization: (period) => period.reservations.utilization,
  attendanceRate: (period) => period.reservations.attendanceRate,
  noShowRate: (period) => period.reservations.noShowRate,
  lateCancelRate: (period) => period.reservations.lateCancelRate,
  tours: (period) => period.leads.tours,
  trials: (period) => period.leads.trials,
  trialsJoined: (period) => period.leads.trialsJoined,
  trialConversion: (period) => period.leads.trialConversion,
  netSales: (period) => period.sales?.net,
  arpu: (period) => period.sales?.arpu,
  duesPerMember: (period) => period.sales?.duesPerMember,
  collectionRate: (period) => period.sales?.collectionRate,
  unpaid: (period) => period.sales?.unpaid,
} satisfies Partial<Record<KpiKey, (period: PeriodReport) => Value>>

/** The figures that every period's report holds. */
export type PeriodKpi = keyof typeof read

/** A figure ready to be shown. */
export interface ShownFigure {
  key: KpiKey
  label: string
  formula: TipText
  value: Value
  /** Text without the unit: `1,234`, `¥8,351`, `1.2%`, `–`. */
  text: string
  /** 名, 回, 日; empty if part of the text. */
  unit: string
}

export interface Figure extends ShownFigure {
  /** The month is over, but the figure may still change. */
  isMoving?: boolean
  /** Against the previous month. */
  difference: Difference
  /** Against the same month of the previous year; null also before the club opened. */
  yearDifference: Difference
}

/** A text with a sign, and its wording for screen readers. */
export interface Signed {
  text: string
  words: string
}

/** `+18名（+5.7%）`, spoken as 増加 18名、5.7%; null if either side is missing. */
export type Difference = (Signed & { meaning: 'good' | 'bad' | 'neutral' }) | null

/** What the month is compared with: the previous month to the same day while it is open, otherwise the whole of it. */
export function comparison(stats: MonthlyStats): { period: PeriodReport; label: string } {
  return stats.prevMonthToSameDay
    ? { period: stats.prevMonthToSameDay, label: '前月同日' }
    : { period: stats.prevMonthReport, label: '前月' }
}

/** This month of the year before, to the same day while the month is open. */
export function yearComparison(stats: MonthlyStats): { period: PeriodReport; label: string } {
  return stats.sameMonthLastYearToSameDay
    ? { period: stats.sameMonthLastYearToSameDay, label: '前年同日' }
    : { period: stats.sameMonthLastYearReport, label: '前年同月' }
}

/** A value as its figure is written, without the unit. */
export function formatFigure(key: KpiKey, value: Value): string {
  const { unit } = kpi[key]
  if (unit === '円') return formatYen(value)
  if (unit === '%') return formatPercent(value)
  if (key === 'netGrowth') return formatDifference(value)
  return isMean(key) ? formatDecimal(value) : formatCount(value)
}

/** Means and medians of counts have a decimal. */
const meanKeys: ReadonlySet<KpiKey> = new Set(['visitFrequency', 'visitsPerVisitor', 'visitMedian', 'tenure'])
const isMean = (key: KpiKey) => meanKeys.has(key)

/** The difference between two values, and whether it is good. */
export function compare(key: KpiKey, value: Value, previous: Value): Difference {
  if (value == null || previous == null) return null
  const { unit, better } = kpi[key]
  const difference = value - previous
  const amount = signedDifference(key, difference)
  if (isZero(amount)) return { ...amount, meaning: 'neutral' }
  const meaning = better === 'neither' ? 'neutral' : difference > 0 === (better === 'more') ? 'good' : 'bad'
  // Rates differ in points; there is no percentage of 0.
  if (unit === '%' || previous <= 0) return { ...amount, meaning }
  const share = formatDifference((difference / previous) * 100, 1)
  return { text: `${amount.text}（${share}%）`, words: `${amount.words}、${share.slice(1)}%`, meaning }
}

const isZero = ({ text }: Signed) => text.startsWith('±')

/** A difference with its unit: `▲2名`, `+¥1,200`, of rates in points. */
export function signedDifference(key: KpiKey, difference: number): Signed {
  const { unit } = kpi[key]
  if (unit === '%') {
    const points = formatDifference(difference * 100, 1)
    return { text: `${points}pt`, words: spokenDifference(points, 'ポイント') }
  }
  if (unit === '円') {
    const yen = formatDifference(difference, 0, '¥')
    return { text: yen, words: spokenDifference(yen, unit) }
  }
  const amount = formatDifference(difference, isMean(key) ? 1 : 0)
  return { text: amount + unit, words: spokenDifference(amount, unit) }
}

/** A figure's spoken text with its unit: マイナス1,200円, 純増減の減少 5名. */
export function spokenFigure(key: KpiKey, text: string, unit = ''): string {
  // A link's name must contain its visible text (WCAG); ±0 is read out correctly.
  if (key === 'netGrowth' && !text.startsWith('±')) return spokenDifference(text, unit)
  const number = text.replace('▲', '').replace(/^¥(.*)/, '$1円')
  return `${text.startsWith('▲') ? 'マイナス' : ''}${number}${unit}`
}

/** A figure with its name, unit and formula. */
export function shownFigure<Key extends KpiKey>(key: Key, value: Value): ShownFigure & { key: Key } {
  const { label, unit } = kpi[key]
  return {
    key,
    label,
    formula: (formulas) => formulas[key],
    value,
    text: formatFigure(key, value),
    unit: unit === '円' || unit === '%' || value == null ? '' : unit,
  }
}

/** One figure of the month beside its comparisons. */
export function figureOf(stats: MonthlyStats, key: PeriodKpi): Figure {
  const value = read[key](stats.thisMonthReport)
  const { period: yearBefore } = yearComparison(stats)
  const isOpen = stats.prevMonthToSameDay !== null
  const compared = (before: Value) => uncoloured(compare(key, value, before), isOpen && endsLater.has(key))
  return {
    ...shownFigure(key, value),
    ...(isOpen && key === 'closingMembers' && { label: asOf(stats.thisMonthReport) }),
    ...(key === 'churnRate' && { formula: ({ churnRate }) => churnRate + otherChurn(stats.thisMonthReport) }),
    ...(!stats.isProvisional && stats.stillMoving.some((one) => one === key) && { isMoving: true }),
    difference: compared(read[key](comparison(stats).period)),
    yearDifference: isQuiet(yearBefore) ? null : compared(read[key](yearBefore)),
  }
}

/** Most who leave do so on a month's last day: before it, these figures say nothing good or bad. */
export const endsLater: ReadonlySet<KpiKey> = new Set<PeriodKpi>([
  'closingMembers',
  'operatingMembers',
  'suspendedMembers',
  'withdrawals',
  'netGrowth',
  'churnRate',
])

/** A difference that is neither good nor bad, or not yet. */
export const uncoloured = (difference: Difference, isSo = true): Difference =>
  difference && isSo ? { ...difference, meaning: 'neutral' } : difference

/** Net sales of the month; 回収率 and 未収金 are based on bills, which include tax. */
export function withoutTax(stats: MonthlyStats): MonthlyStats {
  const of = <Period extends PeriodReport | null>(period: Period): Period =>
    period?.sales ? { ...period, sales: salesWithoutTax(period.sales) } : period
  return {
    ...stats,
    prevMonthReport: of(stats.prevMonthReport),
    prevMonthToSameDay: of(stats.prevMonthToSameDay),
    thisMonthReport: of(stats.thisMonthReport),
    sameMonthLastYearReport: of(stats.sameMonthLastYearReport),
    sameMonthLastYearToSameDay: of(stats.sameMonthLastYearToSameDay),
  }
}

type Sales = NonNullable<PeriodReport['sales']>

function salesWithoutTax(sales: Sales): Sales {
  const { net, netExTax, byCategory, byCategoryExTax } = sales
  // The denominators do not change: payers, and members present.
  const scaled = (mean: number | null, part: number | null, whole: number | null) =>
    mean === null || !part || !whole ? mean : (mean * part) / whole
  return {
    ...sales,
    net: netExTax,
    byCategory: byCategoryExTax,
    arpu: scaled(sales.arpu, netExTax, net),
    duesPerMember: scaled(sales.duesPerMember, byCategoryExTax.membershipFee, byCategory.membershipFee),
  }
}

/** `11/21時点`. */
export const pointOf = ({ to }: PeriodReport) => `${shortDay(to)}時点`

/** Never 期末 while the month runs. */
export const asOf = (period: PeriodReport) => `在籍（${pointOf(period)}）`

/** An alternative definition divides by the mean of 在籍; shown in the formula only. */
const otherChurn = ({ members: { churnRateOfAverage: rate } }: PeriodReport) =>
  rate === null ? '' : `期首と期末の平均在籍で割ると${formatPercent(rate)}です。`

/** A period without data yet: on the morning of its first day the data end with the previous one. */
export const isToCome = ({ from }: PeriodReport, dataAsOf: string | null): dataAsOf is string =>
  dataAsOf !== null && todayInTokyo(new Date(dataAsOf)) < from

/** A period without any data: before the first day of facts, or before the shop opened. */
export function isQuiet({ to, members, visits, sales }: PeriodReport, reach?: Reach): boolean {
  if (reach && !(to >= (firstDay(reach) ?? '~'))) return true
  const isNothing = members.closing === 0 && visits.count === 0 && (sales?.gross ?? 0) === 0
  // Not disclosed to trading partners.
  return isNothing && !members.opening && !members.admissions && !members.withdrawals
}
