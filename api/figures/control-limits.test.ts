import { expect, test } from 'vitest'
import { seed, tell, times } from '../../tests/support/runs.ts'
import { controlLimits, judgedPeriods, type Observed } from './control-limits.ts'

/** Random numbers from 0 to 1 with a seed of their own. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Counts by Poisson; of a large mean its normal approximation. */
function poisson(mean: number, random: () => number): number {
  if (mean > 60) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  let product = random()
  let count = 0
  for (const least = Math.exp(-mean); product > least; product *= random()) count += 1
  return count
}

function seasonOf(week: number): string | null {
  const ofYear = week % 52
  if (ofYear === 51 || ofYear === 0) return 'newYear'
  if (ofYear === 17 || ofYear === 18) return 'goldenWeek'
  return ofYear === 32 ? 'obon' : null
}

const daysIn = (season: string | null): Record<string, number> => (season === null ? {} : { [season]: 1 })

/** A shop's figure with seasons, holidays and growth of its own: what a week lets expect. */
function clubOf(mean: number, random: () => number) {
  const [wave, second, phase, growth] = [0.12 * random(), 0.06 * random(), 7 * random(), 0.2 * random() - 0.1]
  const special: Record<string, number> = {
    newYear: 0.55 + 0.3 * random(),
    goldenWeek: 0.8 + 0.2 * random(),
    obon: 0.8 + 0.2 * random(),
  }
  return (week: number) => {
    const angle = (2 * Math.PI * week) / 52
    const season = wave * Math.cos(angle + phase) + second * Math.cos(2 * (angle + phase))
    return mean * Math.exp(season + (growth * week) / 52) * (special[seasonOf(week) ?? ''] ?? 1)
  }
}

const weeksOf = (meanOf: (week: number) => number, random: () => number, weeks = 156): Observed[] =>
  Array.from({ length: weeks }, (_, week) => ({
    value: poisson(meanOf(week), random),
    special: daysIn(seasonOf(week)),
  }))

/** Weekly figures of a shop: 入会, 退会, 体験, 予約, 来館 and sales of two sizes. */
const figures = [3, 4, 5, 60, 200, 250, 800]
const clubs = times(20, 200)

test(`a quiet shop has on average at most one false alarm a year, over all its figures (seed ${seed})`, () => {
  const random = randomOf(seed)
  let alarms = 0
  for (let club = 0; club < clubs; club += 1) {
    for (const mean of figures) {
      const judged = judgedPeriods(weeksOf(clubOf(mean, random), random), 52, 52)
      alarms += judged.filter((limits) => limits?.beyond).length
    }
  }
  tell(`control limits: ${(alarms / clubs).toFixed(2)} false alarms a shop and year`)
  // Three deviations of chance above one a year.
  expect(alarms / clubs).toBeLessThanOrEqual(1 + 3 / Math.sqrt(clubs))
})

test(`a lasting fall by a quarter of 200 a week is in one of its first two weeks in nine of ten (seed ${seed})`, () => {
  const random = randomOf(seed + 1)
  let [found, told] = [0, 0]
  const falls = times(60, 400)
  for (let fall = 0; fall < falls; fall += 1) {
    const meanOf = clubOf(200, random)
    const from = 110 + Math.floor(random() * 30)
    const history = weeksOf((week) => meanOf(week) * (week < from ? 1 : 0.75), random, from + 12)
    const judged = judgedPeriods(history, 52, 12).map((limits) => limits?.beyond === 'below')
    if (judged[0] || judged[1]) found += 1
    told += judged.filter(Boolean).length
  }
  tell(
    `control limits: ${((100 * found) / falls).toFixed(0)} % of falls found, each told ${(told / falls).toFixed(1)} times in 12 weeks`,
  )
  expect(found / falls).toBeGreaterThanOrEqual(0.9 - 3 * Math.sqrt(0.09 / falls))
  // The new level is soon the normal one.
  expect(told / falls).toBeLessThan(3.5)
})

test('a week is judged against what such a week lets expect', () => {
  const history = weeksOf((week) => (seasonOf(week) === 'newYear' ? 100 : 200), randomOf(7), 104)
  const next = (value: number, season: string | null) =>
    controlLimits([...history, { value, special: daysIn(season) }], 52)
  expect(next(100, 'newYear')?.beyond).toBeNull()
  expect(next(100, null)?.beyond).toBe('below')
  expect(next(320, null)?.beyond).toBe('above')
  const { expected, low, high } = next(200, null) ?? { expected: 0, low: 0, high: 0 }
  expect(expected).toBeGreaterThan(180)
  expect(expected).toBeLessThan(220)
  expect(low).toBeLessThan(expected - 30)
  expect(high).toBeGreaterThan(expected + 30)
})

test('half a year without data, or a week that is not known, is not judged', () => {
  const random = randomOf(3)
  const weeks = (count: number) => weeksOf(() => 200, random, count)
  expect(controlLimits(weeks(26), 52)).toBeNull()
  expect(controlLimits([...weeks(104), { value: null }], 52)).toBeNull()
  expect(controlLimits(weeks(40), 52)?.beyond).toBeNull()
  expect(controlLimits([], 52)).toBeNull()
})

test('a figure that is always 0 is not judged until something happens', () => {
  const nothing = Array.from({ length: 104 }, () => ({ value: 0 }))
  expect(controlLimits(nothing, 52)).toBeNull()
})

test('months are judged by two years of months', () => {
  const random = randomOf(11)
  const history = weeksOf(() => 400, random, 24).map(({ value }) => ({ value }))
  expect(controlLimits([...history, { value: 400 }], 12)?.beyond).toBeNull()
  expect(controlLimits([...history, { value: 250 }], 12)?.beyond).toBe('below')
})
