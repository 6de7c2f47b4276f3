import { expect, test } from 'vitest'
import { closedYear, monthsOf } from './closed-year'

test.each([
  ['2026-11-20', { year: 2025, fiscalStartMonth: 11 }],
  ['2026-10-31', { year: 2025, fiscalStartMonth: 11 }],
  ['2026-12-31', { year: 2026, fiscalStartMonth: 1 }],
  ['2027-01-30', { year: 2026, fiscalStartMonth: 1 }],
  ['2028-02-28', { year: 2027, fiscalStartMonth: 2 }],
  ['2028-02-29', { year: 2027, fiscalStartMonth: 3 }],
])('on %s the last twelve whole months are those of the year %o', (to, year) => {
  expect(closedYear(to)).toEqual(year)
})

test('their label names the first and the last month', () => {
  expect(monthsOf({ year: 2025, fiscalStartMonth: 11 })).toBe('2025/11〜2026/10')
  expect(monthsOf({ year: 2026, fiscalStartMonth: 1 })).toBe('2026/01〜2026/12')
})
