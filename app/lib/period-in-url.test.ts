import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passedOn, periodInUrl, shownMonth, shownYear } from './period-in-url'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T01:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a month is shown in its year, and on the way back the month is the one that was left', () => {
  const month = periodInUrl({ month: '2025-09', months: 3 })
  expect(shownYear(month)).toEqual({ year: 2025, fiscalStartMonth: 1 })
  expect(shownYear({ ...month, fiscalStartMonth: 10 }).year).toBe(2024)
  expect(passedOn(month)).toMatchObject({ month: '2025-09', months: 3 })
})

test('a year is shown as its last month, which is never after the current one', () => {
  expect(shownMonth({ year: 2025 })).toBe('2025-12')
  expect(shownMonth({ year: 2024, fiscalStartMonth: 4 })).toBe('2025-03')
  expect(shownMonth({ year: 2026, fiscalStartMonth: 4 })).toBe('2026-11')
  expect(shownMonth({ year: 2026 })).toBe('2026-11')
})

test('a year beginning in April is still that year after a look at its months', () => {
  const year = periodInUrl({ year: 2024, fiscalStartMonth: '4' })
  expect(shownYear(periodInUrl({ ...passedOn(year) }))).toEqual({ year: 2024, fiscalStartMonth: 4 })
})

test('without a period all screens show the current one, and no later one', () => {
  expect([shownMonth({}), shownYear({}).year]).toEqual(['2026-11', 2026])
  expect([shownMonth({ month: '2027-01' }), shownYear({ month: '2027-01' }).year]).toEqual(['2026-11', 2026])
})

test('a month is more exact than a year beside it, and invalid values are dropped', () => {
  expect(periodInUrl({ month: '2025-09', year: 2024 })).toEqual({ month: '2025-09' })
  expect(periodInUrl({ month: '2025-13', months: 5, year: 'x', fiscalStartMonth: 1 })).toEqual({})
})
