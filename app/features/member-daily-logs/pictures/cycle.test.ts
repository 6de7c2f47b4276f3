import { expect, test } from 'vitest'
import { addDays } from '~/lib/dates'
import { newestCycle, phaseRuns, usualCycle } from './cycle'
import { menstrual } from './logs.fixture'
import { slotsOf } from './period'

const phaseOf = (day: number) =>
  day <= 5 ? 'menstrual' : day <= 13 ? 'follicular' : day <= 16 ? 'ovulation' : 'luteal'

/** Days starting at `from` with this cycle day; predicted from `predictedFrom` on. */
const daysFrom = (from: string, cycleDays: number[], { without = [] as string[], predictedFrom = '9999' } = {}) =>
  slotsOf(
    cycleDays
      .map((cycleDay, at) => ({ date: addDays(from, at), cycleDay }))
      .filter(({ date }) => !without.includes(date))
      .map(({ date, cycleDay }) => ({
        date,
        log: menstrual({ cycleDay, phase: phaseOf(cycleDay), isPredicted: date >= predictedFrom }),
      })),
    from,
    addDays(from, cycleDays.length - 1),
  )
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

test('the latest cycle starts at its cycle day 1', () => {
  const cycle = newestCycle(daysFrom('2026-10-20', [...upTo(29, 20), ...upTo(12)]))
  expect(cycle?.days[0]).toMatchObject({ day: 1, date: '2026-10-30', phase: 'menstrual' })
  expect(cycle?.newest).toEqual({ day: 12, date: '2026-11-10', phase: 'follicular' })
})

test('its length extends to the next predicted period', () => {
  const cycle = newestCycle(daysFrom('2026-11-01', [...upTo(27), ...upTo(3)], { predictedFrom: '2026-11-21' }))
  expect([cycle?.days.length, cycle?.lengthFrom, cycle?.newest.day]).toEqual([27, 'prediction', 20])
  expect(cycle?.days.filter(({ isPredicted }) => isPredicted).length).toBe(7)
})

test('without a prediction it is as long as the previous cycle', () => {
  const cycle = newestCycle(daysFrom('2026-10-01', [...upTo(31), ...upTo(4)]))
  expect([cycle?.days.length, cycle?.lengthFrom]).toEqual([31, 'previous'])
})

test('without either it has the default length, and says so', () => {
  const cycle = newestCycle(daysFrom('2026-11-01', upTo(9, 3)))
  expect([cycle?.days.length, cycle?.lengthFrom]).toEqual([usualCycle, 'usual'])
})

test('a cycle that lasts longer than expected is not cut off', () => {
  expect(newestCycle(daysFrom('2026-10-01', upTo(40)))?.days.length).toBe(40)
})

test('a day without a log is a gap, and does not split a phase', () => {
  const cycle = newestCycle(daysFrom('2026-11-01', upTo(8), { without: ['2026-11-03'] }))
  expect(cycle?.days[2]).toEqual({ day: 3, date: '2026-11-03', phase: null, isPredicted: false })
  expect(phaseRuns(cycle?.days ?? [])).toEqual([
    { phase: 'menstrual', from: 1, to: 5 },
    { phase: 'follicular', from: 6, to: 8 },
  ])
})

test('a day before the period is a gap too', () => {
  const cycle = newestCycle(daysFrom('2026-11-01', upTo(10, 8)))
  expect(cycle?.days.map(({ phase }) => phase).slice(0, 8)).toEqual([
    ...Array.from({ length: 7 }, () => null),
    'follicular',
  ])
})

test('predictions alone do not make a cycle', () => {
  expect(newestCycle(daysFrom('2026-11-01', upTo(5), { predictedFrom: '2026-11-01' }))).toBeNull()
})

test('users who may only see phases get no cycle', () => {
  const slots = slotsOf(
    [{ date: '2026-11-01', log: menstrual({ flow: null, pain: null }) }],
    '2026-11-01',
    '2026-11-02',
  )
  expect(newestCycle(slots)).toBeNull()
})

test('no log, no cycle', () => {
  expect(newestCycle(slotsOf([], '2026-11-01', '2026-11-28'))).toBeNull()
})
