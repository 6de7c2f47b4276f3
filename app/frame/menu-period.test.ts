import { expect, test } from 'vitest'
import { periodOf } from './menu-period'

test('the menu leads from a report to the others with its period, and with nothing else of its address', () => {
  const of = (pathname: string, searchStr: string) => periodOf({ pathname, searchStr })
  expect(of('/dashboard', '?shop=1&month=2026-09&why=sales')).toBe('?month=2026-09')
  expect(of('/statistics/sales', '?month=2026-09&months=3&tax=excluded')).toBe('?month=2026-09&months=3')
  expect(of('/dashboard/yearly', '?year=2025&fiscalStartMonth=4')).toBe('?year=2025&fiscalStartMonth=4')
  expect(of('/dashboard', '')).toBe('')
})

test('other screens’ months stay there', () => {
  expect(periodOf({ pathname: '/dashboard/members', searchStr: '?year=2026&month=9' })).toBe('')
  expect(periodOf({ pathname: '/member-daily-logs', searchStr: '?month=2026-09' })).toBe('')
})
