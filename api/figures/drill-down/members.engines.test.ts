import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import type { MemberFigure } from '#contract/words/drill-down.ts'
import { allPages } from '../../../tests/support/drill-down-pages.ts'
import { openFacts } from '../../../tests/support/facts.ts'
import { type FigureInput, memberRows } from './members.ts'
import { countedPeriod, type PeriodInput, scheduledPeriod } from './period.ts'

const january: PeriodInput = { year: 2026, month: 1 }

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 3, members: 5 })
})
afterAll(() => club.close())

const empty = { rows: [], total: 0, figure: 0, guests: 0 }

/** All pages of a figure, with exactly these shops in scope. */
async function membersOf(
  request: MemberFigure | Omit<FigureInput, 'day'>,
  period: PeriodInput = january,
  set: readonly number[] = [1, 2, 3],
  days = countedPeriod,
) {
  const figure = { ...(typeof request === 'string' ? { figure: request } : request), day: period.day }
  const found = await allPages(club.database, {
    period,
    set,
    days,
    limit: 3,
    read: (scoped, shopIds, days, page) => memberRows(scoped, shopIds, figure, days, page),
  })
  return found ?? empty
}

/** The movements of a figure: person, day, other shop. */
const listed = async (...args: Parameters<typeof membersOf>) =>
  (await membersOf(...args)).rows.map(({ memberNo, date, shopName, otherShopName }) =>
    [memberNo, date, shopName, otherShopName].filter((word) => word !== null).join(' '),
  )

