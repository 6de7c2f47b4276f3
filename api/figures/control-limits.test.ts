import { expect, test } from 'vitest'
import type { DigestFigure } from '#contract/words/digest.ts'
import { isAssault, seed, tell, times } from '../../tests/support/runs.ts'
import { type Judgement, judgements, limitOfPage } from './control-limits.ts'
import type { PerYear } from './learned-level.ts'
import { addDays, monthOf } from './periods.ts'
import { type Random, randomOf } from './simulated-club.ts'
import { judgedClub, judgedFigures } from './simulated-judgements.ts'
import { calendarDay, type Observed, observedPeriods } from './usual-days.ts'

/** Nothing here asks a database: an assault needs it on one engine only. */
const isAgain = process.env.ASSAULT_ENGINE === 'PostgreSQL'
const rhythms = [
  { rhythm: 'weeks', perYear: 52 },
  { rhythm: 'months', perYear: 12 },
] as const
const sizes = [150, 400, 1000, 3000]
const noises = [1, 2].flatMap((dispersion) => [null, 0.6, 0.9].map((memory) => ({ dispersion, memory })))
const named = (memory: number | null) => (memory === null ? 'no weather' : `weather ${memory}`)

/** Some Monday, or first of a month, so that the seasons are of every phase. */
const someStart = (perYear: PerYear, random: Random) =>
  perYear === 52
    ? addDays('2021-01-04', 7 * Math.floor(52 * random()))
    : monthOf(2021, 1 + Math.floor(12 * random())).from

interface Club {
  members: number
  dispersion: number
  memory: number | null
}

/** The chances of all figures of a quiet club by period, of three years: null before there is half a year to judge by. */
function quietPages(club: Club, perYear: PerYear, random: Random): (number[] | null)[] {
  const days = perYear === 52 ? 7 * 156 : 3 * 365
  const judged = judgedClub({ ...club, from: someStart(perYear, random), days }, random, perYear)
  return [...(judged.get('visits') ?? [])].map((_, at) => {
    const chances = judgedFigures.flatMap((figure) => judged.get(figure)?.[at]?.chance ?? [])
    return chances.length > 0 ? chances : null
  })
}

const findingsOn = (chances: readonly number[], perYear: PerYear) => {
  const limit = limitOfPage(chances, perYear)
  return limit === null ? 0 : chances.filter((chance) => chance <= limit).length
}

const ofYears = (found: number, years: number) =>
  `${(found / years).toFixed(2)} ± ${((1.96 * Math.sqrt(found + 1)) / years).toFixed(2)}`

/** Of these a check judges some, an assault all. */
const rows = rhythms.flatMap((of) => sizes.flatMap((members) => noises.map((noise) => ({ ...of, members, ...noise }))))
const inCheck = rows.filter(({ perYear }, at) => at % (perYear === 52 ? 13 : 7) === 0)

test.skipIf(isAgain).each(isAssault ? rows : inCheck)(
  `a quiet shop has at most half a false alarm a year: $rhythm, $members members, variance $dispersion × mean, weather $memory (seed ${seed})`,
  ({ rhythm, perYear, ...club }) => {
    const random = randomOf(seed)
    const clubs = times(8, 420)
    const found = { early: 0, late: 0 }
    const years = { early: 0, late: 0 }
    for (let one = 0; one < clubs; one += 1) {
      for (const [at, chances] of quietPages(club, perYear, random).entries()) {
        if (!chances) continue
        const part = at < (perYear * 14) / 12 ? 'early' : 'late'
        found[part] += findingsOn(chances, perYear)
        years[part] += 1 / perYear
      }
    }
    const all = years.early + years.late
    tell(
      `false alarms a shop and year, ${rhythm}, ${club.members} members, variance ${club.dispersion}, ${named(club.memory)}: ${ofYears(found.early + found.late, all)}; to month 14 ${ofYears(found.early, years.early)}, then ${ofYears(found.late, years.late)}`,
    )
    // Three deviations of chance above the bar.
    expect((found.early + found.late) / all).toBeLessThanOrEqual(0.5 + 3 * Math.sqrt(0.5 / all))
  },
)

test.skipIf(isAgain)(`a page has at most one false alarm a year, however many shops are on it (seed ${seed})`, () => {
  const random = randomOf(seed + 1)
  for (const { rhythm, perYear } of rhythms) {
    const clubs = Array.from({ length: times(6, 400) }, (_, at) => {
      const noise = noises[at % noises.length] ?? { dispersion: 1, memory: null }
      return quietPages({ members: sizes[at % sizes.length] ?? 150, ...noise }, perYear, random)
    })
    for (const shops of isAssault ? [1, 6, 60, 200] : [6]) {
      const pages = times(150, 20_000)
      let found = 0
      for (let page = 0; page < pages; page += 1) {
        const at = Math.floor(perYear * (1 + 2 * random()))
        const chances = Array.from({ length: shops }, () => clubs[Math.floor(clubs.length * random())]?.[at] ?? [])
        found += findingsOn(chances.flat(), perYear)
      }
      const years = pages / perYear
      tell(
        `false alarms a page and year, ${rhythm}, ${shops} shops: ${ofYears(found, years)} (of ${clubs.length} clubs)`,
      )
      expect(found / years).toBeLessThanOrEqual(1 + 3 / Math.sqrt(years))
    }
  }
})

