import { expect, test } from 'vitest'
import { type Judged, judgedLessons, type Scatter, scatterOf } from './lesson-chance.ts'
import { randomOf } from './simulated-club.ts'

// Which class, slot or instructor differs, on clubs whose lessons are all alike, and where one is not.

const random = randomOf(31)
const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

interface Series {
  name: string
  sums: Scatter
}

/** Lessons of one series in some weeks: its regulars come or stay away for weeks, the others decide by the seat. */
function seriesOf(name: string, weeks: number, fill: number, { memory }: { memory: number }): Series {
  const capacity = between(8, 12)
  let regulars = normal()
  const lessons = Array.from({ length: weeks }, (_, week) => {
    regulars = memory * regulars + Math.sqrt(1 - memory * memory) * normal()
    const probability = Math.min(0.98, Math.max(0.02, fill + 0.08 * regulars))
    let used = 0
    for (let seat = 0; seat < capacity; seat += 1) if (random() < probability) used += 1
    return { used, month: Math.floor(week / 4.34) }
  })
  const squaresOf = (some: typeof lessons) => {
    const mean = some.reduce((sum, { used }) => sum + used, 0) / some.length
    return some.reduce((sum, { used }) => sum + (used - mean) ** 2, 0)
  }
  const months = [...Map.groupBy(lessons, ({ month }) => month).values()]
  return {
    name,
    sums: {
      ...{ lessons: weeks, series: 1, seriesMonths: months.length, capacity: capacity * weeks, expected: 0 },
      used: lessons.reduce((sum, { used }) => sum + used, 0),
      capacitySquares: capacity * capacity * weeks,
      within: squaresOf(lessons),
      withinMonths: months.reduce((sum, some) => sum + squaresOf(some), 0),
    },
  }
}

const together = (some: readonly Series[]): Scatter =>
  some.reduce<Scatter>(
    (all, { sums }) => ({
      lessons: all.lessons + sums.lessons,
      series: all.series + sums.series,
      seriesMonths: all.seriesMonths + sums.seriesMonths,
      used: all.used + sums.used,
      capacity: all.capacity + sums.capacity,
      expected: all.expected + sums.expected,
      capacitySquares: all.capacitySquares + sums.capacitySquares,
      within: all.within + sums.within,
      withinMonths: all.withinMonths + sums.withinMonths,
    }),
    {
      ...{ lessons: 0, series: 0, seriesMonths: 0, used: 0, capacity: 0, expected: 0, capacitySquares: 0, within: 0 },
      withinMonths: 0,
    },
  )

function judge(club: Series[], groupOf: (series: Series, at: number) => string): Map<string, Judged> {
  const all = together(club)
  const groups = [...Map.groupBy(club.entries(), ([at, series]) => groupOf(series, at))]
  const sums = groups.map(([, some]) => together(some.map(([, series]) => series)))
  const judged = judgedLessons(
    sums.map((one) => ({ ...one, expected: (all.used / all.capacity) * one.capacity })),
    scatterOf(all),
  )
  return new Map(groups.map(([name], at) => [name, judged[at] as Judged]))
}

const isBeyond = ({ standing }: Judged) => standing === 'more' || standing === 'less'
const clubOf = (weeks: number, shift = 0, memory = 0.5) =>
  Array.from({ length: 23 }, (_, at) =>
    seriesOf(`class ${at % 8}`, weeks, 0.7 - (at % 8 === 0 ? shift : 0), { memory }),
  )
const byClass = ({ name }: Series) => name
const bySlot = (_: Series, at: number) => String(at)
const deals = 400

test.each([
  ['classes', 13, byClass],
  ['slots', 13, bySlot],
  ['classes of a year', 52, byClass],
  ['slots of a year', 52, bySlot],
] as const)('of %s that are all alike, one differs beyond chance in at most 5 of 100 clubs', (_, weeks, groupOf) => {
  let found = 0
  for (let deal = 0; deal < deals; deal += 1) if ([...judge(clubOf(weeks), groupOf).values()].some(isBeyond)) found += 1
  expect(found / deals).toBeLessThanOrEqual(0.05)
})

test('a class with 15 of 100 seats less than the others is found in most clubs, and only nearer to the average', () => {
  let found = 0
  for (let deal = 0; deal < 100; deal += 1) {
    const one = judge(clubOf(13, 0.15), byClass).get('class 0') as Judged
    if (one.standing === 'less') found += 1
    expect(one.shrunk).toBeGreaterThanOrEqual(one.fill as number)
    expect(one.shrunk).toBeLessThanOrEqual((one.average as number) + 1e-9)
  }
  expect(found).toBeGreaterThan(80)
})

test('under eight lessons, and in a month alone, nothing is judged', () => {
  const few = judge(clubOf(7), bySlot)
  expect([...few.values()].map(({ standing, low, shrunk }) => [standing, low, shrunk])).toContainEqual([
    'few',
    null,
    null,
  ])
  expect([...judge(clubOf(4), byClass).values()].every(({ standing }) => standing === 'open')).toBe(true)
})
