import type { DailyReportBoard } from '#contract/daily-report.ts'
import { type BoardStatus, boardStatuses } from '#contract/words/daily-report.ts'
import { valuesOf } from '#contract/words/words.ts'
import { addDays, daysOf, type Period } from '../../figures/periods.ts'
import { businessDayOf } from './days.ts'
import type { BoardRow } from './repository.ts'

type Line = DailyReportBoard['shops'][number]

/** For each shop, which days have a report and in which state; today and days off need none. */
export function boardOf(rows: readonly BoardRow[], { from, to }: Period, now: Date): DailyReportBoard {
  const dates = daysOf({ from, to })
  const totals = Object.fromEntries(valuesOf(boardStatuses).map((status) => [status, 0])) as Record<BoardStatus, number>
  const overdue: string[] = []
  const shops = rows.map((row): Line => {
    const reports = new Map(row.reports.map((report) => [report[0], report]))
    const today = businessDayOf(now, row.dayStartHour)
    const statusOf = (date: string): BoardStatus | null =>
      reports.get(date)?.[1] ?? (wantsReport(row, date, today) ? 'missing' : null)
    const statuses = dates.map(statusOf)
    for (const status of statuses) if (status) totals[status] += 1
    overdue.push(...dates.filter((date, at) => date < today && isNotSubmitted(statuses[at])))
    return {
      shop: { id: String(row.id), name: row.name },
      statuses,
      ids: dates.map((date) => {
        const report = reports.get(date)
        return report ? String(report[2]) : null
      }),
      incidents: row.reports.flatMap(([date, , , hasIncident]) =>
        hasIncident && date >= from && date <= to ? [date] : [],
      ),
      missing: statuses.filter((status) => status === 'missing').length,
      yesterday: statusOf(addDays(today, -1)),
    }
  })
  return {
    from,
    to,
    dates,
    shops,
    totals,
    notSubmitted: shops.flatMap(({ shop, yesterday }) => (isNotSubmitted(yesterday) ? [shop] : [])),
    notSubmittedDays: overdue.length,
    oldestNotSubmitted: overdue.sort()[0] ?? null,
  }
}

const isNotSubmitted = (status: BoardStatus | null | undefined) => status === 'missing' || status === 'draft'

const wantsReport = ({ holidays, openedOn, closedOn, dueFrom }: BoardRow, date: string, today: string) =>
  date < today &&
  date >= openedOn &&
  dueFrom !== null &&
  date >= dueFrom &&
  (closedOn === null || date <= closedOn) &&
  !holidays.includes(date)
