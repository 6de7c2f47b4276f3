import { expect, test } from 'vitest'
import { recordAreas } from '~/areas/menu'
import { recentOf } from './recent'

test.each([
  ['/hacomono/members/12', 'member:12'],
  ['/hacomono/members/quick/12', 'member:12'],
  ['/hacomono/members/12/bookings', 'member:12'],
  ['/staffs/3/edit', 'staff:3'],
  ['/hacomono/shops/2', 'shop:2'],
  ['/hacomono/plans-or-tickets/7', 'shopPlan:7'],
  ['/shop-reports/actions/9', 'reportAction:9'],
  ['/other-settings/announcements/4', 'announcement:4'],
  ['/other-settings/columns/5/texts', 'column:5'],
  ['/shop-reports/1/2026-11-20', '/shop-reports/1/2026-11-20'],
  ['/hacomono/members', '/hacomono/members'],
  ['/other-settings/columns/new', '/other-settings/columns/new'],
])('%s is remembered as %s', (path, key) => {
  expect(recentOf(recordAreas, path)).toBe(key)
})

test('a member’s health data are remembered as the member, and as nothing else', () => {
  expect(recentOf(recordAreas, '/hacomono/members/12/daily-logs')).toBe('member:12')
})

test('records that the palette cannot name, and unknown addresses, are not remembered', () => {
  expect(recentOf(recordAreas, '/mail/logs/12')).toBeUndefined()
  expect(recentOf(recordAreas, '/hacomono/members/99999999999')).toBeUndefined()
  expect(recentOf(recordAreas, '/staffs/0')).toBeUndefined()
})