/** What is to be found: a figure times so many from a period on, for so many periods. */
interface Change {
  name: string
  figure: DigestFigure
  members: number
  perYear: PerYear
  times: number
  /** Periods before it, and of it. */
  at: number
  length: number
  /** The share in which a shop by itself must find it, without weather and with a variance of the mean. */
  bar: number
}

const changes: Change[] = [
  {
    name: 'visits −15 % of 1,000',
    figure: 'visits',
    members: 1000,
    perYear: 52,
    times: 0.85,
    at: 70,
    length: 2,
    bar: 0.8,
  },
  {
    name: 'visits −25 % of 400',
    figure: 'visits',
    members: 400,
    perYear: 52,
    times: 0.75,
    at: 70,
    length: 2,
    bar: 0.8,
  },
  {
    name: 'visits −35 % of 150',
    figure: 'visits',
    members: 150,
    perYear: 52,
    times: 0.65,
    at: 70,
    length: 2,
    bar: 0.8,
  },
  // The bar is 0.8: what is reached is 0.77, see decision 0094.
  {
    name: 'leavers × 2, two months',
    figure: 'withdrawals',
    members: 833,
    perYear: 12,
    times: 2,
    at: 24,
    length: 2,
    bar: 0.7,
  },
  {
    name: 'leavers × 3, weekly',
    figure: 'withdrawals',
    members: 833,
    perYear: 52,
    times: 3,
    at: 104,
    length: 9,
    bar: 0.8,
  },
  {
    name: '40 leavers in mid-month',
    figure: 'withdrawals',
    members: 640,
    perYear: 52,
    times: 172,
    at: 70,
    length: 1,
    bar: 0.8,
  },
]

/** A club's figure that changes, as it is judged from then on. */
function judgedChange(change: Change, club: Omit<Club, 'members'>, random: Random): (Judgement | null)[] {
  const { perYear, figure, members } = change
  const from = someStart(perYear, random)
  const [first, last] = daysOfChange(change, from)
  const days = Math.round((Date.parse(last) - Date.parse(from)) / 86_400_000) + 1
  const changed = (date: string, of: DigestFigure) =>
    of === figure && date >= first && date <= last ? change.times : 1
  const judged =
    judgedClub({ members, ...club, from, days, change: changed }, random, perYear, [figure]).get(figure) ?? []
  return judged.slice(-change.length)
}

/** Whether a page of `shops` shops, the others quiet, says so. */
const isFound = (judged: readonly (Judgement | null)[], { perYear, times }: Change, shops: number, random: Random) =>
  judged.some((judgement) => {
    // Of quiet shops every chance is as likely as every other.
    const others = Array.from({ length: 4 * shops - 1 }, random)
    const limit = judgement && limitOfPage([judgement.chance, ...others], perYear)
    return judgement && limit != null && judgement.chance <= limit && judgement.side === (times > 1 ? 'above' : 'below')
  })

function daysOfChange({ perYear, at, length }: Change, from: string): [first: string, last: string] {
  if (perYear === 12) {
    const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
    return [monthOf(year, month + at).from, monthOf(year, month + at + length - 1).to]
  }
  let first = addDays(from, 7 * at)
  // A single week is one without the month's end.
  while (length === 1 && (first.slice(8) < '05' || first.slice(8) > '20')) first = addDays(first, 7)
  return [first, addDays(first, 7 * length - 1)]
}

test.skipIf(isAgain).each(changes)(`$name is found in time (seed ${seed})`, (change) => {
  for (const noise of isAssault ? noises : [{ dispersion: 1, memory: null }]) {
    const random = randomOf(seed + change.members)
    const clubs = Array.from({ length: times(20, 400) }, () => judgedChange(change, noise, random))
    for (const shops of isAssault ? [1, 6, 60, 200] : [1]) {
      const found = clubs.filter((judged) => isFound(judged, change, shops, random)).length
      const share = found / clubs.length
      const deviation = Math.sqrt((Math.max(share, 0.01) * (1.01 - share)) / clubs.length)
      tell(
        `found, ${shops} shops, ${change.name}, variance ${noise.dispersion}, ${named(noise.memory)}: ${share.toFixed(2)} ± ${(1.96 * deviation).toFixed(2)}`,
      )
      const isAtBar = shops === 1 && noise.dispersion === 1 && noise.memory === null
      if (isAtBar) expect(share).toBeGreaterThanOrEqual(change.bar - 3 * Math.sqrt(0.16 / clubs.length))
    }
  }
})

