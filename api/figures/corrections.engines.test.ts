import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { migrate } from '../db/migrate.ts'
import { countLater } from './count-later.ts'

// A correction of the past appears in the month at the next read, and marks it as corrected.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 6 })
})
afterAll(() => club.close())

beforeEach(() =>
  club.happened('2026-11-20', {
    contracts: [1, 2, 3, 4].map((member) => ({ member, shop: 1, from: '2026-01-05' })),
    visits: [{ member: 1, shop: 1, home: 1, at: '2026-09-05T10:00' }],
    sales: [{ shop: 1, at: '2026-09-03T12:00', lines: [{ category: 'product', net: 1100, tax: 100 }] }],
    bills: [{ shop: 1, month: '2026-09-01', dueOn: '2026-09-27', amount: 8000, status: 'unpaid' }],
    classes: [{ shop: 1, at: '2026-09-03T12:00', capacity: 4, bookings: [{ status: 'booked' }] }],
  }),
)

const correctedMonths = async () => {
  const months: number[] = []
  for (const month of [7, 8, 9, 10, 11]) if ((await club.month(2026, month)).correctedAt) months.push(month)
  return months
}

test('a contract that ended two months ago retroactively is a 退会 of that month at the next read', async () => {
  await club.db.execute(sql`update contract set end_on = '2026-09-30' where member_id = 1`)
  const september = await club.month(2026, 9)
  expect(september.thisMonth.members).toMatchObject({ withdrawals: 1, closing: 3 })
  expect((await club.month(2026, 10)).thisMonth.members).toMatchObject({ opening: 3, closing: 3 })
  expect((await club.month(2026, 11)).thisMonth.members).toMatchObject({ opening: 3, closing: 3 })
  expect((await club.year(2026)).thisYear.members).toMatchObject({ withdrawals: 1, closing: 3 })
})

test('fully counted months are marked as corrected, others and the open one are not', async () => {
  await club.db.execute(sql`update contract set end_on = '2026-09-30' where member_id = 1`)
  expect(await correctedMonths()).toEqual([9, 10])
  expect((await club.year(2026)).correctedAt).toBeInstanceOf(Date)
  expect((await club.year(2025)).correctedAt).toBeNull()
  expect((await club.month(2026, 9, [2])).correctedAt).toBeNull()
})

test.each([
  [
    'a visit',
    `insert into visit (member_id, shop_id, home_shop_id, entered_at, source) values (2, 1, 1, '2026-09-08 10:00+09', 'entry')`,
  ],
  ['a 退会申請', `update contract set cancel_requested_on = '2026-09-10' where member_id = 1`],
  ['a refund', `update sale set settled_at = '2026-09-04 12:00+09', status = 'error'`],
  ['a line of a sale', 'update sale_line set net = 2200'],
  ['an attendance', `update reservation set status = 'completed'`],
  ['a seat more', 'update slot set capacity = 5'],
  ['a tour', `insert into lead (shop_id, kind, at, route) values (1, 'tour', '2026-09-08 10:00+09', 'web')`],
])('%s of September corrects September', async (_, change) => {
  await club.db.execute(sql.raw(change))
  expect(await correctedMonths()).toEqual([9])
})

test('a late payment of a bill changes 回収率 and is no correction', async () => {
  expect((await club.month(2026, 9)).thisMonth.sales?.collectionRate).toBe(0)
  await club.db.execute(sql`update billing set status = 'paid'`)
  expect((await club.month(2026, 9)).thisMonth.sales?.collectionRate).toBe(1)
  expect(await correctedMonths()).toEqual([])
})

test('the first members, visits, bookings and sales of a counted month correct nothing, later ones do', async () => {
  await club.happened('2026-11-20', {})
  await countLater(club.database)
  const facts = (member: number) =>
    [
      { contracts: [{ member, shop: 1, from: '2026-09-02' }] },
      { visits: [{ member, shop: 1, home: 1, at: '2026-09-05T10:00' }] },
      { classes: [{ shop: 1, at: '2026-09-03T12:00', capacity: 4, bookings: [{ status: 'booked' }] }] },
      { sales: [{ shop: 1, at: '2026-09-03T12:00', lines: [{ category: 'product', net: 1100, tax: 100 }] }] },
    ] as Parameters<typeof club.record>[0][]
  const counted = async (some: Parameters<typeof club.record>[0]) => {
    await club.db.execute(sql`update shop_month set corrected_at = null`)
    await club.inBulk(async (tx, record) => {
      await record(some)
      await tx.execute(sql`select rebuild_membership(null)`)
      await tx.execute(sql`select count_later(null, '2026-09-01')`)
    })
    await countLater(club.database)
    return (await club.month(2026, 9)).correctedAt !== null
  }
  for (const first of facts(1)) expect([first, await counted(first)]).toEqual([first, false])
  for (const later of facts(2)) expect([later, await counted(later)]).toEqual([later, true])
})

