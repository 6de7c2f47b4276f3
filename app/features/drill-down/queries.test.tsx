import { expect, test, vi } from 'vitest'
import { leadFigures, memberFigures, reservationFigures, saleFigures, slotFigures } from '#contract/words/drill-down.ts'
import { describeFigure, figureText, tenureText } from './figures'
import {
  figureLeadsSearch,
  figureMembersSearch,
  figureReservationsSearch,
  figureSalesSearch,
  figureSlotsSearch,
  figureVisitsSearch,
  periodName,
  requestedLeads,
  requestedMembers,
  requestedReservations,
  requestedSales,
  requestedSlots,
  requestedVisits,
  shownPeriod,
} from './queries'

// Addresses name the shop explicitly, since there is no cookie here.
vi.mock('~/lib/cookies', () => ({ remembered: () => undefined, remember: () => {}, isPhone: () => true }))

const set = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

test('URLs are parsed alike from links and from hand-typed text', () => {
  const search = { figure: 'withdrawals', year: '2026', month: '11', shop: '2', offset: '25', limit: '25' }
  const read = { figure: 'withdrawals', year: 2026, month: 11, shop: '2', offset: 25, limit: 25 }
  expect(set(figureMembersSearch(search))).toEqual(read)
  expect(set(figureMembersSearch(read))).toEqual(read)
  const byHand = { figure: 'netSales', year: '1999', month: '13', fiscalStartMonth: '1', category: 'x', shop: "'" }
  expect(set(figureMembersSearch(byHand))).toEqual({})
  expect(set(figureSalesSearch(byHand))).toEqual({ figure: 'netSales' })
})

test.each(memberFigures)('%s can be opened, and has a name and a formula', (figure) => {
  expect(figureMembersSearch({ figure }).figure).toBe(figure)
  expect(describeFigure(figure).formula).not.toBe('')
})

test.each(saleFigures)('%s can be opened, and has a name and a formula', (figure) => {
  expect(figureSalesSearch({ figure }).figure).toBe(figure)
  expect(describeFigure(figure).formula).not.toBe('')
})

test.each([
  ...reservationFigures.map((figure) => [figure, figureReservationsSearch] as const),
  ...slotFigures.map((figure) => [figure, figureSlotsSearch] as const),
  ...leadFigures.map((figure) => [figure, figureLeadsSearch] as const),
])('%s can be opened, and has a name and a formula', (figure, read) => {
  expect(read({ figure }).figure).toBe(figure)
  expect(describeFigure(figure).formula).not.toBe('')
})

test.each([
  [{ year: 2026, month: 11 }, '2026年11月'],
  [{ year: 2026, month: 2, fiscalStartMonth: 4 }, '2026年2月'],
  [{ year: 2026, month: 2, day: 5 }, '2026年2月5日'],
  [{ year: 2026, month: 11, span: 3 }, '2026年11月〜2027年1月'],
  [{ year: 2026 }, '2026年'],
  [{ year: 2026, fiscalStartMonth: 4 }, '2026年度'],
])('%j is %s', (search, name) => expect(periodName(shownPeriod(search))).toBe(name))

test('a day must exist in its month, and members are not listed by a single day’s visits', () => {
  const day = { year: '2026', month: '2', day: '28' }
  expect(set(figureMembersSearch({ ...day, figure: 'admissions' }))).toMatchObject({ day: 28 })
  expect(figureMembersSearch({ ...day, figure: 'visitCount' }).day).toBeUndefined()
  expect(figureSalesSearch({ ...day, day: '29' }).day).toBeUndefined()
  expect(figureSalesSearch({ year: '2026', day: '5' }).day).toBeUndefined()
  expect(figureSalesSearch({ ...day, figure: 'unpaid' }).day).toBeUndefined()
  expect(requestedReservations({ shop: '2', year: 2026, month: 2, day: 5 })).toMatchObject({ month: 2, day: 5 })
})

test('only 継続率 has a number of months, three by default', () => {
  const search = { year: '2026', month: '2', figure: 'retentionKept' }
  expect(set(figureMembersSearch({ ...search, months: '6', day: '5' }))).toEqual({
    figure: 'retentionKept',
    year: 2026,
    month: 2,
    months: 6,
  })
  expect(figureMembersSearch({ ...search, months: '13' }).months).toBe(3)
  expect(figureMembersSearch({ ...search, figure: 'admissions', months: '6' }).months).toBeUndefined()
  expect(requestedMembers({ shop: '2', figure: 'retentionKept', year: 2026, month: 2, months: 6 })).toHaveProperty(
    'months',
    6,
  )
})

