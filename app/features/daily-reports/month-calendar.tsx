import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DailyReportBoard } from '#contract/daily-report.ts'
import { boardStatuses } from '#contract/words/daily-report.ts'
import { dayOfWeek, formatDate, todayInTokyo, weekdayName } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { ReportStatusChip } from '~/nouns/shop-report/status-chips'

interface MonthCalendarProps {
  dates: string[]
  of: DailyReportBoard['shops'][number]
}

/** Calendar of one shop's month, Monday first; on phones a list of days, latest first. */
export function MonthCalendar({ dates, of }: MonthCalendarProps) {
  const today = todayInTokyo()
  const [first = ''] = dates
  const before = (dayOfWeek(first) + 6) % 7
  const days = dates.map((date, at) => ({
    date,
    status: of.statuses[at] ?? null,
    hasIncident: of.incidents.includes(date),
  }))
  const inReach = days.filter(({ date }) => date <= today)
  return (
    <>
      <ul aria-label={`${of.shop.name}の日報`} className="space-y-2 md:hidden">
        {inReach.toReversed().map((day) => (
          <li key={day.date}>
            <DayLink
              {...day}
              shopId={of.shop.id}
              className="flex min-h-12 items-center justify-between gap-3 rounded-lg border bg-card px-4 py-2 shadow-card"
            >
              <span className="figures text-sm font-medium">
                {formatDate(day.date)}
                {day.date === today && '　今日'}
              </span>
              <State {...day} />
            </DayLink>
          </li>
        ))}
      </ul>
      <table className="w-full table-fixed border-separate border-spacing-1 max-md:hidden">
        <caption className="sr-only">{of.shop.name}の日報</caption>
        <thead>
          <tr>
            {[1, 2, 3, 4, 5, 6, 0].map((weekday) => (
              <th
                key={weekday}
                scope="col"
                className={cn(
                  'py-1 text-sm font-medium',
                  weekday === 0 && 'text-holiday',
                  weekday === 6 && 'text-saturday',
                )}
              >
                {weekdayName(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days, before).map((week) => (
            <tr key={week.find((day) => day)?.date}>
              {week.map((day, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week stand in their order
                <td key={at} className="h-24 p-0 align-top">
                  {day && (
                    <DayLink
                      {...day}
                      shopId={of.shop.id}
                      isToCome={day.date > today}
                      className={cn(
                        'flex h-full flex-col gap-2 rounded-lg border bg-card p-2.5',
                        day.date === today && 'border-primary',
                      )}
                    >
                      <span className="figures text-sm font-medium">
                        {Number(day.date.slice(8))}
                        {day.date === today && <span className="ml-2 text-xs text-primary">今日</span>}
                      </span>
                      <State {...day} />
                    </DayLink>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface Day {
  date: string
  status: keyof typeof boardStatuses | null
  hasIncident: boolean
}

const State = ({ status, hasIncident }: Day) => (
  <span className="flex flex-wrap items-center gap-1.5">
    {status && <ReportStatusChip status={status} />}
    {hasIncident && (
      <span className="inline-flex items-center gap-1 text-xs text-bad">
        <TriangleAlert aria-hidden className="size-3.5" />
        事故
      </span>
    )}
  </span>
)

interface DayLinkProps extends Day {
  shopId: string
  isToCome?: boolean
  className: string
  children: ReactNode
}

const DayLink = ({ shopId, date, status, hasIncident, isToCome, className, children }: DayLinkProps) =>
  isToCome ? (
    <div className={cn(className, 'border-dashed bg-transparent text-muted-foreground')}>{children}</div>
  ) : (
    <Link
      to="/shop-reports/$shopId/$date"
      params={{ shopId, date }}
      aria-label={[formatDate(date), status && boardStatuses[status], hasIncident && '事故あり']
        .filter(Boolean)
        .join(' ')}
      className={cn(className, 'hover:border-primary')}
    >
      {children}
    </Link>
  )

function weeksOf(days: readonly Day[], before: number): (Day | undefined)[][] {
  const cells = [...Array.from({ length: before }, () => undefined), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => cells[week * 7 + at]),
  )
}
