import type { PeriodReport } from '#contract/report.ts'
import { type Day, quietDay } from './days.ts'
import { noSales, ratio, type Sales, salesReport } from './money.ts'
import { nobody, type Visitors } from './people.ts'
import { addDays, daysOf, type Period } from './periods.ts'

export function periodReport(
  { from, to }: Period,
  days: Map<string, Day>,
  visitors: Visitors = nobody,
  money: { sales: Sales; billedUntil: string } | null,
): PeriodReport {
  const dates = daysOf({ from, to })
  const total = (figure: keyof Day) => dates.reduce((sum, date) => sum + (days.get(date)?.[figure] ?? 0), 0)
  const before = days.get(addDays(from, -1)) ?? quietDay
  const end = days.get(to) ?? quietDay
  const operatingBefore = before.closing - before.suspended
  const operating = end.closing - end.suspended
  const withdrawals = total('withdrawals')
  const visitDays = total('visitDays')
  return {
    from,
    to,
    members: {
      opening: before.closing,
      admissions: total('admissions'),
      readmissions: total('readmissions'),
      transferIn: total('transferIn'),
      withdrawals,
      transferOut: total('transferOut'),
      closing: end.closing,
      suspended: end.suspended,
      operating,
      netGrowth: end.closing - before.closing,
      churnRate: ratio(withdrawals, before.closing),
    },
    visits: {
      count: total('visits'),
      days: visitDays,
      unique: visitors.unique,
      rate: ratio(visitors.operatingWhoCame, visitors.operating),
      perMember: ratio(visitDays, operating),
      median: visitors.median,
      zeroVisitors: visitors.operating - visitors.operatingWhoCame,
    },
    ...(money && {
      sales: salesReport(
        money.sales,
        dates,
        money.sales.bills.filter((bill) => bill.targetMonth === from && bill.dueOn <= money.billedUntil),
        (operatingBefore + operating) / 2,
      ),
    }),
  }
}

/** A period that the data has not reached: people unknown, no money yet. */
export function futureReport({ from, to }: Period, money: boolean): PeriodReport {
  return {
    from,
    to,
    members: {
      opening: null,
      admissions: null,
      readmissions: null,
      transferIn: null,
      withdrawals: null,
      transferOut: null,
      closing: null,
      suspended: null,
      operating: null,
      netGrowth: null,
      churnRate: null,
    },
    visits: { count: null, days: null, unique: null, rate: null, perMember: null, median: null, zeroVisitors: null },
    ...(money && { sales: salesReport(noSales, [], [], 0) }),
  }
}
