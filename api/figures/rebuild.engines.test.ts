import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fingerprints } from '../../tests/support/api.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { differingMonths, monthsToCheck, rebuildMonths } from './rebuild.ts'

// `npm run rollup`: recomputes the rollups of some months, or only compares them with a recomputation.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 3 })
})
afterAll(() => club.close())

beforeEach(() =>
  club.happened('2026-03-20', {
    contracts: [
      { member: 1, shop: 1, from: '2026-01-05' },
      { member: 2, shop: 2, from: '2026-01-10', to: '2026-02-15' },
    ],
    visits: [
      { member: 1, shop: 1, home: 1, at: '2026-01-05T10:00' },
      { member: 2, shop: 2, home: 2, at: '2026-02-10T10:00' },
    ],
    sales: [{ shop: 1, at: '2026-02-03T12:00', lines: [{ category: 'product', net: 1100, tax: 100 }] }],
  }),
)

const wholeTime = { from: '2026-01-01', to: '2026-03-01' }

test('where the rollups match the facts, no difference is found', async () => {
  expect(await differingMonths(club.db, wholeTime)).toEqual([])
})

test('a rollup that was changed by hand is found by shop and month, and the check writes nothing', async () => {
  await club.db.execute(sql`update shop_day set visits = visits + 1 where shop_id = 1 and date = '2026-01-05'`)
  await club.db.execute(sql`delete from shop_day_sales`)
  const before = await fingerprints(club.database)
  expect(await differingMonths(club.db, wholeTime)).toEqual([
    { rollup: 'shop_day', shopId: '1', month: '2026-01' },
    { rollup: 'shop_day_sales', shopId: '1', month: '2026-02' },
  ])
  expect(await fingerprints(club.database)).toEqual(before)
})

test('a contract that bypassed the triggers shows in the months it affects', async () => {
  await club.smuggle({ contracts: [{ member: 3, shop: 2, from: '2026-02-20' }] })
  // In the month after it began it moves no fees.
  const months = { '2026-02': ['shop_month_move'], '2026-03': [] }
  const differing = Object.entries(months).flatMap(([month, moves]) => {
    const ofMonth = ['shop_month', 'shop_month_people', ...moves, 'shop_month_joined_fees']
    return [
      ...['shop_day', ...ofMonth].map((rollup) => ({ rollup, shopId: '2', month })),
      ...ofMonth.map((rollup) => ({ rollup, shopId: '0', month })),
    ]
  })
  expect(await differingMonths(club.db, wholeTime)).toEqual([
    { rollup: 'membership_interval', shopId: '2', month: '2026-02' },
    ...differing,
  ])
})

test('a membership stretch without a contract is found', async () => {
  await club.db.execute(sql`update membership_interval set until_on = until_on - 1 where member_id = 2`)
  expect(await differingMonths(club.db, wholeTime)).toEqual([
    { rollup: 'membership_interval', shopId: '2', month: '2026-01' },
  ])
})

test('months before the first data have no differences', async () => {
  expect(await differingMonths(club.db, { from: '2025-11-01', to: '2026-03-01' })).toEqual([])
})

test('the months to check are the data date’s and up to twelve before it', async () => {
  expect(await monthsToCheck(club.db)).toEqual(wholeTime)
  await club.db.execute(sql`insert into shop_month (shop_id, month, counted_to) values (1, '2024-06-01', '2024-06-30')`)
  expect(await monthsToCheck(club.db)).toEqual({ from: '2025-03-01', to: '2026-03-01' })
})

test('without data there is no month to rebuild or compare', async () => {
  await club.happened(null, { contracts: [{ member: 1, shop: 1, from: '2026-01-05' }] })
  await rebuildMonths(club.db, wholeTime)
  expect(await differingMonths(club.db, wholeTime)).toEqual([])
  expect(await monthsToCheck(club.db)).toBeNull()
})

test('a rebuild corrects the requested months only', async () => {
  await club.db.execute(sql`update shop_day set visits = visits + 1`)
  const heard: [number, string][] = []
  await rebuildMonths(club.db, { from: '2026-02-01', to: '2026-12-01' }, (done, month) => heard.push([done, month]))
  expect(await differingMonths(club.db, wholeTime)).toEqual([
    { rollup: 'shop_day', shopId: '1', month: '2026-01' },
    { rollup: 'shop_day', shopId: '2', month: '2026-01' },
  ])
  // The months after the data date are none.
  expect(heard).toEqual([
    [0.5, '2026-02'],
    [1, '2026-03'],
  ])
})
