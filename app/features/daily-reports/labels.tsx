import type { DailyReportRow, DayFigures } from '#contract/daily-report.ts'
import {
  type BoardStatus,
  boardStatuses,
  type DayFigure,
  dayCounts,
  dayCountUnits,
  dayFigures,
  isDayMoneyFigure,
} from '#contract/words/daily-report.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import { Chip } from '~/components/ui/chip'
import { formatCount, formatYen } from '~/lib/format'

const tones = {
  missing: 'warning',
  draft: 'neutral',
  submitted: 'positive',
  returned: 'warning',
  approved: 'positive',
} as const satisfies Record<BoardStatus, string>

/** Label of the state of a shop's day. */
export const StatusChip = ({ status }: { status: BoardStatus }) => (
  <Chip tone={tones[status]}>{boardStatuses[status]}</Chip>
)

export type Person = DailyReportRow['author']
export const nameOf = (person: Person) => person?.displayName ?? '–'

const salesPrefix = 'salesByCategory.'

/** A figure of the day; undefined without the permission, null without data. */
export function figureOf(figures: DayFigures, key: DayFigure): number | null | undefined {
  if (!key.startsWith(salesPrefix)) return figures[key as Exclude<keyof DayFigures, 'salesByCategory'>]
  const { salesByCategory } = figures
  return salesByCategory && (salesByCategory[key.slice(salesPrefix.length) as SalesCategory] ?? 0)
}

/** The figures disclosed to the user, counts before money. */
export const disclosedFigures = (figures: DayFigures): DayFigure[] =>
  valuesOf(dayFigures).filter((key) => !isDayMoneyFigure(key) || figureOf(figures, key) !== undefined)

const isCount = (key: DayFigure): key is keyof typeof dayCounts => Object.hasOwn(dayCounts, key)

export const unitOf = (key: DayFigure) => (isCount(key) || key === 'unpaidCount' ? dayCountUnits[key] : '円')

/** `12名`, `¥8,351`, `–`. */
export function figureText(key: DayFigure, value: number | null | undefined): string {
  if (unitOf(key) === '円') return formatYen(value)
  return value == null ? formatCount(value) : `${formatCount(value)}${unitOf(key)}`
}
