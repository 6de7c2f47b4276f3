import type { DailyReport, MonthlyStats } from '#contract/report.ts'
import { formatDate } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'

interface Column {
  label: string
  day: (day: DailyReport) => string
  total: string
}

/** The daily figures up to the last day with data; the totals are the report's own. */
export function DailyTable({
  stats,
  hasMembers,
  caption,
}: {
  stats: MonthlyStats
  hasMembers: boolean
  caption: string
}) {
  const { members, visits, sales, to } = stats.thisMonthReport
  const columns: Column[] = [
    { label: '来館数', day: (day) => formatCount(day.visits), total: formatCount(visits.count) },
    { label: '来館者数', day: (day) => formatCount(day.unique), total: formatCount(visits.unique) },
    { label: '入会', day: (day) => formatCount(day.admissions), total: formatCount(members.admissions) },
    { label: '退会', day: (day) => formatCount(day.withdrawals), total: formatCount(members.withdrawals) },
    { label: '転入', day: (day) => formatCount(day.transferIn), total: formatCount(members.transferIn) },
    { label: '転出', day: (day) => formatCount(day.transferOut), total: formatCount(members.transferOut) },
    ...(hasMembers
      ? [{ label: '在籍', day: (day: DailyReport) => formatCount(day.closing), total: formatCount(members.closing) }]
      : []),
    ...(sales ? [{ label: '売上', day: (day: DailyReport) => formatYen(day.sales), total: formatYen(sales.net) }] : []),
  ]
  const cell = 'figures px-3 py-1.5 text-right whitespace-nowrap'

  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[364px] overflow-auto rounded-md border print:max-h-none"
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 left-0 z-20 border-b bg-muted px-3 py-2 text-left font-medium">
              日付
            </th>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className="sticky top-0 z-10 border-b bg-muted px-3 py-2 text-right font-medium whitespace-nowrap"
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stats.dailyReports
            .filter((day) => day.date <= to)
            .map((day) => (
              <tr key={day.date}>
                <th
                  scope="row"
                  className={cn(
                    'figures sticky left-0 border-b bg-card px-3 py-1.5 text-left font-normal whitespace-nowrap',
                    (day.isHoliday || day.dow === 0) && 'text-holiday',
                    !day.isHoliday && day.dow === 6 && 'text-saturday',
                  )}
                >
                  {formatDate(day.date)}
                  {day.isHoliday && ' 祝'}
                </th>
                {columns.map((column) => (
                  <td key={column.label} className={cn(cell, 'border-b')}>
                    {column.day(day)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="sticky bottom-0 left-0 z-20 bg-muted px-3 py-2 text-left font-semibold">
              月計
            </th>
            {columns.map((column) => (
              <td key={column.label} className={cn(cell, 'sticky bottom-0 bg-muted')}>
                {column.total}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
