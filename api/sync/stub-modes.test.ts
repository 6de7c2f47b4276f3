import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Stub, startStub } from '../../stub/stub.ts'
import { emptyClub, openClub } from '../../tests/support/club-system-rows.ts'
import { demoSealing } from '../lib/sealing.ts'
import { openHacomono } from './hacomono/driver.ts'
import { performRun, type Syncing } from './run.ts'
import { beginRun } from './runs.ts'

// Ways in which a club system may answer, each by a mode of the stub: what a run makes of it, with the driver.

const brandCode = 'karada'
const redirectUri = 'http://localhost/'

let club: Awaited<ReturnType<typeof openClub>>
let stub: Stub
let syncing: Syncing
const time = { now: new Date() }
const at = (text: string) => {
  time.now = new Date(`${text.replace(' ', 'T')}+09:00`)
}
const rowsOf = async (query: ReturnType<typeof sql>) => (await club.db.execute<Record<string, unknown>>(query)).rows

beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

beforeEach(async () => {
  at('2026-06-10 02:00')
  await emptyClub(club)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    (${brandCode}, '101', '新宿', 'shop', 1, '2026-01-01'), (${brandCode}, '102', '渋谷', 'shop', 2, '2026-01-01')`)
  stub = await startStub({ members: 0, studios: 2, clock: () => time.now.getTime(), perSecond: 1_000_000 })
  const driver = openHacomono(
    { clientId: 'client', clientSecret: 'secret', hosts: stub.hosts },
    { now: () => time.now, sleep: async () => {} },
  )
  syncing = {
    ...{ database: club.database, readRow: driver.readRow, sealing: demoSealing, clock: () => time.now },
    ask: async (_, work) => {
      const code = stub.tokens.code(redirectUri)
      const { accessToken } = await driver.exchangeCode({ brandCode, code, redirectUri })
      return work(driver.open({ brandCode, accessToken }))
    },
    log: { failure: ({ error }) => expect(error).toBeUndefined() },
  }
})
afterEach(() => stub.close())

/** The parts of a run. */
async function run(kind: 'night' | 'day' = 'night') {
  stub.requests.length = 0
  const { id } = await club.db.transaction((tx) => beginRun(tx, { brandCode, kind, staffId: null, now: time.now }))
  await performRun(syncing, id)
  const parts = await rowsOf(sql`select * from sync_part where run_id = ${Number(id)}`)
  return Object.fromEntries(parts.map(({ resource, ...part }) => [resource as string, part]))
}
const made = <T>(row: T | null): T => {
  expect(row).not.toBeNull()
  return row as T
}
const join = (count = 1, studioId = 101) =>
  Array.from({ length: count }, () => made(stub.life.join({ studioId, startOn: '2026-06-10' })).id)
const states = () =>
  rowsOf(sql`select external_id as id, contract_status as status, cancelled_on::text as left from member order by 1`)
const plansAsked = () => stub.requests.filter((one) => one.includes('/plans')).length
const count = async (from: string) => (await rowsOf(sql.raw(`select count(*)::integer as n from ${from}`)))[0]?.n

test('a guest among the members is no member, their contracts are not read, and their booking is a guest’s', async () => {
  const [id] = join()
  const guest = made(stub.life.addGuest())
  const lesson = made(stub.life.addLesson({ roomId: 301, programId: 201, startAt: '2026-06-12 10:00:00.000' }))
  made(stub.life.book(null, lesson.id)).member_id = guest.id
  made(stub.life.book(id as number, lesson.id))
  const parts = await run()
  expect(await states()).toEqual([{ id, status: 'active', left: null }])
  expect([parts.members?.skipped, parts.members?.failed, plansAsked()]).toEqual([1, 0, 1])
  expect(
    await rowsOf(
      sql`select m.external_id as id from reservation r left join member m on m.id = r.member_id order by 1`,
    ),
  ).toEqual([{ id }, { id: null }])
})

test('a booking of a 自由枠 has its room and no lesson', async () => {
  const [id] = join()
  made(stub.life.bookFree(id as number, 302, [401, 402], '2026-06-12 15:00:00.000'))
  expect((await run()).bookings).toMatchObject({ created: 1, failed: 0 })
  expect(
    await rowsOf(sql`select kind, studio_room_name as room, slot_id as slot, program_name as program from reservation`),
  ).toEqual([{ kind: 'free', room: 'ルーム2', slot: null, program: '予約' }])
})

test.each(['restPlansForbidden', 'restPlansHidden'] as const)(
  'who is on 休会 and whose contracts are not shown keeps them, and everybody else is read: %s',
  async (mode) => {
    const ids = join(8)
    // More in a row than the failures at which a reading ends.
    for (const id of ids.slice(0, 6)) made(stub.life.suspend(id))
    await run()
    const before = await rowsOf(sql`select external_id, plan_id, start_on, end_on from contract order by 1`)
    stub.traps.on(mode)
    at('2026-07-01 02:00')
    expect((await run()).contracts).toMatchObject({ state: 'done', failed: 0, skipped: 6 })
    expect(plansAsked()).toBeLessThan(10)
    at('2026-07-02 02:00')
    expect((await run()).contracts).toMatchObject({ state: 'done', failed: 0 })
    // Not each night again.
    expect(plansAsked()).toBeLessThan(5)
    expect(await rowsOf(sql`select external_id, plan_id, start_on, end_on from contract order by 1`)).toEqual(before)
    expect((await states()).map(({ status, left }) => [status, left])).toEqual([
      ...ids.slice(0, 6).map(() => ['suspended', null]),
      ...ids.slice(6).map(() => ['active', null]),
    ])
  },
)

test('where no member’s contracts are shown the reading fails, and all are read again', async () => {
  const ids = join(7)
  for (const id of ids) made(stub.life.suspend(id))
  at('2026-07-01 02:00')
  stub.traps.on('restPlansForbidden')
  expect((await run()).contracts).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('許可されていません'),
  })
  expect(await count(`provider_row where resource = 'members' and contracts_due`)).toBe(7)
})

test('rows outside of the filter are noticed and written once, and mark nothing as missing', async () => {
  const [id] = join()
  const inWindow = made(stub.life.addLesson({ roomId: 301, programId: 201, startAt: '2026-06-12 10:00:00.000' }))
  made(stub.life.addLesson({ roomId: 301, programId: 201, startAt: '2026-12-24 10:00:00.000' }))
  made(stub.life.book(id as number, inWindow.id))
  await run()
  expect(await count('slot')).toBe(1)
  stub.traps.on('filterIgnored')
  stub.life.cancelLesson(inWindow.id)
  at('2026-06-11 02:00')
  const parts = await run()
  expect(parts.lessons).toMatchObject({
    state: 'partial',
    sentence: expect.stringContaining('指定した期間の外'),
    gone_suspected: 0,
  })
  expect(parts.bookings).toMatchObject({ state: 'done', sentence: null })
  expect([await count('slot'), await count('provider_row where missing_since is not null')]).toEqual([2, 0])
  at('2026-06-11 10:00')
  expect((await run('day')).lessons).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('指定した期間の外'),
  })
  stub.traps.off('filterIgnored')
  at('2026-06-12 02:00')
  expect((await run()).lessons).toMatchObject({ state: 'done', gone_suspected: 1 })
})

test('a receipt whose lines do not add up is not written, and is said with its sum', async () => {
  join(2)
  const [sale] = stub.world.purchases
  made(stub.life.giveCoupon(sale?.id ?? 0, 500))
  const { purchases } = await run()
  expect(purchases).toMatchObject({ state: 'partial', failed: 1, created: 1 })
  expect(purchases?.sentence).toContain(Number(sale?.total_amount).toLocaleString('ja-JP'))
  expect(await count(`sale where external_id = ${sale?.id}`)).toBe(0)
})

test('a contract of a year is followed by the next one without a leave, and is an end where none follows', async () => {
  const [stays, leaves] = join(2) as [number, number]
  for (const id of [stays, leaves]) made(stub.life.makeYearly(id))
  await run()
  expect((await states()).map(({ status }) => status)).toEqual(['active', 'active'])
  at('2027-05-20 02:00')
  made(stub.life.renewYear(stays))
  await run()
  at('2027-06-10 02:00')
  await run()
  expect(await states()).toEqual([
    { id: stays, status: 'active', left: '2028-06-09' },
    { id: leaves, status: 'cancel', left: '2027-06-09' },
  ])
  expect(await count('membership_interval where starts_span')).toBe(2)
})

test.each([
  ['seen before', 0],
  ['never seen', 1],
])('where only current plans are listed, a changed one ends before the next: its end was %s', async (_, at0) => {
  stub.traps.on('currentPlansOnly')
  const [id] = join() as [number]
  await run()
  made(stub.life.changePlan(id, 602))
  made(stub.life.changeMember(id, { tel: '09000000000' }))
  if (at0 === 0) {
    at('2026-06-11 02:00')
    await run()
  }
  at('2026-07-02 02:00')
  await run()
  expect(
    await rowsOf(
      sql`select p.code as plan, c.end_on::text as end from contract c join shop_plan p on p.id = c.plan_id order by start_on`,
    ),
  ).toEqual([
    { plan: 'P-REG', end: '2026-06-30' },
    { plan: 'P-DAY', end: null },
  ])
  expect(await states()).toEqual([{ id, status: 'active', left: null }])
})

test('a list of one shop closes nobody of the other', async () => {
  join(3)
  join(8, 102)
  await run()
  stub.traps.on('oneShopOnly')
  at('2026-06-11 02:00')
  expect((await run()).members).toMatchObject({ gone_suspected: 8 })
  expect((await states()).filter(({ status }) => status !== 'active')).toEqual([])
})

test('sales that fail keep nothing else away, and a fee that comes later changes no sale', async () => {
  join(2)
  stub.traps.on('purchasesFail')
  const first = await run()
  expect(first.purchases).toMatchObject({ state: 'failed' })
  expect([first.members, first.contracts, first.bookings].map((part) => part?.state)).toEqual(['done', 'done', 'done'])
  stub.traps.off('purchasesFail')
  at('2026-06-11 02:00')
  expect((await run()).purchases).toMatchObject({ state: 'done', created: 2 })
  // 手数料 and 入金日 are there by now.
  at('2026-08-08 02:00')
  expect((await run()).purchases).toMatchObject({ fetched: 2, updated: 0, unchanged: 2 })
})