test('a contract that will end later corrects nothing', async () => {
  await club.db.execute(sql`update contract set end_on = '2026-12-31' where member_id = 1`)
  expect(await correctedMonths()).toEqual([])
})

test('the last days of a month that arrive on the first of the next are counted first, not corrected', async () => {
  await club.db.transaction(async (tx) => {
    await tx.execute(sql`update data_state set data_as_of = '2026-12-01 23:59:59+09'`)
    await tx.execute(sql`insert into visit (member_id, shop_id, home_shop_id, entered_at, source)
      values (2, 1, 1, '2026-11-30 10:00+09', 'entry')`)
  })
  const november = await club.month(2026, 11)
  expect(november.thisMonth).toMatchObject({ to: '2026-11-30', visits: { count: 1 } })
  expect(november.correctedAt).toBeNull()
})

test('a correction that fails at its end leaves report and rollups unchanged', async () => {
  const before = await club.month(2026, 9)
  await expect(
    club.db.transaction(async (tx) => {
      await tx.execute(sql`update contract set end_on = '2026-09-30' where member_id = 1`)
      await tx.execute(sql`set constraints all immediate`)
      throw new Error('the line is dead')
    }),
  ).rejects.toThrow('the line is dead')
  expect(await club.month(2026, 9)).toEqual(before)
})

test('a rebuild without differences corrects nothing', async () => {
  for (const month of ['2026-09-01', '2026-10-01']) {
    await club.db.execute(sql`select rebuild_month(${month}::date, array[1, 2])`)
  }
  expect(await correctedMonths()).toEqual([])
})

test('contracts that arrive before the first data date are counted once there is one', async () => {
  await club.happened(null, {})
  await club.record({ contracts: [{ member: 1, shop: 1, from: '2026-10-05' }] })
  expect((await club.month(2026, 10)).thisMonth.members.closing).toBeNull()
  await club.db.execute(sql`insert into data_state (data_as_of, synced_at) values ('2026-11-20 23:59+09', now())`)
  expect((await club.month(2026, 10)).thisMonth.members).toMatchObject({ admissions: 1, closing: 1 })
})

test('a new version that recomputes the months corrects nothing: their people and correction marks are kept', async () => {
  await club.db.execute(sql`update contract set end_on = '2026-09-30' where member_id = 1`)
  const before = [await correctedMonths(), (await club.year(2026)).thisYear.visits]
  await club.db.execute(sql`delete from shop_month_people`)
  await club.db.execute(sql`update shop_day set withdrawal_requests = 9`)
  await club.db.execute(sql`update shop_month set withdrawal_requests = 9`)
  await club.db.execute(sql`update drizzle.applied_step set version = 'older' where name = '200-recount-months'`)
  await migrate(club.database)
  expect([await correctedMonths(), (await club.year(2026)).thisYear.visits]).toEqual(before)
  expect((await club.year(2026)).thisYear.members.withdrawalRequests).toBe(0)
})

test('a visit that is no longer merged with the previous one counts for the shop whose member came', async () => {
  await club.record({
    visits: [
      { member: 2, shop: 2, home: null, at: '2026-09-06T10:00' },
      { member: 2, shop: 2, home: 1, at: '2026-09-06T10:20' },
    ],
  })
  const zeroVisitors = async () => (await club.month(2026, 9, [1])).thisMonth.visits.zeroVisitors
  expect(await zeroVisitors()).toBe(3)
  await club.db.execute(sql`update visit set entered_at = entered_at - interval '1 day' where home_shop_id is null`)
  expect(await zeroVisitors()).toBe(2)
})

const salesOfSeptember = async () => {
  const { rows } = await club.db.execute<{ unit: string; category: string; net: number }>(sql`
    select 'day' as unit, category, net from (select category, gross - refund as net from shop_day_sales) d
    union all select 'month', category, gross - refund from shop_month_sales order by 1, 2`)
  return rows
}

test('changing a product’s category moves the money of its days and months', async () => {
  await club.db.execute(sql`update product set category = 'other' where category = 'product'`)
  expect((await club.db.execute(sql`select from rollup_later`)).rows, 'no month becomes unknown').toEqual([])
  await countLater(club.database)
  expect(await salesOfSeptember()).toEqual([
    { unit: 'day', category: 'other', net: 1100 },
    { unit: 'month', category: 'other', net: 1100 },
  ])
  expect(await correctedMonths()).toEqual([9])
  await club.db.execute(sql`update product set category = 'product' where code = 'product'`)
  await countLater(club.database)
})

