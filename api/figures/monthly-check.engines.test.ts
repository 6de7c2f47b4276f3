import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { rollupCheck } from '../db/schema/derived.ts'
import { createLog } from '../process/log.ts'
import { countLater } from './count-later.ts'
import { checkMonthly } from './monthly-check.ts'
import { differingMonths, rebuildMonths } from './rebuild.ts'

// Once a calendar month the API checks its figures against the facts, and stores the result.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 2 })
})
afterAll(() => club.close())

let lines: { level: number; event: string; detail: string }[]
const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
const checks = () => club.db.select().from(rollupCheck).orderBy(rollupCheck.month)
const tokyo = (at: string) => new Date(`${at}:00+09:00`)
const check = (at: string, stopping?: AbortSignal) => checkMonthly(club.database, tokyo(at), log, stopping)

beforeEach(async () => {
  lines = []
  await club.db.delete(rollupCheck)
  await club.happened('2026-03-20', {
    contracts: [{ member: 1, shop: 1, from: '2026-02-05' }],
    visits: [{ member: 1, shop: 1, home: 1, at: '2026-02-05T10:00' }],
  })
})

test('where the figures match the facts, no difference is found, and that is stored', async () => {
  await check('2026-03-21T02:15')
  expect(await checks()).toEqual([{ month: '2026-03-01', checkedAt: tokyo('2026-03-21T02:15'), differing: 0 }])
  expect(lines).toMatchObject([{ level: 30, event: 'rollup_check', detail: '2026-02 to 2026-03: nothing differs' }])
})

test('figures that were changed by hand are logged as an error, by month and shop', async () => {
  await club.db.execute(sql`update shop_day set visits = visits + 1 where shop_id = 1 and date = '2026-02-05'`)
  await club.db.execute(sql`update shop_month set unique_visitors = 9 where shop_id = 0 and month = '2026-02-01'`)
  await check('2026-03-21T02:15')
  expect(await checks()).toMatchObject([{ differing: 2 }])
  expect(lines).toMatchObject([
    { level: 50, detail: '2026-02 to 2026-03: 2 differ: 2026-02 shop 1 shop_day, 2026-02 chain shop_month' },
  ])
})

test('changed moves of fees, and fees of joiners, are found in a shop and in the chain, and a recount repairs them', async () => {
  for (const shop of [1, 0]) {
    await club.happened('2026-03-20', {
      contracts: [{ member: 1, shop: 1, from: '2026-02-05', to: '2026-03-10' }],
    })
    await club.db.execute(
      sql`update shop_month_move set yen = yen + 1 where shop_id = ${shop} and month = '2026-03-01'`,
    )
    await club.db.execute(sql`delete from shop_month_joined_fees where shop_id = ${shop} and month = '2026-02-01'`)
    const range = { from: '2026-02-01', to: '2026-03-01' }
    const shopId = String(shop)
    expect(await differingMonths(club.db, range)).toEqual([
      { rollup: 'shop_month_joined_fees', shopId, month: '2026-02' },
      { rollup: 'shop_month_move', shopId, month: '2026-03' },
    ])
    await rebuildMonths(club.db, range)
    expect(await differingMonths(club.db, range)).toEqual([])
  }
})

test('the check is due once a month in Tokyo: at night, and from the 3rd on at any hour', async () => {
  const ran: string[] = []
  const instants = [
    '2026-03-31T23:59',
    '2026-04-01T00:30', // Still March in UTC.
    '2026-04-01T01:59',
    '2026-04-01T02:00',
    '2026-04-01T04:59',
    '2026-04-30T23:59',
    '2026-05-01T05:00',
    '2026-05-02T23:59',
    '2026-05-03T00:00',
    '2026-05-31T03:00',
    '2026-06-02T04:59',
    '2026-12-31T03:00',
    '2027-01-01T03:00',
  ]
  for (const at of instants) {
    const before = lines.length
    await check(at)
    if (lines.length > before) ran.push(at)
  }
  expect(ran).toEqual([
    '2026-03-31T23:59',
    '2026-04-01T02:00',
    '2026-05-03T00:00',
    '2026-06-02T04:59',
    '2026-12-31T03:00',
    '2027-01-01T03:00',
  ])
  expect((await checks()).map(({ month }) => month)).toEqual([
    '2026-03-01',
    '2026-04-01',
    '2026-05-01',
    '2026-06-01',
    '2026-12-01',
    '2027-01-01',
  ])
})

test('two concurrent checks run once', async () => {
  await Promise.all([check('2026-04-01T02:00'), check('2026-04-01T02:00')])
  expect(lines).toHaveLength(1)
})

test('a check that crashes or is stopped stays due and leaves nothing behind', async () => {
  await club.db.execute(sql`alter table shop_billing rename to shop_billing_away`)
  await expect(check('2026-04-01T02:00')).rejects.toThrow()
  await club.db.execute(sql`alter table shop_billing_away rename to shop_billing`)
  await expect(check('2026-04-01T03:00', AbortSignal.abort())).rejects.toThrow()
  expect([await checks(), lines]).toEqual([[], []])
  await check('2026-04-01T04:00')
  expect(await checks()).toHaveLength(1)
})

test('reads and writes do not wait for the end of the check', async () => {
  const order: string[] = []
  const checking = check('2026-04-01T02:00').then(() => order.push('checked'))
  await club.record({ visits: [{ member: 1, shop: 1, home: 1, at: '2026-03-01T10:00' }] })
  order.push('written')
  await checking
  expect(order).toEqual(['written', 'checked'])
  expect(await checks()).toMatchObject([{ differing: 0 }])
})

test('while an import’s months are still counted the check waits, and compares no such month', async () => {
  await club.inBulk((tx, record) =>
    record({ visits: [{ member: 1, shop: 1, home: 1, at: '2026-02-06T10:00' }] }).then(() =>
      tx.execute(sql`select count_later('{1}', '2026-02-01')`),
    ),
  )
  await check('2026-04-01T02:00')
  expect([await checks(), lines]).toEqual([[], []])
  expect(await differingMonths(club.db, { from: '2026-02-01', to: '2026-03-01' })).toEqual([])
  await countLater(club.database)
  await check('2026-04-01T03:00')
  expect(await checks()).toMatchObject([{ differing: 0 }])
})

test('without data there is nothing to check, and the check stays due', async () => {
  await club.happened(null, {})
  await check('2026-04-01T02:00')
  expect([await checks(), lines]).toEqual([[], []])
})
