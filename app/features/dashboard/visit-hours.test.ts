import { expect, test } from 'vitest'
import { daysOf } from './reports.fixture'
import { hourGrid } from './visit-hours'

const week = (visits: [dow: number, hour: number, count: number][]) => {
  const grid = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const [dow, hour, count] of visits) grid[dow]?.splice(hour, 1, count)
  return grid
}
const [monday, saturday, sunday] = [1, 6, 0]

test('only hours between the first and the last visit are shown', () => {
  expect(
    hourGrid(
      week([
        [monday, 9, 3],
        [sunday, 12, 1],
      ]),
      daysOf(30),
      '2026-11-30',
    )?.hours,
  ).toEqual([9, 10, 11, 12])
})

test('an average is per weekday that the data covers: five Sundays, or three by the 20th', () => {
  const sundays = (to: string) => hourGrid(week([[sunday, 10, 30]]), daysOf(30), to)?.weekdays.at(-1)
  expect(sundays('2026-11-30')).toEqual({ dow: sunday, days: 5, cells: [{ visits: 30, average: 6 }] })
  expect(sundays('2026-11-20')?.cells).toEqual([{ visits: 30, average: 10 }])
})

test('the week begins on Monday, as in all reports', () => {
  const grid = hourGrid(week([[monday, 9, 1]]), daysOf(30), '2026-11-30')
  expect(grid?.weekdays.map(({ dow }) => dow)).toEqual([1, 2, 3, 4, 5, 6, 0])
})

test('a weekday that has not occurred yet has no average, not zero', () => {
  const grid = hourGrid(week([[monday, 9, 1]]), daysOf(30), '2026-11-03')
  expect(grid?.weekdays.find(({ dow }) => dow === saturday)?.cells).toEqual([{ visits: 0, average: null }])
})

test('a month without visits has no chart', () => {
  expect(hourGrid(week([]), daysOf(30), '2026-11-30')).toBeNull()
})
