import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allPages } from '../../../tests/support/drill-down-pages.ts'
import { openFacts } from '../../../tests/support/facts.ts'
import { countedPeriod, type PeriodInput } from './period.ts'
import { type VisitTime, visitRows } from './visits.ts'

const january: PeriodInput = { year: 2026, month: 1 }

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  // The third shop's business day starts at five.
  club = await openFacts({ shops: 3, members: 3, dayStartHours: [0, 0, 5] })
})
afterAll(() => club.close())

const visitsOf = (time: VisitTime, period = january, set: readonly number[] = [1, 2, 3]) =>
  allPages(club.database, {
    period,
    set,
    days: countedPeriod,
    read: (scoped, shopIds, days, page) => visitRows(scoped, shopIds, time, days, page),
  })

const listed = async (...args: Parameters<typeof visitsOf>) =>
  (await visitsOf(...args))?.rows.map(
    ({ at, memberNo, shopName }) => `${at.slice(0, 16)} ${memberNo ?? 'ビジター'} ${shopName}`,
  )

test('visits within the hour are listed once, with the first entry', async () => {
  await club.happened('2026-01-31', {
    contracts: [{ member: 1, shop: 1, from: '2025-12-01' }],
    visits: [
      { member: 1, shop: 1, home: 1, at: '2026-01-07T18:10' },
      { member: 1, shop: 1, home: 1, at: '2026-01-07T18:50' },
      { member: 1, shop: 1, home: 1, at: '2026-01-07T19:30' },
      { member: 1, shop: 2, home: 1, at: '2026-01-07T18:20' },
      { member: null, shop: 1, home: null, at: '2026-01-14T18:00' },
    ],
  })
  const evening = ['2026-01-07T18:10 M1 店舗1', '2026-01-07T18:20 M1 店舗2', '2026-01-14T18:00 ビジター 店舗1']
  expect(await listed({ dow: 3, hour: 18 })).toEqual(evening)
  expect(await listed({ dow: 3, hour: 19 })).toEqual(['2026-01-07T19:30 M1 店舗1'])
  expect(await listed({ dow: 4 })).toEqual([])
  expect(await listed({}, { ...january, day: 14 })).toEqual(evening.slice(2))
  expect(await listed({ hour: 18 }, january, [2])).toEqual(evening.slice(1, 2))
})

test('a weekday that has not occurred in the period yet has no visits', async () => {
  await club.happened('2026-01-01', { visits: [{ member: null, shop: 1, home: null, at: '2026-01-01T10:00' }] })
  expect(await visitsOf({ dow: 4 })).toMatchObject({ figure: 1 })
  expect(await visitsOf({ dow: 5 })).toEqual({ rows: [], total: 0, figure: 0, allRows: 0 })
})

test('a visit after midnight is listed on the previous business day with its clock hour', async () => {
  await club.happened('2026-01-31', {
    contracts: [{ member: 2, shop: 3, from: '2025-12-01' }],
    visits: [
      { member: 2, shop: 3, home: 3, at: '2026-01-08T04:59' },
      { member: 2, shop: 3, home: 3, at: '2026-01-08T23:50' },
      { member: 2, shop: 3, home: 3, at: '2026-01-09T00:20' },
    ],
  })
  expect(await listed({ dow: 3 })).toEqual(['2026-01-08T04:59 M2 店舗3'])
  expect(await listed({ dow: 4 })).toEqual(['2026-01-08T23:50 M2 店舗3'])
  expect(await listed({}, { ...january, day: 7 })).toEqual(['2026-01-08T04:59 M2 店舗3'])
})

test('a person without a membership that day, unknown to the shop, is a ビジター', async () => {
  await club.happened('2026-01-31', { visits: [{ member: 3, shop: 2, home: null, at: '2026-01-07T10:00' }] })
  expect((await visitsOf({}, january, [2]))?.rows).toMatchObject([
    { memberId: null, userId: null, memberNo: null, lastName: null },
  ])
})

test('where the visits of a month were deleted, their number is not shown', async () => {
  await club.happened('2026-02-28', {
    contracts: [{ member: 1, shop: 1, from: '2025-12-01' }],
    visits: [{ member: 1, shop: 1, home: 1, at: '2026-02-07T18:10' }],
  })
  await club.db.execute(sql`update data_state set visits_from = '2026-02-01'`)
  expect(await visitsOf({})).toEqual({ rows: [], total: 0, figure: null, allRows: 0 })
  expect(await visitsOf({}, { year: 2026, month: 2 })).toMatchObject({ total: 1, figure: 1 })
})
