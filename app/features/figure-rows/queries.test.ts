import { expect, test, vi } from 'vitest'
import { leadFigures, memberFigures, reservationFigures, saleFigures, slotFigures } from '#contract/figure-rows.ts'
import { figureText, toldOf } from './figures'
import {
  askedPeriod,
  figureLeadsSearch,
  figureMembersSearch,
  figureReservationsSearch,
  figureSalesSearch,
  figureSlotsSearch,
  periodName,
  requestedLeads,
  requestedMembers,
  requestedReservations,
  requestedSales,
  requestedSlots,
} from './queries'

// The remembered shop is the server's cookie here; every address of these tests names its own.
vi.mock('~/lib/cookies', () => ({ remembered: () => undefined, remember: () => {} }))

const set = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

test('an address is read as it was written by a link or by hand', () => {
  const asked = { figure: 'withdrawals', year: '2026', month: '11', shop: '2', offset: '25', limit: '25' }
  const read = { figure: 'withdrawals', year: 2026, month: 11, shop: '2', offset: 25, limit: 25 }
  expect(set(figureMembersSearch(asked))).toEqual(read)
  expect(set(figureMembersSearch(read))).toEqual(read)
  const byHand = { figure: 'netSales', year: '1999', month: '13', fiscalStartMonth: '1', category: 'x', shop: "'" }
  expect(set(figureMembersSearch(byHand))).toEqual({})
  expect(set(figureSalesSearch(byHand))).toEqual({ figure: 'netSales' })
})

test.each(memberFigures)('%s can be opened, and is told by name and formula', (figure) => {
  expect(figureMembersSearch({ figure }).figure).toBe(figure)
  expect(toldOf(figure).formula).not.toBe('')
})

test.each(saleFigures)('%s can be opened, and is told by name and formula', (figure) => {
  expect(figureSalesSearch({ figure }).figure).toBe(figure)
  expect(toldOf(figure).formula).not.toBe('')
})

test.each([
  ...reservationFigures.map((figure) => [figure, figureReservationsSearch] as const),
  ...slotFigures.map((figure) => [figure, figureSlotsSearch] as const),
  ...leadFigures.map((figure) => [figure, figureLeadsSearch] as const),
])('%s can be opened, and is told by name and formula', (figure, read) => {
  expect(read({ figure }).figure).toBe(figure)
  expect(toldOf(figure).formula).not.toBe('')
})

test.each([
  [{ year: 2026, month: 11 }, '2026年11月'],
  [{ year: 2026, month: 2, fiscalStartMonth: 4 }, '2026年2月'],
  [{ year: 2026 }, '2026年'],
  [{ year: 2026, fiscalStartMonth: 4 }, '2026年度'],
])('%j is %s', (search, name) => expect(periodName(askedPeriod(search))).toBe(name))

test('without a year the current month is asked for', () => {
  expect(askedPeriod({ fiscalStartMonth: 4 })).toHaveProperty('month')
})

test('what is asked of the server is the figure, its shop, its period and its page', () => {
  expect(requestedMembers({ shop: '2', figure: 'withdrawals', year: 2026, fiscalStartMonth: 4, offset: 10 })).toEqual({
    shopId: '2',
    figure: 'withdrawals',
    year: 2026,
    fiscalStartMonth: 4,
    offset: 10,
  })
  const ofProducts = { shop: 'all', year: 2026, month: 1, category: 'product' } as const
  expect(requestedSales(ofProducts)).toEqual({ figure: 'netSales', year: 2026, month: 1, category: 'product' })
  // Bills are of no category: an address written by hand is not refused for it.
  expect(requestedSales({ ...ofProducts, figure: 'unpaid' })).toEqual({ figure: 'unpaid', year: 2026, month: 1 })
})

test('bookings, classes and leads are asked for with the figure that stands there when the address names none', () => {
  const asked = { shop: '2', year: 2026, month: 1 }
  const request = { shopId: '2', year: 2026, month: 1 }
  expect(requestedReservations(asked)).toEqual({ ...request, figure: 'booked' })
  expect(requestedSlots(asked)).toEqual({ ...request, figure: 'slots' })
  expect(requestedLeads(asked)).toEqual({ ...request, figure: 'trials' })
  expect(requestedLeads({ ...asked, figure: 'trialsJoined', limit: 25 })).toEqual({
    ...request,
    figure: 'trialsJoined',
    limit: 25,
  })
})

test('figures are written as sentences write them', () => {
  expect(figureText('名', 1234)).toBe('1,234名')
  expect(figureText('円', -8351)).toBe('▲8,351円')
  expect(toldOf('netSales', 'product').label).toBe('物販の売上')
})
