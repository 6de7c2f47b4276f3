import type { DailyReport } from '#contract/report.ts'
import type { PeriodKpi, Value } from './figures'

/** Data of a sparkline. */
export interface Course {
  values: (number | null)[]
  kind: 'bars' | 'line'
  /** Index of the running month's bar, drawn lighter, since it would look like a drop. */
  running?: number
}

interface DailyCourse {
  pick: (day: DailyReport) => Value
  kind: Course['kind']
  /** Shown cumulatively: dues are collected on two days, which would dwarf all others. */
  running?: boolean
}

/** The figures that have daily values. */
const daily: Partial<Record<PeriodKpi, DailyCourse>> = {
  closingMembers: { pick: (day) => day.closing, kind: 'line' },
  admissions: { pick: (day) => day.admissions, kind: 'bars' },
  transferIn: { pick: (day) => day.transferIn, kind: 'bars' },
  withdrawals: { pick: (day) => day.withdrawals, kind: 'bars' },
  transferOut: { pick: (day) => day.transferOut, kind: 'bars' },
  churnRate: { pick: (day) => day.withdrawals, kind: 'bars' },
  visitCount: { pick: (day) => day.visits, kind: 'bars' },
  visitDays: { pick: (day) => day.unique, kind: 'bars' },
  visitRate: { pick: (day) => day.unique, kind: 'bars' },
  uniqueVisitors: { pick: (day) => day.unique, kind: 'bars' },
  booked: { pick: (day) => day.booked, kind: 'bars' },
  attended: { pick: (day) => day.attended, kind: 'bars' },
  noShow: { pick: (day) => day.noShow, kind: 'bars' },
  netSales: { pick: (day) => day.sales, kind: 'line', running: true },
}

/** The daily values of a figure; undefined where it has none. */
export function dailyCourse(days: DailyReport[], key: PeriodKpi): Course | undefined {
  const course = daily[key]
  if (!course) return undefined
  let sum = 0
  const values = days.map((day) => {
    const value = course.pick(day) ?? null
    if (value === null || !course.running) return value
    sum += value
    return sum
  })
  return { kind: course.kind, values }
}