test('visits are requested by month, day, weekday and hour', () => {
  const search = figureVisitsSearch({ shop: '2', year: '2026', month: '2', dow: '0', hour: '18', day: 'x' })
  expect(set(search)).toEqual({ shop: '2', year: 2026, month: 2, dow: 0, hour: 18 })
  expect(requestedVisits(search)).toEqual({ shopId: '2', year: 2026, month: 2, dow: 0, hour: 18, limit: 10 })
  expect(set(figureVisitsSearch({ year: '2026', dow: '7', hour: '24' }))).toEqual({})
})

test('several months are opened for people only, and need their first month', () => {
  const search = { figure: 'withdrawals', year: '2026', month: '9', span: '3' }
  expect(requestedMembers(figureMembersSearch(search))).toMatchObject({ year: 2026, month: 9, span: 3 })
  expect(set(figureMembersSearch({ ...search, span: '13' }))).not.toHaveProperty('span')
  expect(set(figureMembersSearch({ ...search, day: '5' }))).not.toHaveProperty('span')
  expect(set(figureMembersSearch({ figure: 'withdrawals', span: '3' }))).not.toHaveProperty('span')
  expect(requestedSales(figureSalesSearch({ year: '2026', month: '9', span: '3' }))).not.toHaveProperty('span')
})

test('without a year the current month is requested', () => {
  expect(shownPeriod({ fiscalStartMonth: 4 })).toHaveProperty('month')
})

test('the request contains figure, shop, period and page', () => {
  expect(requestedMembers({ shop: '2', figure: 'withdrawals', year: 2026, fiscalStartMonth: 4, offset: 10 })).toEqual({
    shopId: '2',
    figure: 'withdrawals',
    year: 2026,
    fiscalStartMonth: 4,
    offset: 10,
    limit: 10,
  })
  const ofProducts = { shop: 'all', year: 2026, month: 1, category: 'product' } as const
  expect(requestedSales(ofProducts)).toEqual({
    figure: 'netSales',
    year: 2026,
    month: 1,
    category: 'product',
    limit: 10,
  })
  // Bills have no category: it is dropped from a hand-written URL.
  expect(requestedSales({ ...ofProducts, figure: 'unpaid' })).toEqual({
    figure: 'unpaid',
    year: 2026,
    month: 1,
    limit: 10,
  })
})

test('bookings, classes and leads are requested with their default figure when the URL names none', () => {
  const search = { shop: '2', year: 2026, month: 1 }
  const request = { shopId: '2', year: 2026, month: 1, limit: 10 }
  expect(requestedReservations(search)).toEqual({ ...request, figure: 'booked' })
  expect(requestedSlots(search)).toEqual({ ...request, figure: 'slots' })
  expect(requestedLeads(search)).toEqual({ ...request, figure: 'trials' })
  expect(requestedLeads({ ...search, figure: 'trialsJoined', limit: 25 })).toEqual({
    ...request,
    figure: 'trialsJoined',
    limit: 25,
  })
})

test('keyword and order are in URL and request; the default order is in neither', () => {
  const search = figureMembersSearch({ shop: '2', year: '2026', month: '1', keyword: '佐藤', sort: '-tenure' })
  expect(requestedMembers(search)).toMatchObject({ keyword: '佐藤', sortKey: 'tenure', sortDir: 'desc' })
  expect(figureMembersSearch({ sort: 'amount' }).sort).toBeUndefined()
  expect(requestedSales(figureSalesSearch({ shop: '2', sort: 'amount' }))).toMatchObject({
    sortKey: 'amount',
    sortDir: 'asc',
  })
  const visits = figureVisitsSearch({ shop: '2', year: '2026', month: '1', keyword: '0' })
  expect(requestedVisits(visits)).toHaveProperty('keyword', '0')
  expect(requestedVisits(visits)).not.toHaveProperty('sortKey')
})

test('在籍期間 is written in years and months', () => {
  expect([0, 1, 11, 12, 26].map(tenureText)).toEqual(['1か月未満', '1か月', '11か月', '1年', '2年2か月'])
})

test('figures are written as sentences write them', () => {
  expect(figureText('名', 1234)).toBe('1,234名')
  expect(figureText('円', -8351)).toBe('▲8,351円')
  expect(describeFigure('netSales', 'product').rows).toBe('物販の売上明細')
  expect(describeFigure('admissions').rows).toBe('入会の内訳')
})
