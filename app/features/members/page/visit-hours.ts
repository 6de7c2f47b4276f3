import type { AnswerOf } from '#contract/names.ts'
import { reportWeek } from './year-calendar'

/** Visits by weekday, Monday first, from the first to the last hour with one. */
export function hourGrid(visits: AnswerOf<'member.visits'>['hours']) {
  const used = visits.map(({ hour }) => hour)
  const first = Math.min(...used)
  const hours = Array.from({ length: Math.max(...used) - first + 1 }, (_, at) => first + at)
  const rows = reportWeek.map((dow) => ({
    dow,
    values: hours.map((hour) => visits.find((one) => one.dow === dow && one.hour === hour)?.visits ?? 0),
  }))
  return { hours, rows, highest: Math.max(...visits.map((one) => one.visits)) }
}
