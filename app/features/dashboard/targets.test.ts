import { expect, test } from 'vitest'
import { monthlyStats, period, sales } from './reports.fixture'
import { aimBar, aimsOf, atEnd, attainment, isMet } from './targets'

const target = { admissions: 30, withdrawals: 25, closing: 1010, sales: 9_000_000 }
const landing = { admissions: 38, withdrawals: 29, closing: 1014, admissionsError: null, sales: 9_500_000 }

test('a target is shown with the actual value and the forecast', () => {
  const [admissions] = aimsOf(monthlyStats({ target, landing }))
  expect(admissions).toEqual({ key: 'admissions', isLimit: false, target: 30, actual: 25, landing: 38, known: null })
})

test('of 退会 and 在籍 of a running month what is to come decides: the forecast, or without one what is known', () => {
  const endOf = (change: Parameters<typeof monthlyStats>[0]) => aimsOf(monthlyStats({ target, ...change })).map(atEnd)
  expect(endOf({ landing })).toEqual([null, 29, 1014])
  expect(endOf({})).toEqual([null, 29, 998])
  expect(endOf({ prevMonthToSameDay: null })).toEqual([null, null, null])
})

test('money targets exist only if the response has money', () => {
  const keys = (stats: Parameters<typeof aimsOf>[0]) => aimsOf(stats).map(({ key }) => key)
  expect(keys(monthlyStats({ target }))).not.toContain('netSales')
  expect(keys(monthlyStats({ target, thisMonthReport: { ...period, sales } }))).toContain('netSales')
})

test('without a target nothing is reached or missed', () => {
  const [admissions] = aimsOf(monthlyStats({ landing }))
  expect(attainment(25, admissions?.target)).toBeNull()
  expect(isMet({ target: null, isLimit: false }, 25)).toBeNull()
  expect(attainment(25, 0)).toBeNull()
})

test('more is better for a target, and worse for a limit', () => {
  expect(isMet({ target: 30, isLimit: false }, 38)).toBe(true)
  expect(isMet({ target: 25, isLimit: true }, 29)).toBe(false)
  expect(isMet({ target: 25, isLimit: true }, 25)).toBe(true)
})

test('the bar and its mark lie inside the chart for any maximum', () => {
  for (const [actual, expected, aim] of [
    [25, 38, 30],
    [50, null, 30],
    [0, 0, 0],
    [-3, 2, null],
  ] as const) {
    const bar = aimBar({ key: 'admissions', isLimit: false, actual, landing: expected, target: aim, known: null })
    for (const share of [bar.actual, bar.landing, bar.mark ?? 0]) expect(share >= 0 && share < 1).toBe(true)
  }
})
