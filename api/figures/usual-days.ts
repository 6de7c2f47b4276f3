import type { DigestFigure } from '#contract/words/digest.ts'
import { isHoliday } from './holidays.ts'
import { addDays, weekdayOf } from './periods.ts'

/** Seasons in which clubs are not as usual, whatever the weekday. */
export const specialSeasons = ['newYear', 'goldenWeek', 'obon'] as const
/** One of them. */
export type SpecialSeason = (typeof specialSeasons)[number]

/**
 * What kind of day it is: `0`–`6` a weekday (0 = Sunday), or what counts more than the weekday. `closed`: 休館日, on which
 * nobody visits; `unattended`: 休館日 of figures that may move without visitors.
 */
type DayKind = 'closed' | 'unattended' | 'first' | 'last' | 'holiday' | `${number}`

/** What kind of day it is to a figure, and in which special season. */
export interface CalendarDay {
  kind: DayKind
  season: SpecialSeason | null
}

/** What a day (YYYY-MM-DD, Asia/Tokyo) is to a figure of a shop that is closed on it, or not. */
export function calendarDay(date: string, figure: DigestFigure, isClosed: boolean): CalendarDay {
  const ofYear = date.slice(5)
  const season =
    ofYear >= '12-29' || ofYear <= '01-03'
      ? 'newYear'
      : ofYear >= '04-29' && ofYear <= '05-05'
        ? 'goldenWeek'
        : ofYear >= '08-11' && ofYear <= '08-16'
          ? 'obon'
          : null
  const kind = kindOf(date, figure, isClosed)
  // Contracts begin and end with the month in special seasons, too.
  return { kind, season: figure !== 'sales' && (kind === 'first' || kind === 'last') ? null : season }
}

function kindOf(date: string, figure: DigestFigure, isClosed: boolean): DayKind {
  // Contracts end on the last day and begin on the first, and bills are of the first, also where the shop is closed.
  if (figure !== 'visits' && date.endsWith('-01')) return 'first'
  if ((figure === 'admissions' || figure === 'withdrawals') && addDays(date, 1).endsWith('-01')) return 'last'
  if (isClosed) return figure === 'visits' ? 'closed' : 'unattended'
  return isHoliday(date) ? 'holiday' : `${weekdayOf(date)}`
}

/** A week or month as its days let expect it. */
export interface Observed {
  /** A count, or yen; null where it is not known. */
  value: number | null
  /** What such days have brought on average before, without regard to level and season. */
  usual: number
  /** The squared relative error of `usual` for each unit of variance ÷ mean: from how many month ends, firsts and holidays. */
  unsure: number
  /** The part of `usual` that is in each special season. */
  special: Partial<Record<SpecialSeason, number>>
}

/** Kinds of days of which other days say nothing. */
const mustBeSeen: readonly DayKind[] = ['first', 'last', 'unattended']

interface Seen {
  days: number
  sum: number
}

/** The mean of a kind of day counts as if so many further days of the shop's mean had been seen. */
const priorDays = 0.5

/**
 * What the days of each period let expect: Σ over its days of the mean of such days (this weekday, 休館日, 祝日, first and
 * last of the month) in the periods before it. Days of special seasons are not learned from: their effect is that of the
 * season. The periods are consecutive; a period that is null is not known.
 */
export function observedPeriods(
  periods: readonly (readonly (CalendarDay & { value: number })[] | null)[],
  calendar: readonly (readonly CalendarDay[])[],
): Observed[] {
  const seen = new Map<DayKind, Seen>()
  const all: Seen = { days: 0, sum: 0 }
  // Before the first day with anything, nothing has begun yet.
  const begin = periods.findIndex((days) => days?.some(({ value }) => value > 0))
  return periods.map((days, at) => {
    if (begin < 0 || at < begin) return { value: days && sumOf(days), usual: 0, unsure: 0, special: {} }
    const period = { ...usualOf(calendar[at] ?? [], seen, all), value: days && sumOf(days) }
    for (const { kind, season, value } of days ?? []) {
      if (season !== null) continue
      const of = seen.get(kind) ?? { days: 0, sum: 0 }
      seen.set(kind, { days: of.days + 1, sum: of.sum + value })
      all.days += 1
      all.sum += value
    }
    return period
  })
}