const monday = '2024-01-01'

/** Weeks of visits: `each` a day, none on 休館日. */
const weeksOf = (count: number, each: (date: string) => number, closed: readonly string[] = []) => {
  const dates = Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(monday, 7 * week + day)),
  )
  const days = dates.map((week) =>
    week.map((date) => {
      const isClosed = closed.includes(date)
      return { ...calendarDay(date, 'visits', isClosed), value: isClosed ? 0 : each(date) }
    }),
  )
  return observedPeriods(days, days)
}
const lastOf = (history: readonly Observed[]) => judgements(history, 52, null).at(-1)
const isBeyond = (history: readonly Observed[]) => limitOfPage([lastOf(history)?.chance ?? 1], 52) !== null
const aboutForty = (date: string) => 38 + (Number(date.slice(8)) % 5)

test.each([1, 2, 4, 6])('a week with %d 休館日 is compared with what its open days let expect', (closed) => {
  const last = addDays(monday, 7 * 103)
  const closedDays = Array.from({ length: closed }, (_, at) => addDays(last, at))
  const quiet = weeksOf(104, aboutForty, closedDays)
  expect(lastOf(quiet)?.expected).toBeCloseTo(40 * (7 - closed), -1.2)
  expect(isBeyond(quiet)).toBe(false)
})

test('leavers on the last day of the month are no news, forty in the middle of it are', () => {
  const random = randomOf(5)
  const club = { members: 640, dispersion: 1, memory: null, from: monday, days: 7 * 104 }
  const quiet = judgedClub(club, random, 52, ['withdrawals']).get('withdrawals') ?? []
  expect(quiet.filter((one) => limitOfPage([one?.chance ?? 1], 52) !== null)).toHaveLength(0)
  const first = addDays(monday, 7 * 102)
  const forty = (date: string, figure: DigestFigure) => (figure === 'withdrawals' && date >= first ? 172 : 1)
  const judged = judgedClub({ ...club, days: 7 * 103, change: forty }, random, 52, ['withdrawals'])
  expect(judged.get('withdrawals')?.at(-1)).toMatchObject({ side: 'above' })
  expect(judged.get('withdrawals')?.at(-1)?.chance).toBeLessThan(1e-4)
})

test('a value that is beyond chance by itself is outside of the range that is named', () => {
  const quiet = weeksOf(80, () => 0.5)
  for (const value of [8, 9, 10, 11, 12, 13]) {
    const week = quiet.map((one, at) => (at === quiet.length - 1 ? { ...one, value } : one))
    const judgement = lastOf(week)
    const range = judgement?.rangeAt(judgement.chance)
    expect([value, range?.high]).toEqual([value, value - 1])
  }
})

test('a range is wide while a season is not known, and narrower with its second year', () => {
  const widthAt = (weeks: number) => {
    const range = lastOf(weeksOf(weeks, (date) => 10 * aboutForty(date)))?.rangeAt(0.002)
    return (range?.high ?? 0) - (range?.low ?? 0)
  }
  expect(widthAt(40)).toBeGreaterThan(1.05 * widthAt(110))
})

test('of a lasting change no more than the first two weeks are reported: then it is the new normal', () => {
  const from = addDays(monday, 7 * 100)
  const judged = judgements(
    weeksOf(112, (date) => (date < from ? aboutForty(date) : aboutForty(date) / 2)),
    52,
    null,
  )
  expect(judged.map((one) => limitOfPage([one?.chance ?? 1], 52) !== null).slice(100)).toEqual([
    true,
    true,
    ...Array.from({ length: 10 }, () => false),
  ])
})

test('half a year without data, a week that is not known, and one without an open day are not judged', () => {
  expect(lastOf(weeksOf(27, aboutForty))).toBeNull()
  expect(lastOf(weeksOf(40, aboutForty))).not.toBeNull()
  const history = weeksOf(60, aboutForty)
  expect(lastOf(history.with(-1, { ...(history.at(-1) as Observed), value: null }))).toBeNull()
  const closed = Array.from({ length: 7 }, (_, day) => addDays(monday, 7 * 59 + day))
  expect(lastOf(weeksOf(60, aboutForty, closed))).toBeNull()
  expect(lastOf([])).toBeUndefined()
})

test('a figure that is always 0 is not judged until something happens', () => {
  expect(lastOf(weeksOf(104, () => 0))).toBeNull()
})

test('a page of more shops asks for more, and all that is beyond chance on it is found', () => {
  expect(limitOfPage([0.001, ...Array.from({ length: 3 }, () => 0.5)], 52)).not.toBeNull()
  expect(limitOfPage([0.001, ...Array.from({ length: 799 }, () => 0.5)], 52)).toBeNull()
  const limit = limitOfPage([1e-9, 1e-8, 1e-7, ...Array.from({ length: 797 }, () => 0.5)], 52) ?? 0
  expect(limit).toBeGreaterThan(1e-7)
})
