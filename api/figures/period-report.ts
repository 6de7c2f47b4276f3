import type { PeriodReport, WithoutMedian } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import { type Counts, countNames, quietCounts } from './counts.ts'
import { type Day, quietDay } from './days.ts'
import { sumOfKnownDays } from './known-counts.ts'
import { ratio } from './money.ts'
import { noVisitors, type Visitors } from './people.ts'
import { addDays, daysOf, type Period } from './periods.ts'

/** A period added up: its movements, and the members before it and at its close. */
export interface Totals extends Counts {
  opening: number
  openingSuspended: number
  closing: number
  suspended: number
}

export const quietTotals: Totals = { ...quietCounts, opening: 0, openingSuspended: 0, closing: 0, suspended: 0 }

/** A month, or a part of it, from its days; with `reach` each without what is not known on it. */
export function totalsOfDays({ from, to }: Period, days: ReadonlyMap<string, Day>, reach?: Reach): Totals {
  const before = days.get(addDays(from, -1)) ?? quietDay
  const end = days.get(to) ?? quietDay
  return {
    ...(reach
      ? sumOfKnownDays(days, daysOf({ from, to }), reach)
      : sumOf(daysOf({ from, to }).flatMap((date) => days.get(date) ?? []))),
    opening: before.closing,
    openingSuspended: before.suspended,
    closing: end.closing,
    suspended: end.suspended,
  }
}

/** Counts that can be added up over days, months or shops. */
export function sumOf(parts: readonly Counts[]): Counts {
  const sum = { ...quietCounts }
  for (const part of parts) for (const name of countNames) sum[name] += part[name]
  return sum
}

export const operatingOf = ({ closing, suspended }: Pick<Totals, 'closing' | 'suspended'>) => closing - suspended

/** Mean of the 稼働会員 before the period and at its close. */
export const averageOperating = (totals: Totals) => (totals.opening - totals.openingSuspended + operatingOf(totals)) / 2

/** One period's figures. */
export function periodReport(
  { from, to }: Period,
  totals: Totals,
  visitors: Visitors = noVisitors,
  sales: PeriodReport['sales'],
): PeriodReport {
  return {
    from,
    to,
    members: {
      opening: totals.opening,
      admissions: totals.admissions,
      readmissions: totals.readmissions,
      transferIn: totals.transferIn,
      withdrawals: totals.withdrawals,
      transferOut: totals.transferOut,
      withdrawalRequests: totals.withdrawalRequests,
      closing: totals.closing,
      suspended: totals.suspended,
      operating: operatingOf(totals),
      netGrowth: totals.closing - totals.opening,
      admissionRate: ratio(totals.admissions, totals.opening),
      churnRate: ratio(totals.withdrawals, totals.opening),
      churnRateOfAverage: ratio(totals.withdrawals, (totals.opening + totals.closing) / 2),
    },
    visits: {
      count: totals.visits,
      days: totals.visitDays,
      unique: visitors.unique,
      rate: ratio(visitors.operatingWhoCame, visitors.operating),
      perMember: ratio(totals.visitDays, operatingOf(totals)),
      perVisitor: ratio(totals.visitDays, visitors.unique),
      median: visitors.median,
      zeroVisitors: visitors.operating - visitors.operatingWhoCame,
    },
    reservations: {
      slots: totals.slots,
      capacity: totals.capacity,
      booked: totals.booked,
      attended: totals.attended,
      noShow: totals.noShow,
      lateCancel: totals.lateCancelled,
      cancelled: totals.cancelled,
      utilization: ratio(totals.seatsUsed, totals.capacity),
      attendanceRate: ratio(totals.seatsAttended, totals.capacity),
      noShowRate: ratio(totals.noShow, totals.attended + totals.noShow),
      lateCancelRate: ratio(totals.lateCancelled, totals.booked),
    },
    leads: {
      tours: totals.tours,
      trials: totals.trials,
      trialsJoined: totals.trialsJoined,
      trialConversion: ratio(totals.trialsJoined, totals.trials),
    },
    ...(sales && { sales }),
  }
}

const unknown = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>

/** A period that has not started: all figures are null; `money` says whether figures of money are present. */
export function futureReport({ from, to }: Period, money: boolean): WithoutMedian {
  return {
    from,
    to,
    members: unknown(
      'opening',
      'admissions',
      'readmissions',
      'transferIn',
      'withdrawals',
      'transferOut',
      'withdrawalRequests',
      'closing',
      'suspended',
      'operating',
      'netGrowth',
      'admissionRate',
      'churnRate',
      'churnRateOfAverage',
    ),
    visits: unknown('count', 'days', 'unique', 'rate', 'perMember', 'perVisitor', 'median', 'zeroVisitors'),
    reservations: unknown(
      'slots',
      'capacity',
      'booked',
      'attended',
      'noShow',
      'lateCancel',
      'cancelled',
      'utilization',
      'attendanceRate',
      'noShowRate',
      'lateCancelRate',
    ),
    leads: unknown('tours', 'trials', 'trialsJoined', 'trialConversion'),
    ...(money && { sales: null }),
  }
}
