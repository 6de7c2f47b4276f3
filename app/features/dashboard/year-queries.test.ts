import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownYear } from '~/lib/period-in-url'
import { yearlySearch, yearName } from './year-queries'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-02-10T01:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the URL contains shop, year and its first month', () => {
  expect(yearlySearch({ shop: 2, year: 2025, fiscalStartMonth: '4' })).toEqual({
    shop: '2',
    year: 2025,
    fiscalStartMonth: 4,
  })
})

test('invalid values in the URL are ignored', () => {
  for (const year of [1999, 2101, 2025.5, 'x', '20256', null, [2025]]) {
    expect(yearlySearch({ year }), String(year)).toHaveProperty('year', undefined)
  }
  for (const fiscalStartMonth of [0, 1, 13, '4月', null]) {
    expect(yearlySearch({ fiscalStartMonth }), String(fiscalStartMonth)).toHaveProperty('fiscalStartMonth', undefined)
  }
})

test('in February the 年度 from April is still the previous year’s', () => {
  expect(shownYear({})).toEqual({ year: 2027, fiscalStartMonth: 1 })
  expect(shownYear({ fiscalStartMonth: 4 })).toEqual({ year: 2026, fiscalStartMonth: 4 })
})

test('a future year shows the current one', () => {
  expect(shownYear({ year: 2030 }).year).toBe(2027)
  expect(shownYear({ year: 2027, fiscalStartMonth: 4 }).year).toBe(2026)
  expect(shownYear({ year: 2024 }).year).toBe(2024)
})

test('a year that does not begin in January is a 年度', () => {
  expect([yearName(2026, 1), yearName(2026, 4)]).toEqual(['2026年', '2026年度'])
})