/**
 * `observedPeriods` of several shops, whose calendars differ. Not known where a shop has a value without anything
 * usual.
 */
export function observedTogether(shops: readonly (readonly Observed[])[]): Observed[] {
  return (shops[0] ?? []).map((_, at) => {
    const ofShops = shops.flatMap((periods) => periods[at] ?? [])
    const usual = ofShops.reduce((sum, one) => sum + one.usual, 0)
    const isKnown = ofShops.every((one) => one.usual > 0 || !one.value)
    const shareOf = (one: Observed) => (usual > 0 ? one.usual / usual : 0)
    const special: Observed['special'] = {}
    for (const one of ofShops) {
      for (const season of specialSeasons) {
        const share = one.special[season]
        if (share !== undefined) special[season] = (special[season] ?? 0) + share * shareOf(one)
      }
    }
    return {
      value: isKnown ? ofShops.reduce((sum, one) => sum + (one.value ?? 0), 0) : null,
      usual,
      unsure: ofShops.reduce((sum, one) => sum + shareOf(one) ** 2 * one.unsure, 0),
      special,
    }
  })
}

const sumOf = (days: readonly { value: number }[]) => days.reduce((sum, { value }) => sum + value, 0)

function usualOf(days: readonly CalendarDay[], seen: ReadonlyMap<DayKind, Seen>, all: Seen) {
  const mean = all.days > 0 ? all.sum / all.days : 0
  const byKind = new Map<DayKind, number>()
  const special: Observed['special'] = {}
  let usual = 0
  for (const { kind, season } of days) {
    const of = seen.get(kind)
    // Before its first month end, nothing is known of what a month end brings.
    if (!of && mustBeSeen.includes(kind)) return { usual: 0, unsure: 0, special: {} }
    const { days: count, sum } = of ?? { days: 0, sum: 0 }
    const expected = (sum + (kind === 'closed' ? 0 : priorDays * mean)) / (count + priorDays)
    usual += expected
    byKind.set(kind, (byKind.get(kind) ?? 0) + expected)
    if (season !== null) special[season] = (special[season] ?? 0) + expected
  }
  if (!(usual > 0)) return { usual: 0, unsure: 0, special: {} }
  for (const season of specialSeasons) if (special[season] !== undefined) special[season] /= usual
  let unsure = 0
  for (const kind of ['first', 'last', 'holiday'] as const) {
    const share = (byKind.get(kind) ?? 0) / usual
    // Of a kind that nearly all is in, the error is in the level too, and cancels out.
    if (share > 0) unsure += (share * (1 - share)) ** 2 / ((seen.get(kind)?.sum ?? 0) + priorDays * mean)
  }
  return { usual, unsure, special }
}

/** Variance ÷ mean of a figure's days around those of their kind: of yen the size of what is paid at once. */
export function dispersionOf(days: readonly (CalendarDay & { value: number })[]): number {
  const kinds = new Map<DayKind, Seen & { squares: number }>()
  for (const { kind, season, value } of days) {
    if (season !== null || kind === 'first' || kind === 'last' || kind === 'closed' || kind === 'unattended') continue
    const of = kinds.get(kind) ?? { days: 0, sum: 0, squares: 0 }
    kinds.set(kind, { days: of.days + 1, sum: of.sum + value, squares: of.squares + value ** 2 })
  }
  let [squares, sum] = [0, 0]
  for (const of of kinds.values()) {
    squares += of.squares - of.sum ** 2 / of.days
    sum += of.sum
  }
  return sum > 0 ? squares / sum : 0
}
