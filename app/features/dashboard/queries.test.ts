import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownMonth } from '~/lib/period-in-url'
import { dashboardSearch } from './queries'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T01:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the URL contains shop and month', () => {
  expect(dashboardSearch({ shop: 2, month: '2026-10' })).toEqual({ shop: '2', month: '2026-10' })
  expect(dashboardSearch({ shop: 'all' }).shop).toBe('all')
})

test('invalid values in the URL are ignored', () => {
  for (const shop of ['abc', -1, 0, 1.5, null, ['1'], {}, "1' or 1=1", '12345678901']) {
    expect(dashboardSearch({ shop }), String(shop)).toHaveProperty('shop', undefined)
  }
  for (const month of ['2026-13', 202610, null, ['2026-10'], 'x']) {
    expect(dashboardSearch({ month }), String(month)).toHaveProperty('month', undefined)
  }
})

test('a future month shows the current one', () => {
  expect(shownMonth({ month: '2026-12' })).toBe('2026-11')
  expect(shownMonth({})).toBe('2026-11')
  expect(shownMonth({ month: '2024-02' })).toBe('2024-02')
})
