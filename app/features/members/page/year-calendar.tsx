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

/** Twelve months with the days of a visit marked. */
export const YearCalendar = ({ year, days, today }: YearCalendarProps) => {
  const visited = new Set(days)
  return (
    <div className="grid grid-cols-2 items-start gap-x-5 gap-y-4 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6 print:grid-cols-6">
      {Array.from({ length: 12 }, (_, at) => {
        const month = `${year}-${String(at + 1).padStart(2, '0')}`
        return <Month key={month} month={month} visited={visited} today={today} />
      })}
    </div>
  )
}

function Month({ month, visited, today }: { month: string; visited: ReadonlySet<string>; today: string }) {
  const weeks = weeksOf(month)
  const days = weeks.flat().filter((day) => day !== null && visited.has(day)).length
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-[11px]">
      <caption className="pb-0.5 text-left text-xs">
        <span className="font-medium">
          <span className="sr-only">{month.slice(0, 4)}年</span>
          {formatMonth(month).slice(5)}
        </span>
        <span className="float-right text-muted-foreground">{days > 0 && `${formatCount(days)}日`}</span>
      </caption>
      <thead>
        <tr>
          {reportWeek.map((dow) => (
            <th key={dow} scope="col" className="font-normal text-muted-foreground">
              {weekdayName(dow)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="figures">
        {weeks.map((week, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month stand where they stand
          <tr key={at}>
            {week.map((day, place) => (
              <Day key={reportWeek[place]} day={day} isVisited={day !== null && visited.has(day)} today={today} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ day, isVisited, today }: { day: string | null; isVisited: boolean; today: string }) {
  if (day === null) return <td />
  return (
    <td
      title={isVisited ? formatDate(day) : undefined}
      className={cn(
        'h-5 rounded-xs leading-5 print:[print-color-adjust:exact]',
        isVisited ? 'bg-primary font-semibold text-primary-foreground' : 'text-muted-foreground',
        day === today && 'outline-2 outline-ring outline-solid',
      )}
    >
      {Number(day.slice(8))}
      {isVisited && <span className="sr-only">日 来館</span>}
    </td>
  )
}

/** The weeks of a month, Monday first; null before its first and after its last day. */
export function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const before = reportWeek.indexOf(first.getUTCDay())
  const weeks = Math.ceil((before + length) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => {
      const day = week * 7 + place - before + 1
      return day < 1 || day > length ? null : `${month}-${String(day).padStart(2, '0')}`
    }),
  )
}
