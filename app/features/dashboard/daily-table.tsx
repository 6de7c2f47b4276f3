import type { DailyReport, MonthlyStats } from '#contract/report.ts'
import { useMe } from '~/auth/session'
import { FigureTable } from '~/components/report/figure-table'
import { formatDate } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { allShops } from '~/shop/selected-shop'
import { FigureInTable } from './figure-in-table'
import { linkLook, useWay } from './figure-link'
import { type PeriodKpi, read, shownFigure, type Value } from './figures'

/** Each daily figure, and its key in a day's report. */
const columns: { key: PeriodKpi; ofDay: (day: DailyReport) => Value }[] = [
  { key: 'visitCount', ofDay: (day) => day.visits },
  { key: 'uniqueVisitors', ofDay: (day) => day.unique },
  { key: 'admissions', ofDay: (day) => day.admissions },
  { key: 'withdrawals', ofDay: (day) => day.withdrawals },
  { key: 'transferIn', ofDay: (day) => day.transferIn },
  { key: 'transferOut', ofDay: (day) => day.transferOut },
  { key: 'closingMembers', ofDay: (day) => day.closing },
  { key: 'booked', ofDay: (day) => day.booked },
  { key: 'attended', ofDay: (day) => day.attended },
  { key: 'noShow', ofDay: (day) => day.noShow },
  { key: 'netSales', ofDay: (day) => day.sales },
]

const figureOf = (key: PeriodKpi, value: Value) => {
  const figure = shownFigure(key, value)
  // A single day has only this one.
  return key === 'closingMembers' ? { ...figure, label: '在籍' } : figure
}

/** A day, linked to its daily report if the figures are one shop's. */
function DayReport({ date }: { date: string }) {
  const way = useWay()
  const shops = useMe()?.shops ?? []
  const only = shops.length === 1 ? shops[0]?.id : undefined
  const shopId = way?.place.shop === allShops ? only : way?.place.shop
  if (!shopId || !way?.can('dailyReport.read')) return formatDate(date)
  return (
    <a
      href={`/shop-reports/${shopId}/${date}`}
      tabIndex={-1}
      aria-label={`${formatDate(date)}の日報`}
      className={linkLook}
    >
      {formatDate(date)}
    </a>
  )
}

interface DailyTableProps {
  stats: MonthlyStats
  hasMembers: boolean
  caption: string
}

/** The daily figures up to the last day with data; the totals are the report's own. */
export function DailyTable({ stats, hasMembers, caption }: DailyTableProps) {
  const { thisMonthReport, dailyReports } = stats
  return (
    <FigureTable
      caption={caption}
      head="日付"
      rows={dailyReports.filter((day) => day.date <= thisMonthReport.to)}
      keyOf={({ date }) => date}
      nameOf={(day) => <DayName day={day} />}
      columns={columns.map(
        ({ key, ofDay }) =>
          (key !== 'closingMembers' || hasMembers) &&
          (key !== 'netSales' || thisMonthReport.sales !== undefined) && {
            ...figureOf(key, null),
            value: (report: DailyReport) => {
              const [year = 0, month = 0, day = 0] = report.date.split('-').map(Number)
              const row = `${month}月${day}日`
              return <FigureInTable figure={figureOf(key, ofDay(report))} row={row} period={{ year, month, day }} />
            },
            total: <FigureInTable figure={figureOf(key, read[key](thisMonthReport))} row="月計" />,
          },
      )}
      total="月計"
    />
  )
}

const DayName = ({ day: { date, dow, isHoliday } }: { day: DailyReport }) => (
  <span className={cn((isHoliday || dow === 0) && 'text-holiday', !isHoliday && dow === 6 && 'text-saturday')}>
    <DayReport date={date} />
    {isHoliday && ' 祝'}
  </span>
)
