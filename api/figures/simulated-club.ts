import type { DigestFigure } from '#contract/words/digest.ts'
import { isHoliday } from './holidays.ts'
import { addDays, weekdayOf } from './periods.ts'

// Clubs with the calendar of the field, dealt by chance, on which what is said about chance is measured (decision 0094).

/** A club to be simulated. */
export interface SimulatedClub {
  members: number
  /** Variance ÷ mean of the counts of a day. */
  dispersion: number
  /** What is left of a week's weather in the next; null: none. Its standard deviation is 8 %. */
  memory: number | null
  /** First day, and how many days. */
  from: string
  days: number
  /** Times so many on a day, of a figure: what is to be found. */
  change?: (date: string, figure: DigestFigure) => number
}

/** A day of a club: sales in yen, of which dues are by themselves. */
export interface SimulatedDay extends Record<DigestFigure, number> {
  date: string
  isClosed: boolean
  dues: number
}

/** Random numbers from 0 to 1. */
export type Random = () => number

/** Random numbers from 0 to 1 with a seed of their own. */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A standard normal value. */
export const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const weather = 0.08
const seasonSize = 0.1
/** Visits by weekday from Sunday on, each with this mean of a member's visits a day. */
const weekdays = [0.95, 1.15, 1.05, 1.1, 1, 1.05, 0.85]
const visitsOfMember = 0.2
/** A month's joiners and leavers by member, and which of them are on its first and last day. */
const monthly = 0.03
const onFirst = 0.7
const onLast = 0.95
/** Sales a member and day by their number, their size, and dues. */
const salesOfMember = 0.02
const priceOfSale = 2_000
const duesOfMember = 8_000
/** What else is billed on the 1st: options and lockers of some members. */
const optionsOfMember = 80

/** The days of a club. 休館日 are the 10th, the 20th and 12/31–1/2; each season has its own phase, growth its own slope. */
export function simulatedClub(club: SimulatedClub, random: Random): SimulatedDay[] {
  const [phase, growth] = [2 * Math.PI * random(), 0.1 * random() - 0.05]
  const change = club.change ?? (() => 1)
  const left = club.memory ?? 0
  let now = club.memory === null ? 0 : weather * normal(random)
  return Array.from({ length: club.days }, (_, at) => {
    const date = addDays(club.from, at)
    const weekday = weekdayOf(date)
    if (club.memory !== null && weekday === 1) now = left * now + Math.sqrt(1 - left ** 2) * weather * normal(random)
    const ofYear = date.slice(5)
    const isClosed = date.endsWith('-10') || date.endsWith('-20') || ofYear >= '12-31' || ofYear <= '01-02'
    const isFirst = date.endsWith('-01')
    const isLast = addDays(date, 1).endsWith('-01')
    const ofDay = isSpecial(ofYear) ? 0.85 : isHoliday(date) ? 0.9 : 1
    const usual = Math.exp(now + seasonSize * Math.cos((2 * Math.PI * at) / 365.25 + phase) + (growth * at) / 365.25)
    const count = (figure: DigestFigure, mean: number) =>
      counted(mean * usual * change(date, figure), club.dispersion, random)
    const ofMonth = club.members * monthly
    const sold = isClosed ? 0 : count('sales', club.members * salesOfMember * ofDay)
    return {
      date,
      isClosed,
      visits: isClosed ? 0 : count('visits', club.members * visitsOfMember * (weekdays[weekday] ?? 1) * ofDay),
      admissions: count('admissions', isFirst ? ofMonth * onFirst : isClosed ? 0 : (ofMonth * (1 - onFirst)) / 28),
      withdrawals: count('withdrawals', isLast ? ofMonth * onLast : (ofMonth * (1 - onLast)) / 29),
      sales:
        sold * priceOfSale + (isFirst ? Math.round(club.members * optionsOfMember * (1 + 0.05 * normal(random))) : 0),
      dues: isFirst
        ? Math.round(club.members * duesOfMember * Math.exp((growth * at) / 365.25) * (1 + 0.01 * normal(random)))
        : 0,
    }
  })
}

const isSpecial = (ofYear: string) =>
  ofYear >= '12-29' ||
  ofYear <= '01-03' ||
  (ofYear >= '04-29' && ofYear <= '05-05') ||
  (ofYear >= '08-11' && ofYear <= '08-16')

/** A count with this mean, and with a variance of `dispersion` times it: Poisson, or of a gamma's mean. */
export function counted(mean: number, dispersion: number, random: Random): number {
  if (!(mean > 0)) return 0
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(dispersion * mean) * normal(random)))
  const rate = dispersion > 1 ? gamma(mean / (dispersion - 1), random) * (dispersion - 1) : mean
  let product = random()
  let count = 0
  for (const least = Math.exp(-rate); product > least; product *= random()) count += 1
  return count
}

/** A gamma of this shape and scale 1. G. Marsaglia and W. W. Tsang, A simple method, ACM TOMS 26 (2000). */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * random() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}