test('changing the hour at which a shop’s business day starts moves its visits to other days, and the months of their members follow', async () => {
  await club.record({
    contracts: [{ member: 5, shop: 1, from: '2026-01-05', to: '2026-08-31' }],
    visits: [
      { member: 2, shop: 1, home: 1, at: '2026-09-01T02:00' },
      { member: 5, shop: 1, home: null, at: '2026-09-01T03:00' },
      { member: null, shop: 1, home: null, at: '2026-09-08T02:00' },
    ],
  })
  await club.db.execute(sql`update shop_month set corrected_at = null`)
  const days = async () => (await club.month(2026, 9, [1])).daily.filter((one) => one.visits).map(({ date }) => date)
  expect(await days()).toEqual(['2026-09-01', '2026-09-05', '2026-09-08'])
  await club.db.execute(sql`update shop set day_start_hour = 5 where id = 1`)
  await countLater(club.database)
  expect(await days()).toEqual(['2026-09-05', '2026-09-07'])
  // On the last of August the fifth was still a member.
  expect((await club.month(2026, 8, [1])).thisMonth.visits).toMatchObject({ count: 2, unique: 2, days: 2 })
  expect((await club.month(2026, 9)).thisMonth.visits).toMatchObject({ unique: 1, zeroVisitors: 3 })
  // August had no visit before.
  expect(await correctedMonths()).toEqual([9])
  await club.db.execute(sql`update shop set day_start_hour = 0 where id = 1`)
  await countLater(club.database)
  expect(await days()).toEqual(['2026-09-01', '2026-09-05', '2026-09-08'])
})

test('a transfer that is entered late moves the later visits to the new shop', async () => {
  await club.record({ visits: [{ member: 1, shop: 1, home: 1, at: '2026-10-05T10:00' }] })
  const cameOfOwn = async (shop: number) => {
    const { visits, members } = (await club.month(2026, 10, [shop])).thisMonth
    return (members.operating ?? 0) - (visits.zeroVisitors ?? 0)
  }
  expect([await cameOfOwn(1), await cameOfOwn(2)]).toEqual([1, 0])
  await club.record({ contracts: [{ member: 1, shop: 2, from: '2026-10-01' }] })
  expect([await cameOfOwn(1), await cameOfOwn(2)]).toEqual([0, 1])
  const { rows } = await club.db.execute(sql`
    select home_shop_id::integer as home from visit order by entered_at`)
  expect(rows).toEqual([{ home: 1 }, { home: 2 }])
})

test('a person whose membership is corrected away is no longer a visitor', async () => {
  await club.db.execute(sql`delete from contract where member_id = 1`)
  expect((await club.month(2026, 9)).thisMonth.visits).toMatchObject({ count: 1, days: 0, unique: 0, median: null })
  expect((await club.month(2026, 9)).thisMonth.members).toMatchObject({ opening: 3, closing: 3 })
})

test('a corrected contract recounts its member only, not the whole months', async () => {
  await club.db.execute(sql`update shop_day set slots = 9 where shop_id = 1 and date = '2026-09-03'`)
  await club.db.execute(sql`delete from contract where member_id = 4`)
  const { daily } = await club.month(2026, 9, [1])
  expect(daily[2]).toMatchObject({ date: '2026-09-03', closing: 3 })
  const { rows } = await club.db.execute(sql`
    select slots from shop_day where shop_id = 1 and date = '2026-09-03'`)
  expect(rows).toEqual([{ slots: 9 }])
})

test('a contract that started before all months is counted in them, also with immediate constraints', async () => {
  await club.db.transaction(async (tx) => {
    await tx.execute(sql`set constraints all immediate`)
    await tx.execute(sql`update contract set start_on = '2025-11-05' where member_id = 1`)
    await tx.execute(sql`update contract set start_on = '2025-12-05' where member_id = 2`)
  })
  expect((await club.month(2025, 11)).thisMonth.members).toMatchObject({ admissions: 1, closing: 1, operating: 1 })
  expect((await club.month(2025, 12)).thisMonth.members).toMatchObject({ opening: 1, admissions: 1, closing: 2 })
  expect((await club.month(2026, 1)).thisMonth.members).toMatchObject({ opening: 2, admissions: 2, closing: 4 })
})

test('a member whose id is beyond the stored sets is in them after a correction', async () => {
  await club.db.execute(sql`
    with person as (insert into user_account (id, type) overriding system value values (40000, 'member') returning id)
    insert into member (id, user_id, external_id, member_no, shop_id, last_name, first_name, gender, status, contract_status)
      overriding system value
    select 40000, id, 40000, 'M40000', 1, '会員', '後', 'none', 'waiting', 'waiting' from person`)
  await club.record({
    contracts: [{ member: 40000, shop: 1, from: '2026-09-10' }],
    visits: [{ member: 40000, shop: 2, home: 1, at: '2026-09-12T10:00' }],
  })
  expect((await club.year(2026)).thisYear.visits).toMatchObject({ unique: 2 })
  await club.db.execute(sql`update contract set start_on = '2026-08-10' where member_id = 40000`)
  await club.db.execute(sql`delete from contract where member_id = 40000`)
  expect((await club.year(2026)).thisYear.visits).toMatchObject({ unique: 1 })
  await club.db.execute(sql`delete from member where id = 40000`)
})
