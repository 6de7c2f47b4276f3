import { expect, test } from 'vitest'
import { addDays, shortDay } from '~/lib/dates'
import { dayAfter, daysToName, slotsOf, weeksOf } from './period'

const ofDays = (from: string, to: string, ...logged: string[]) =>
  slotsOf(
    logged.map((date) => ({ date, log: date })),
    from,
    to,
  )

test('a day without a log is included as empty', () => {
  expect(ofDays('2026-11-01', '2026-11-03', '2026-11-01', '2026-11-03')).toEqual([
    { date: '2026-11-01', log: '2026-11-01' },
    { date: '2026-11-02', log: null },
    { date: '2026-11-03', log: '2026-11-03' },
  ])
})

test('a masked day is a day without a log', () => {
  expect(slotsOf([{ date: '2026-11-01', log: null }], '2026-11-01', '2026-11-01')).toEqual([
    { date: '2026-11-01', log: null },
  ])
})

test('a log outside the period is left out', () => {
  expect(ofDays('2026-11-01', '2026-11-02', '2026-10-31', '2026-11-03').map(({ log }) => log)).toEqual([null, null])
})

test('the longest period has 92 days, each once and in a week of its own weekday', () => {
  const slots = ofDays('2026-08-26', '2026-11-25')
  expect(slots.length).toBe(92)
  const weeks = weeksOf(slots)
  expect(weeks.flat().filter((slot) => slot !== null)).toEqual(slots)
  for (const week of weeks) {
    expect(week.length).toBe(7)
    week.forEach((slot, at) => {
      // Monday first, as in all reports.
      if (slot) expect((new Date(slot.date).getUTCDay() + 6) % 7).toBe(at)
    })
  }
})

test('a period of one day is one cell of one week', () => {
  expect(weeksOf(ofDays('2026-11-25', '2026-11-25'))).toEqual([
    [null, null, { date: '2026-11-25', log: null }, null, null, null, null],
  ])
})

test('a period from Monday to Sunday has no extra cells', () => {
  expect(weeksOf(ofDays('2026-11-02', '2026-11-15')).flat()).not.toContain(null)
})

const datesOf = (from: string, length: number) => Array.from({ length }, (_, at) => addDays(from, at))

test('the days of a week are all named, those of a month by their Mondays', () => {
  expect(daysToName(datesOf('2026-11-19', 7), 7)).toEqual(datesOf('2026-11-19', 7))
  expect(daysToName(datesOf('2026-10-29', 28), 12)).toEqual(['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'])
})

test.each([1, 3, 6, 30])('of the longest period no more than %i days are named, all of them Mondays', (most) => {
  const named = daysToName(datesOf('2026-08-26', 92), most)
  expect(named.length).toBeGreaterThan(0)
  expect(named.length).toBeLessThanOrEqual(most)
  for (const date of named) expect(new Date(date).getUTCDay()).toBe(1)
})

test('a period without a Monday names its days all the same', () => {
  expect(daysToName(datesOf('2026-11-24', 3), 2)).toEqual(['2026-11-24', '2026-11-26'])
})

test('arrow keys go by day and by week and stay within the period', () => {
  expect(dayAfter('ArrowRight', 0, 28)).toBe(1)
  expect(dayAfter('ArrowDown', 1, 28)).toBe(8)
  expect(dayAfter('ArrowUp', 1, 28)).toBe(1)
  expect(dayAfter('ArrowRight', 27, 28)).toBe(27)
  expect(dayAfter('End', 0, 28)).toBe(27)
  expect(dayAfter('Home', 9, 28)).toBe(0)
  expect(dayAfter('Tab', 0, 28)).toBeUndefined()
})

test('a day under a picture is its month and day', () => {
  expect(shortDay('2026-01-05')).toBe('1/5')
})