test('a transfer is listed with the other shop; between two requested shops there is none', async () => {
  await club.happened('2026-01-31', {
    contracts: [
      { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-09' },
      { member: 1, shop: 2, from: '2026-01-10' },
    ],
  })
  expect(await listed('transferOut', january, [1])).toEqual(['M1 2026-01-10 店舗1'])
  expect(await listed('transferIn', january, [2])).toEqual(['M1 2026-01-10 店舗2'])
  expect(await listed('transferIn', january, [1, 2])).toEqual([])
  expect(await listed('transferOut', january, [1, 2])).toEqual([])
  expect(await listed('openingMembers', january, [1])).toEqual(['M1 店舗1'])
  expect(await listed('closingMembers', january, [1])).toEqual([])
  expect(await listed('closingMembers', january, [1, 2])).toEqual(['M1 店舗2'])
})

test('退会申請 lists person and day of the request, even while another shop’s contract applies', async () => {
  await club.happened('2026-01-31', {
    contracts: [
      { member: 1, shop: 1, from: '2025-12-01', to: '2026-03-31', cancelRequestedOn: '2026-01-15' },
      { member: 1, shop: 1, from: '2025-12-01', kind: 'option', cancelRequestedOn: '2026-01-16' },
      { member: 2, shop: 1, from: '2026-01-05', to: '2026-01-31', cancelRequestedOn: '2026-01-10' },
      { member: 2, shop: 2, from: '2026-01-05', fee: 9000 },
    ],
  })
  expect(await listed('withdrawalRequests', january, [1])).toEqual(['M2 2026-01-10 店舗1', 'M1 2026-01-15 店舗1'])
  expect(await listed('withdrawalRequests', january, [2])).toEqual([])
})

test('a member who left twice in a month is listed twice, and the second joining is a 復会', async () => {
  await club.happened('2026-01-31', {
    contracts: [
      { member: 2, shop: 1, from: '2025-06-01', to: '2026-01-10' },
      { member: 2, shop: 1, from: '2026-01-20', to: '2026-01-31' },
      { member: 3, shop: 1, from: '2026-01-20' },
    ],
  })
  expect(await listed('withdrawals', january)).toEqual(['M2 2026-01-10 店舗1', 'M2 2026-01-31 店舗1'])
  expect(await listed('admissions', january)).toEqual(['M2 2026-01-20 店舗1', 'M3 2026-01-20 店舗1'])
  expect(await listed('readmissions', january)).toEqual(['M2 2026-01-20 店舗1'])
  expect(await listed('closingMembers', january)).toEqual(['M3 店舗1'])
})

test('純増減 lists joining and leaving members, each on their day', async () => {
  await club.happened('2026-01-31', {
    contracts: [
      { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-09' },
      { member: 1, shop: 2, from: '2026-01-10' },
      { member: 2, shop: 1, from: '2026-01-05', to: '2026-01-05' },
      { member: 3, shop: 2, from: '2025-12-01', to: '2026-01-14' },
      { member: 3, shop: 1, from: '2026-01-15' },
      { member: 4, shop: 1, from: '2026-01-20' },
    ],
  })
  const growth = async (set: number[]) => {
    const { figure, rows } = await membersOf('netGrowth', january, set)
    return [
      figure,
      ...rows.map(({ memberNo, date, movement, otherShopName }) => [memberNo, date, movement, otherShopName]),
    ]
  }
  expect(await growth([1, 2])).toEqual([
    1,
    ['M2', '2026-01-05', 'admission', null],
    ['M2', '2026-01-05', 'withdrawal', null],
    ['M4', '2026-01-20', 'admission', null],
  ])
  expect(await growth([1])).toEqual([
    1,
    ['M2', '2026-01-05', 'admission', null],
    ['M2', '2026-01-05', 'withdrawal', null],
    ['M1', '2026-01-10', 'transferOut', null],
    ['M3', '2026-01-15', 'transferIn', null],
    ['M4', '2026-01-20', 'admission', null],
  ])
})

test('a visitor is one row over all shops, and guests make up the rest of the visits', async () => {
  await club.happened('2026-01-31', {
    contracts: [{ member: 1, shop: 1, from: '2025-12-01' }],
    visits: [
      { member: 1, shop: 1, home: 1, at: '2026-01-05T10:00' },
      { member: 1, shop: 1, home: 1, at: '2026-01-05T18:00' },
      { member: 1, shop: 2, home: 1, at: '2026-01-06T10:00' },
      { member: 4, shop: 2, home: null, at: '2026-01-07T10:00' },
      { member: null, shop: 2, home: null, at: '2026-01-07T10:00' },
      { member: null, shop: 2, home: null, at: '2026-01-07T11:00' },
    ],
  })
  const all = await membersOf('visitCount', january)
  expect(all).toMatchObject({ total: 1, figure: 6, guests: 3 })
  expect(all.rows).toMatchObject([{ memberNo: 'M1', shopName: '店舗1・店舗2', visitDays: 2, visits: 3 }])
  expect(await membersOf('visitDays', january)).toMatchObject({ total: 1, figure: 2, guests: 0 })
  const elsewhere = await membersOf('visitCount', january, [2])
  expect(elsewhere).toMatchObject({ figure: 4, guests: 3, rows: [{ memberNo: 'M1', lastName: '会員', visits: 1 }] })
})

test('a member who was 稼働 on one day only and did not visit is a 未来館者, once', async () => {
  await club.happened('2026-01-31', {
    contracts: [
      { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-01' },
      { member: 1, shop: 1, from: '2026-01-02', kind: 'suspension' },
      { member: 2, shop: 1, from: '2025-12-01', kind: 'suspension' },
      { member: 3, shop: 1, from: '2025-12-01' },
      { member: 4, shop: 1, from: '2025-12-01', to: '2026-01-15' },
      { member: 4, shop: 2, from: '2026-01-16' },
    ],
    visits: [{ member: 3, shop: 2, home: 1, at: '2026-01-05T10:00' }],
  })
  expect(await listed('zeroVisitors', january)).toEqual(['M1 店舗1', 'M4 店舗2'])
  expect(await listed('suspendedMembers', january)).toEqual(['M1 2026-01-02 店舗1', 'M2 2025-12-01 店舗1'])
})

test('a year starts with its month, and a future period has no rows', async () => {
  await club.happened('2026-05-31', {
    contracts: [
      { member: 1, shop: 1, from: '2026-03-31' },
      { member: 2, shop: 1, from: '2026-04-01' },
    ],
  })
  const year = (year: number, fiscalStartMonth: number) => listed('admissions', { year, fiscalStartMonth })
  expect(await year(2026, 1)).toEqual(['M1 2026-03-31 店舗1', 'M2 2026-04-01 店舗1'])
  expect(await year(2026, 4)).toEqual(['M2 2026-04-01 店舗1'])
  expect(await year(2025, 4)).toEqual(['M1 2026-03-31 店舗1'])
  expect(await year(2027, 1)).toEqual([])
})

test('予定 lists what is known for the days after the data date, and none of it is in the month so far', async () => {
  await club.happened('2026-01-15', {
    contracts: [
      { member: 1, shop: 1, from: '2025-12-01', to: '2026-01-31' },
      { member: 2, shop: 1, from: '2026-01-16' },
      { member: 3, shop: 2, from: '2025-12-01', to: '2026-01-19' },
      { member: 3, shop: 2, from: '2026-01-20', kind: 'suspension' },
      { member: 4, shop: 1, from: '2025-12-01', to: '2026-02-01' },
    ],
  })
  const ahead = (figure: MemberFigure, set = [1, 2]) => listed(figure, january, set, scheduledPeriod)
  expect(await ahead('scheduledAdmissions')).toEqual(['M2 2026-01-16 店舗1'])
  expect(await ahead('scheduledWithdrawals')).toEqual(['M1 2026-01-31 店舗1'])
  expect(await ahead('scheduledSuspensions')).toEqual(['M3 2026-01-20 店舗2'])
  expect(await ahead('scheduledSuspensions', [1])).toEqual([])
  expect(await listed('withdrawals')).toEqual([])
  // A past period has no 予定, a future one has all of it.
  expect(await listed('scheduledWithdrawals', { year: 2025, month: 12 }, [1], scheduledPeriod)).toEqual([])
  expect(await listed('scheduledWithdrawals', { year: 2026, month: 2 }, [1], scheduledPeriod)).toEqual([
    'M4 2026-02-01 店舗1',
  ])
})

test('a 休会 that continues under another contract is one leave, and ends before the member returns or leaves', async () => {
  await club.happened('2026-01-31', {
    contracts: [
      { member: 1, shop: 1, from: '2025-06-01', to: '2025-10-14' },
      { member: 1, shop: 1, from: '2025-10-15', to: '2025-12-31', kind: 'suspension' },
      { member: 1, shop: 1, from: '2026-01-01', to: '2026-02-28', kind: 'suspension' },
      { member: 1, shop: 1, from: '2026-03-01' },
      { member: 2, shop: 1, from: '2026-01-10', to: '2026-03-31', kind: 'suspension' },
      { member: 3, shop: 1, from: '2026-01-10', kind: 'suspension' },
    ],
  })
  const { rows } = await membersOf('suspendedMembers')
  expect(rows.map(({ memberNo, date, endsOn, planName }) => [memberNo, date, endsOn, planName])).toEqual([
    ['M1', '2025-10-15', '2026-02-28', 'suspension'],
    ['M2', '2026-01-10', '2026-03-31', 'suspension'],
    ['M3', '2026-01-10', null, 'suspension'],
  ])
})

test.each([
  ['2025-04-01', '2026-01-30', 9],
  ['2025-04-01', '2026-01-31', 10],
  ['2025-01-31', '2026-01-30', 12],
  ['2023-10-29', '2026-01-28', 27],
  ['2026-01-05', '2026-01-05', 0],
])('a membership from %s to %s lasted %i whole months, including its last day', async (from, to, months) => {
  await club.happened('2026-01-31', { contracts: [{ member: 1, shop: 1, from, to }] })
  expect((await membersOf('withdrawals')).rows).toMatchObject([{ date: to, tenureMonths: months }])
})

test('継続率 lists members who joined so many months before and whose months end by the data date, and when they leave', async () => {
  await club.happened('2026-04-10', {
    contracts: [
      { member: 1, shop: 1, from: '2026-01-05', to: '2026-04-04' },
      { member: 2, shop: 1, from: '2026-01-05', to: '2026-04-05' },
      { member: 3, shop: 2, from: '2026-01-10', to: '2026-06-30' },
      { member: 4, shop: 1, from: '2026-01-08' },
      { member: 5, shop: 1, from: '2026-01-11' },
    ],
  })
  const april = { year: 2026, month: 4 }
  const cohort = async (figure: MemberFigure) =>
    (await membersOf({ figure, months: 3 }, april)).rows.map(({ memberNo, date, endsOn }) => [memberNo, date, endsOn])
  const kept = [
    ['M4', '2026-01-08', null],
    ['M3', '2026-01-10', '2026-06-30'],
  ]
  // A member who leaves on that very day is not a member at its close.
  expect(await cohort('retentionJoined')).toEqual([
    ['M1', '2026-01-05', '2026-04-04'],
    ['M2', '2026-01-05', '2026-04-05'],
    ...kept,
  ])
  expect(await cohort('retentionKept')).toEqual(kept)
  expect(await cohort('retentionLost')).toEqual([
    ['M1', '2026-01-05', '2026-04-04'],
    ['M2', '2026-01-05', '2026-04-05'],
  ])
  // Of a year, those who joined in the year that ended three months before.
  const ofYear = await membersOf({ figure: 'retentionLost', months: 3 }, { year: 2025, fiscalStartMonth: 5 })
  expect(ofYear.rows.map(({ memberNo }) => memberNo)).toEqual(['M1', 'M2'])
})

test('the visitors of a day are listed regardless of other days', async () => {
  await club.happened('2026-01-31', {
    contracts: [
      { member: 1, shop: 1, from: '2025-12-01' },
      { member: 2, shop: 1, from: '2025-12-01' },
    ],
    visits: [
      { member: 1, shop: 1, home: 1, at: '2026-01-01T10:00' },
      { member: 1, shop: 2, home: 1, at: '2026-01-31T10:00' },
      { member: 1, shop: 1, home: 1, at: '2026-01-31T18:00' },
      { member: 2, shop: 1, home: 1, at: '2026-01-02T10:00' },
    ],
  })
  const onDay = (day: number) => membersOf('uniqueVisitors', { ...january, day })
  // Monthly counts do not say how often on a single day.
  expect((await onDay(31)).rows).toMatchObject([
    { memberNo: 'M1', shopName: '店舗1・店舗2', visitDays: 2, visits: null },
  ])
  expect((await onDay(2)).rows).toMatchObject([{ memberNo: 'M2', shopName: '店舗1' }])
  expect((await onDay(3)).rows).toEqual([])
  expect(await listed('zeroVisitors', { ...january, day: 2 })).toEqual(['M1 店舗1'])
})

test('a day that does not exist in the month is refused', () => {
  expect(() => countedPeriod({ year: 2026, month: 2, day: 29 }, '2026-12-31')).toThrow(ApiError)
  expect(() => countedPeriod({ year: 2026, day: 1 }, '2026-12-31')).toThrow(ApiError)
  expect(countedPeriod({ year: 2028, month: 2, day: 29 }, '2028-12-31')).toEqual({
    from: '2028-02-29',
    to: '2028-02-29',
  })
})
