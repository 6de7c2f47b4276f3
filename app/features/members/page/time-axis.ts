import { addMonths } from '~/lib/dates'

interface Span {
  startOn: string
  /** The last valid day; null: without end. */
  endOn: string | null
}

interface Mark {
  /** From the left, in per cent. */
  at: number
  label: string
}

export interface TimeAxis {
  marks: Mark[]
  /** Position of today, in per cent. */
  today: number
  /** Left edge and width of a span in per cent, and whether it continues beyond the right edge. */
  placeOf: (span: Span) => { left: number; width: number; isOpen: boolean }
}

const dayLength = 86_400_000
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayLength
/** Maximum number of labels that fit without overlapping. */
const mostMarks = 5

/** Axis from the month of the first span to the month after the last one or today. */
export function timeAxis(spans: readonly Span[], today: string): TimeAxis {
  const starts = spans.map(({ startOn }) => startOn)
  const ends = spans.flatMap(({ endOn }) => endOn ?? [])
  const first = [...starts, today].reduce((one, other) => (one < other ? one : other)).slice(0, 7)
  const last = addMonths([...starts, ...ends, today].reduce((one, other) => (one > other ? one : other)).slice(0, 7), 2)
  const from = dayNumber(`${first}-01`)
  const length = dayNumber(`${last}-01`) - from
  const percent = (day: number) => (Math.min(Math.max(day - from, 0), length) / length) * 100

  const months: string[] = []
  for (let month = first; month < last; month = addMonths(month, 1)) months.push(month)
  const years = months.filter((month) => month.endsWith('-01'))
  const yearsApart = Math.ceil(years.length / mostMarks)
  const monthsApart = [1, 2, 3, 6].find((step) => months.length / step <= mostMarks)
  const marks =
    monthsApart === undefined
      ? years
          .filter((_, index) => index % yearsApart === 0)
          .map((month) => ({ at: percent(dayNumber(`${month}-01`)), label: `${month.slice(0, 4)}年` }))
      : months
          .filter((_, index) => index % monthsApart === 0)
          .map((month, index) => ({ at: percent(dayNumber(`${month}-01`)), label: monthLabel(month, index === 0) }))

  return {
    marks,
    today: percent(dayNumber(today)),
    placeOf: ({ startOn, endOn }) => {
      const left = percent(dayNumber(startOn))
      // The last valid day is part of it.
      const right = endOn === null ? 100 : percent(dayNumber(endOn) + 1)
      return { left, width: Math.max(right - left, 0.5), isOpen: endOn === null }
    },
  }
}

/** `2026/4`, and within a year `5月`. */
const monthLabel = (month: string, isFirst: boolean) =>
  isFirst || month.endsWith('-01') ? `${month.slice(0, 4)}/${Number(month.slice(5))}` : `${Number(month.slice(5))}月`
