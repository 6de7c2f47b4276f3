import { expect, test } from 'vitest'
import { timeAxis } from './time-axis'

const today = '2026-11-23'

test('an open-ended contract extends to the right edge; an ended one stops the day after its last day', () => {
  const { placeOf, today: now } = timeAxis([{ startOn: '2026-01-01', endOn: '2026-06-30' }], today)
  const ended = placeOf({ startOn: '2026-01-01', endOn: '2026-06-30' })
  const next = placeOf({ startOn: '2026-07-01', endOn: null })
  expect(ended.left).toBe(0)
  expect(ended.left + ended.width).toBeCloseTo(next.left)
  expect(next.left + next.width).toBeCloseTo(100)
  expect([ended.isOpen, next.isOpen]).toEqual([false, true])
  expect(now).toBeGreaterThan(next.left)
})

test('a contract of one day can be seen, and one still to come is on the axis', () => {
  const { placeOf, today: now } = timeAxis([{ startOn: '2005-04-01', endOn: null }], today)
  expect(placeOf({ startOn: '2015-04-01', endOn: '2015-04-01' }).width).toBeGreaterThanOrEqual(0.5)
  const coming = timeAxis([{ startOn: '2027-03-01', endOn: null }], today)
  expect(coming.placeOf({ startOn: '2027-03-01', endOn: null }).width).toBeGreaterThan(0)
  expect(now).toBeLessThan(100)
})

test('the labels fit for any length of time', () => {
  for (const startOn of ['2026-11-01', '2026-04-10', '2024-01-01', '2018-05-05', '1989-01-08']) {
    const { marks } = timeAxis([{ startOn, endOn: null }], today)
    expect(marks.length, startOn).toBeGreaterThan(0)
    expect(marks.length, startOn).toBeLessThanOrEqual(5)
  }
})
