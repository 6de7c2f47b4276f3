import type { DailyReport } from '#contract/report.ts'

/** Monday first, as in all reports. */
const reportWeek = [1, 2, 3, 4, 5, 6, 0]

interface WeekdayHours {
  /** 0 = Sunday. */
  dow: number
  /** Number of such weekdays in the period. */
  days: number
  /** Per hour: the average per such day, null if there was none. */
  cells: { visits: number; average: number | null }[]
}

export interface HourGrid {
  hours: number[]
  weekdays: WeekdayHours[]
  /** The largest average. */
  highest: number
}

/** Average visits by weekday and hour, from the first to the last hour with visits; null without visits. */
export function hourGrid(visitHours: number[][], reports: DailyReport[], to: string): HourGrid | null {
  const busy = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => visitHours.some((day) => day[hour]))
  const [first] = busy
  const last = busy.at(-1)
  if (first === undefined || last === undefined) return null
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const weekdays = reportWeek.map((dow) => {
    const days = reports.filter((day) => day.dow === dow && day.date <= to && day.visits !== null).length
    const cells = hours.map((hour) => {
      const visits = visitHours[dow]?.[hour] ?? 0
      return { visits, average: days === 0 ? null : visits / days }
    })
    return { dow, days, cells }
  })
  const averages = weekdays.flatMap(({ cells }) => cells.map(({ average }) => average ?? 0))
  return { hours, weekdays, highest: Math.max(...averages) }
}
