import type { Adjustments, DailyReportRow, DayFacts, DayFigures } from '#contract/daily-report.ts'
import { type DayFigure, dayCounts, dayCountUnits, dayFigures, isDayMoneyFigure } from '#contract/words/daily-report.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import { formatCount, formatYen } from '~/lib/format'

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

/** What replaces the rows of a day of which nothing is known, or on which nothing happened. */
export function emptyDayText({ figures, isCounting }: DayFacts): string | undefined {
  const values = disclosedFigures(figures).map((key) => figureOf(figures, key))
  if (isCounting) return 'この月は集計中です。数え終わると数字が入ります。'
  if (values.every((value) => value == null)) return 'この日の数字はまだ届いていません。届きしだい入ります。'
  return values.every((value) => !value) ? 'この日の数字はすべて0です。' : undefined
}

/** The figures that get a row: of an empty day only the corrected ones. */
export const shownFigures = (facts: DayFacts, adjustments: Adjustments): DayFigure[] =>
  disclosedFigures(facts.figures).filter((key) => emptyDayText(facts) === undefined || adjustments[key])

const isCount = (key: DayFigure): key is keyof typeof dayCounts => Object.hasOwn(dayCounts, key)

export const unitOf = (key: DayFigure) => (isCount(key) || key === 'unpaidCount' ? dayCountUnits[key] : '円')

/** `12名`, `¥8,351`, `–`. */
export function figureText(key: DayFigure, value: number | null | undefined): string {
  if (unitOf(key) === '円') return formatYen(value)
  return value == null ? formatCount(value) : `${formatCount(value)}${unitOf(key)}`
}
