import type { DailyReport, MonthlyStats } from '#contract/report.ts'
import { formatDate } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { cells, ScrollTable, TableHead } from './scroll-table'

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
  const { members, visits, reservations, sales, to } = stats.thisMonthReport
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
    { label: '予約', day: (day) => formatCount(day.booked), total: formatCount(reservations.booked) },
    { label: '出席', day: (day) => formatCount(day.attended), total: formatCount(reservations.attended) },
    { label: '無断キャンセル', day: (day) => formatCount(day.noShow), total: formatCount(reservations.noShow) },
    ...(sales ? [{ label: '売上', day: (day: DailyReport) => formatYen(day.sales), total: formatYen(sales.net) }] : []),
  ]

  return (
    <ScrollTable caption={caption}>
      <TableHead rows="日付" columns={columns} />
      <tbody>
        {stats.dailyReports
          .filter((day) => day.date <= to)
          .map((day) => (
            <tr key={day.date}>
              <th
                scope="row"
                className={cn(
                  cells.row,
                  (day.isHoliday || day.dow === 0) && 'text-holiday',
                  !day.isHoliday && day.dow === 6 && 'text-saturday',
                )}
              >
                {formatDate(day.date)}
                {day.isHoliday && ' 祝'}
              </th>
              {columns.map((column) => (
                <td key={column.label} className={cells.value}>
                  {column.day(day)}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className={cells.totalRow}>
            月計
          </th>
          {columns.map((column) => (
            <td key={column.label} className={cells.total}>
              {column.total}
            </td>
          ))}
        </tr>
      </tfoot>
    </ScrollTable>
  )
}
