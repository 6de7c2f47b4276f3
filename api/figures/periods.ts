import { type SQL, sql } from 'drizzle-orm'

/** Closed dates [from, to], YYYY-MM-DD in Asia/Tokyo. */
export interface Period {
  from: string
  to: string
}

/** An open period with the days after `reached`: of these, what is known of them counts. */
export interface PeriodAhead extends Period {
  reached: string
  /** Of the past only what was known on the day `reached`. */
  isPast: boolean
}

export interface MonthPeriods {
  /** First and last calendar day of the requested month, the one before it, and the same one of the year before. */
  month: Period
  previous: Period
  yearBefore: Period
  /** The requested month up to the data date; null when it starts later. */
  thisMonth: Period | null
  prevMonth: Period | null
  /** The previous month up to the same day, while the requested month is open. */
  prevToSameDay: Period | null
  lastYear: Period | null
  /** This month of the year before up to the same day, while the requested month is open. */
  lastYearToSameDay: Period | null
}

const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

/** `date` moved by whole days. */
export const addDays = (date: string, days: number): string => iso(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000)

/** 0 = Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** The calendar month; month 0 is December of the year before. */
export const monthOf = (year: number, month: number): Period => ({
  from: iso(Date.UTC(year, month - 1, 1)),
  to: iso(Date.UTC(year, month, 0)),
})

/** The earlier of two dates. */
export const earlier = (a: string, b: string): string => [a, b].sort()[0] as string

/** The later of two dates. */
export const laterOf = (a: string, b: string): string => [a, b].sort()[1] as string

/** A period up to the data date; null when it starts later. */
export const capped = ({ from, to }: Period, dataDate: string): Period | null =>
  from > dataDate ? null : { from, to: earlier(to, dataDate) }

/** The part of a period after the data date; null when it is over. */
export const ahead = ({ from, to }: Period, dataDate: string | null): Period | null => {
  const first = dataDate !== null && dataDate >= from ? addDays(dataDate, 1) : from
  return first > to ? null : { from: first, to }
}

/**
 * The periods of a monthly report, none of them past the data date (docs/domain.md, "Open periods").
 * In a shorter month the same day is its last day. Without data every period is null.
 */
export function periodsOf(year: number, month: number, dataDate: string | null): MonthPeriods {
  const calendar = {
    month: monthOf(year, month),
    previous: monthOf(year, month - 1),
    yearBefore: monthOf(year - 1, month),
  }
  if (dataDate === null) {
    return {
      ...calendar,
      thisMonth: null,
      prevMonth: null,
      prevToSameDay: null,
      lastYear: null,
      lastYearToSameDay: null,
    }
  }
  const isOpen = calendar.month.from <= dataDate && dataDate < calendar.month.to
  const toSameDay = ({ from, to }: Period) => ({
    from,
    to: earlier(addDays(from, Number(dataDate.slice(8)) - 1), to),
  })
  return {
    ...calendar,
    thisMonth: capped(calendar.month, dataDate),
    prevMonth: capped(calendar.previous, dataDate),
    prevToSameDay: isOpen ? toSameDay(calendar.previous) : null,
    lastYear: capped(calendar.yearBefore, dataDate),
    lastYearToSameDay: isOpen ? toSameDay(calendar.yearBefore) : null,
  }
}

export interface YearPeriods {
  /** Twelve calendar months, and the twelve before them. */
  months: Period[]
  monthsBefore: Period[]
  /** The whole year and the one before it. */
  year: Period
  previous: Period
  /** Up to the data date; null when it starts later. */
  thisYear: Period | null
  prevYear: Period | null
  /** The year before up to the same day, while the requested year is open. */
  prevToSameDay: Period | null
}

/**
 * The periods of a yearly report that starts in `startMonth` (1–12) of `year`, none of them past the data date. The
 * same day of 2/29 is 2/28; on the last day of a month the same months are compared whole.
 */
export function periodsOfYear(year: number, startMonth: number, dataDate: string | null): YearPeriods {
  const monthsFrom = (first: number) => Array.from({ length: 12 }, (_, at) => monthOf(first, startMonth + at))
  const whole = (months: Period[]): Period => ({
    from: (months[0] as Period).from,
    to: (months[11] as Period).to,
  })
  const [months, monthsBefore] = [monthsFrom(year), monthsFrom(year - 1)]
  const calendar = { months, monthsBefore, year: whole(months), previous: whole(monthsBefore) }
  if (dataDate === null) return { ...calendar, thisYear: null, prevYear: null, prevToSameDay: null }
  const isOpen = calendar.year.from <= dataDate && dataDate < calendar.year.to
  const at = months.findIndex(({ from, to }) => from <= dataDate && dataDate <= to)
  const sameMonth = monthsBefore[at]
  const isOver = months[at]?.to === dataDate
  return {
    ...calendar,
    thisYear: capped(calendar.year, dataDate),
    prevYear: capped(calendar.previous, dataDate),
    prevToSameDay:
      isOpen && sameMonth
        ? {
            from: calendar.previous.from,
            // Whole months where they are over: February of a leap year too.
            to: isOver ? sameMonth.to : earlier(addDays(sameMonth.from, Number(dataDate.slice(8)) - 1), sameMonth.to),
          }
        : null,
  }
}

/** Whether a date is in one of the periods, as an SQL condition; false without any. */
export const within = (date: SQL, periods: readonly Period[]): SQL =>
  periods.length === 0
    ? sql`false`
    : sql`(${sql.join(
        periods.map(({ from, to }) => sql`${date} between ${from} and ${to}`),
        sql` or `,
      )})`

/** Whether an instant is in the days of the period, phrased for an index of instants. */
export const happenedIn = (at: SQL, { from, to }: Period): SQL => sql`
  ${at} >= ${from}::date::timestamp at time zone 'Asia/Tokyo'
  and ${at} < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`

/** Every day of the period, first to last. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
