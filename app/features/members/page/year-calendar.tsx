import { formatDate, formatMonth, weekdayName } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'

/** Monday first, as in all reports. */
export const reportWeek = [1, 2, 3, 4, 5, 6, 0]

interface YearCalendarProps {
  year: number
  /** Days with a visit. */
  days: readonly string[]
  today: string
}

/** Calendar of twelve months with visit days marked. */
export const YearCalendar = ({ year, days, today }: YearCalendarProps) => {
  const visited = new Set(days)
  return (
    <ol className="grid grid-cols-2 items-start gap-x-5 gap-y-4 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6 print:grid-cols-4">
      {Array.from({ length: 12 }, (_, at) => {
        const month = `${year}-${String(at + 1).padStart(2, '0')}`
        return <Month key={month} month={month} visited={visited} today={today} />
      })}
    </ol>
  )
}

/** A visual month; screen readers get a list of days, since twelve tables of 31 cells would be slow and say less. */
function Month({ month, visited, today }: { month: string; visited: ReadonlySet<string>; today: string }) {
  const { before, days } = daysOf(month)
  const marked = days.filter((day) => visited.has(day))
  const dayText = (day: string) => `${Number(day.slice(8))}日`
  return (
    <li className="text-[11px]">
      <p className="flex justify-between pb-0.5 text-xs">
        <span className="font-medium">
          <span className="sr-only">{month.slice(0, 4)}年</span>
          {formatMonth(month).slice(5)}
        </span>
        <span className="figures text-muted-foreground">
          {marked.length > 0 && `${formatCount(marked.length)}日`}
          <span className="sr-only">{marked.length > 0 ? `来館 ${marked.map(dayText).join('、')}` : '来館なし'}</span>
        </span>
      </p>
      <div aria-hidden className="figures grid grid-cols-7 gap-0.5 text-center leading-5 text-muted-foreground">
        {reportWeek.map((dow) => (
          <span key={dow}>{weekdayName(dow)}</span>
        ))}
        {before > 0 && <span style={{ gridColumn: `span ${before}` }} />}
        {days.map((day) => (
          <span
            key={day}
            title={visited.has(day) ? formatDate(day) : undefined}
            className={cn(
              visited.has(day) &&
                'rounded-xs bg-primary font-semibold text-primary-foreground print:[print-color-adjust:exact]',
              day === today && 'rounded-xs outline-2 outline-ring outline-solid',
            )}
          >
            {Number(day.slice(8))}
          </span>
        ))}
      </div>
    </li>
  )
}

/** The days of a month, and the number of empty cells before the first, Monday first. */
export function daysOf(month: string): { before: number; days: string[] } {
  const first = new Date(`${month}-01T00:00:00Z`)
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const days = Array.from({ length }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
  return { before: reportWeek.indexOf(first.getUTCDay()), days }
}
