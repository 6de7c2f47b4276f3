import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  currentMonth,
  formatDate,
  formatDateTime,
  formatMoment,
  formatMonth,
  isMonth,
  isValidDate,
  todayInTokyo,
} from './dates'

describe('dates in Tokyo', () => {
  test('the day changes at midnight in Tokyo, in any time zone of the computer', () => {
    expect(todayInTokyo(new Date('2026-11-30T14:59:59Z'))).toBe('2026-11-30')
    expect(todayInTokyo(new Date('2026-11-30T15:00:00Z'))).toBe('2026-12-01')
    expect(currentMonth(new Date('2026-12-31T15:00:00Z'))).toBe('2027-01')
  })

  test('dates, months and times read as Japanese reports write them', () => {
    expect(formatDate('2026-01-05')).toBe('2026/01/05(月)')
    expect(formatMonth('2026-01')).toBe('2026年1月')
    expect(formatDateTime('2026-01-05T05:05:00Z')).toBe('2026/01/05(月) 14:05')
    expect(formatDateTime('2026-01-05T23:59:59.999+09:00')).toBe('2026/01/05(月) 23:59')
  })

  test('a moment of today is its time, another day’s has its date, by the day in Tokyo', () => {
    const now = new Date('2026-01-05T15:30:00Z')
    expect(formatMoment('2026-01-05T15:05:00Z', now)).toBe('00:05')
    expect(formatMoment('2026-01-05T14:05:00Z', now)).toBe('2026/01/05(月) 23:05')
  })

  test('a month later and a month back is the same month, across years', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    fc.assert(
      fc.property(
        fc.integer({ min: 2002, max: 2098 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: -24, max: 24 }),
        (year, month, distance) => {
          const start = `${year}-${String(month).padStart(2, '0')}`
          const target = addMonths(start, distance)
          return isMonth(target) && addMonths(target, -distance) === start
        },
      ),
    )
  })

  test('a text is a date if it stands for a moment', () => {
    expect(['2026-01-05', '2026-01-05T14:05:00+09:00', '2024-02-29'].every(isValidDate)).toBe(true)
    expect(['', '2026-13-01', '2026-01-05T25:00', '来週', 'NaN'].some(isValidDate)).toBe(false)
    fc.assert(fc.property(fc.date({ noInvalidDate: true }), (moment) => isValidDate(moment.toISOString())))
  })

  test('only YYYY-MM between 2000-01 and 2100-12 is a month', () => {
    expect(['2026-11', '2000-01', '2100-12'].every(isMonth)).toBe(true)
    for (const text of ['2026-13', '2026-00', '2026-1', '1999-12', '2101-01', ' 2026-11', '2026-11-01', '']) {
      expect(isMonth(text), text).toBe(false)
    }
    expect(isMonth(undefined)).toBe(false)
  })
})
