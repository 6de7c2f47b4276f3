import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countedFigures, emptyClub, openClub } from '../../tests/support/club-system-rows.ts'
import { memoryProvider, providerContract, providerMember } from '../../tests/support/provider.ts'
import { countLater } from '../figures/count-later.ts'
import { rebuildEverything } from '../figures/rollup.ts'
import { demoSealing } from '../lib/sealing.ts'
import { followDecisions } from './follow-decisions.ts'
import type { ProviderContract } from './provider-rows.ts'
import { remap } from './remap.ts'
import { performRun, type Syncing } from './run.ts'
import { beginRun } from './runs.ts'

// Rows that are not written, of a studio that is left out (13) or not answered (14), or that cannot be read: what is here of
// them follows the club system all the same.

let club: Awaited<ReturnType<typeof openClub>>
let provider: ReturnType<typeof memoryProvider>
const time = { now: new Date('2026-06-20T02:00:00+09:00') }
const rowsOf = async (query: ReturnType<typeof sql>) => (await club.db.execute<Record<string, unknown>>(query)).rows
const people = 12

beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

beforeEach(async () => {
  time.now = new Date('2026-06-20T02:00:00+09:00')
  await emptyClub(club)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    ('karada', '11', '新宿', 'shop', 1, '2026-01-01'), ('karada', '13', '閉店', 'leftOut', null, '2026-01-01')`)
  provider = memoryProvider({ perPage: 100 })
  for (let id = 101; id <= 100 + people; id += 1) {
    provider.world.members.push(providerMember(String(id)))
    provider.world.contracts.push(providerContract(`9${id}`, String(id)))
  }
  await run()
})

const syncing = (): Syncing => ({
  ...{ database: club.database, readRow: provider.readRow, sealing: demoSealing, clock: () => time.now },
  ask: (_, work) => work(provider.reader),
  log: { failure: ({ error }) => expect(error).toBeUndefined() },
})

async function run() {
  const of = { brandCode: 'karada', kind: 'night', staffId: null, now: time.now } as const
  const { id } = await club.db.transaction((tx) => beginRun(tx, of))
  await performRun(syncing(), id)
}
const nextNight = async () => {
  time.now = new Date(time.now.getTime() + 86_400_000)
  await run()
}

const member = (id: string) => provider.world.members.find((one) => one.id === id) as object
const contract = (id: string) => provider.world.contracts.find((one) => one.id === id) as ProviderContract
const statesOf = (...ids: number[]) =>
  rowsOf(sql`select external_id as id, contract_status as status, cancelled_on::text as left from member
    where external_id = any (${sql.param(ids)}::integer[]) order by 1`)

test.each([
  ['of a studio that is left out', { studioId: '13' }],
  ['of a studio that nobody has answered', { studioId: '14' }],
  ['that cannot be read', { unreadable: true }],
])('the end of a contract arrives for a member %s, and their absence is noticed', async (_, change) => {
  Object.assign(member('101'), change)
  Object.assign(member('102'), change)
  contract('9101').endOn = '2026-06-30'
  await nextNight()
  expect(await statesOf(101, 102)).toMatchObject([{ left: '2026-06-30' }, { left: null }])
  provider.world.members.splice(1, 1)
  provider.world.contracts.splice(1, 1)
  await nextNight()
  expect(await rowsOf(sql`select their_id as id, state from missing_member`)).toEqual([{ id: '102', state: 'closed' }])
  expect(await statesOf(102)).toEqual([{ id: 102, status: 'cancel', left: '2026-06-21' }])
})

const moved = () =>
  rowsOf(
    sql`select their_id as id, state, reason, last_seen_on::text as last from missing_member where kind = 'moved' order by id`,
  )
const contracts = (...ids: number[]) =>
  rowsOf(sql`select external_id as id, shop_id as shop, end_on::text as "end" from contract
    where external_id = any (${sql.param(ids)}::integer[]) order by 1`)
/** The plan ends, and goes on at another studio the day after. */
function move(id: string, studioId: string, on: string, lastOn: string) {
  Object.assign(member(id), { studioId })
  contract(`9${id}`).endOn = lastOn
  provider.world.contracts.push(providerContract(`8${id}`, id, { studioId, startOn: on }))
}
const answer = (theirId: string, choice: 'shop' | 'leftOut', shopId: number | null) =>
  club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
    values ('karada', ${theirId}, '池袋', ${choice}, ${shopId}, ${time.now.toISOString()}::timestamptz + interval '1 hour')
    on conflict (brand_code, their_id) do update set choice = excluded.choice, shop_id = excluded.shop_id, answered_at = excluded.answered_at`)
const decide = async (state: 'closing' | 'reopening') => {
  await club.db.execute(sql`update missing_member set state = ${state}, decided_at = now()`)
  while (await followDecisions(syncing()));
}

test('a member who moves to a studio that is left out leaves on the day of the move, and is here again once they are back', async () => {
  move('101', '13', '2026-06-16', '2026-06-15')
  await nextNight()
  expect(await moved()).toEqual([{ id: '101', state: 'closed', reason: null, last: '2026-06-15' }])
  expect(await statesOf(101)).toEqual([{ id: 101, status: 'cancel', left: '2026-06-15' }])
  expect(
    await rowsOf(sql`select action, shop_id as shop, diff from audit_log where resource_type = 'missingMember'
      and resource_id = (select id::text from missing_member)`),
  ).toEqual([
    {
      action: 'missingMemberClosed',
      shop: 1,
      diff: { state: { before: null, after: 'movedClosed' }, lastOn: { before: null, after: '2026-06-15' } },
    },
  ])
  await nextNight()
  expect(await moved()).toHaveLength(1)
  Object.assign(member('101'), { studioId: '11' })
  contract('8101').endOn = '2026-06-22'
  provider.world.contracts.push(providerContract('7101', '101', { startOn: '2026-06-23' }))
  time.now = new Date('2026-06-23T02:00:00+09:00')
  await nextNight()
  expect(await moved()).toMatchObject([{ state: 'returned' }])
  expect(await contracts(9101, 8101, 7101)).toEqual([
    { id: 7101, shop: 1, end: null },
    { id: 9101, shop: 1, end: '2026-06-15' },
  ])
  expect(await statesOf(101)).toEqual([{ id: 101, status: 'active', left: null }])
})

test('a contract that keeps its number at a studio that is left out ends before the day on which that was seen', async () => {
  Object.assign(member('101'), { studioId: '13' })
  contract('9101').studioId = '13'
  // An option stays here.
  const plan = { id: '6', code: 'P6', name: '水', kind: 'option', monthlyFee: 500 }
  provider.world.contracts.push(providerContract('8101', '101', { plan }))
  await nextNight()
  expect(await moved()).toEqual([{ id: '101', state: 'closed', reason: null, last: '2026-06-20' }])
  await nextNight()
  expect(await contracts(8101, 9101)).toMatchObject([{ end: null }, { end: '2026-06-20' }])
  expect(await statesOf(101)).toMatchObject([{ status: 'cancel' }])
})

test('where several move at once a person decides, and takes it back; until then nobody has left', async () => {
  move('101', '13', '2026-06-16', '2026-06-15')
  move('102', '13', '2026-06-17', '2026-06-16')
  await nextNight()
  await nextNight()
  expect(await moved()).toMatchObject([
    { id: '101', state: 'waiting', reason: 'uncovered', last: '2026-06-15' },
    { id: '102', state: 'waiting', reason: 'uncovered', last: '2026-06-16' },
  ])
  const open = [
    { status: 'active', left: null },
    { status: 'active', left: null },
  ]
  expect(await statesOf(101, 102)).toMatchObject(open)
  await decide('closing')
  expect(await statesOf(101, 102)).toMatchObject([{ left: '2026-06-15' }, { left: '2026-06-16' }])
  await nextNight()
  expect(await moved()).toMatchObject([{ state: 'closed' }, { state: 'closed' }])
  await decide('reopening')
  await nextNight()
  await remap(club.db, { brandCode: 'karada', readRow: provider.readRow, sealing: demoSealing, now: time.now })
  expect(await moved()).toMatchObject([{ state: 'kept' }, { state: 'kept' }])
  expect(await statesOf(101, 102)).toMatchObject(open)
})

test('a studio that nobody has answered ends nobody; the answer that it is left out is a question, that it is a shop none', async () => {
  move('101', '14', '2026-06-16', '2026-06-15')
  Object.assign(member('102'), { studioId: '14' })
  contract('9102').studioId = '14'
  await nextNight()
  await nextNight()
  expect(await moved()).toEqual([])
  const open = [
    { status: 'active', left: null },
    { status: 'active', left: null },
  ]
  expect(await statesOf(101, 102)).toMatchObject(open)
  await answer('14', 'leftOut', null)
  await nextNight()
  expect((await moved()).map(({ state, reason }) => [state, reason])).toEqual([
    ['waiting', 'answered'],
    ['waiting', 'answered'],
  ])
  expect(await statesOf(101, 102)).toMatchObject(open)
  await answer('14', 'shop', 2)
  await nextNight()
  expect(await moved()).toMatchObject([{ state: 'returned' }, { state: 'returned' }])
  expect(await contracts(8101, 9101, 9102)).toEqual([
    { id: 8101, shop: 2, end: null },
    { id: 9101, shop: 1, end: '2026-06-15' },
    { id: 9102, shop: 2, end: null },
  ])
  expect(await statesOf(101, 102)).toMatchObject(open)
})

test('an answer that leaves out a studio of a shop ends nobody by itself', async () => {
  await answer('11', 'leftOut', null)
  await nextNight()
  await nextNight()
  expect(await moved()).toHaveLength(people)
  expect(new Set((await moved()).map(({ state, reason }) => `${state} ${reason}`))).toEqual(
    new Set(['waiting answered']),
  )
  expect(await statesOf(101)).toMatchObject([{ status: 'active', left: null }])
  await answer('11', 'shop', 1)
  await nextNight()
  expect(await rowsOf(sql`select distinct state from missing_member`)).toEqual([{ state: 'returned' }])
})

test('a lesson, a booking with its visit, and a sale that move to a studio that is left out leave our shop, and come back', async () => {
  const { world } = provider
  const hours = { startAt: '2026-06-18T10:00:00+09:00', endAt: '2026-06-18T11:00:00+09:00' }
  const lesson = { id: '401', studioId: '11', roomId: null, programId: '2', instructorId: null, capacity: 10, ...hours }
  const booking = {
    ...{
      id: '501',
      studioId: '11',
      memberId: '101',
      lessonId: '401',
      programName: 'ヨガ',
      status: 'completed',
      ...hours,
    },
    ...{ bookedAt: '2026-06-10T10:00:00+09:00', checkedInAt: '2026-06-18T09:50:00+09:00' },
  }
  const paid = '2026-05-20T12:00:00+09:00'
  const sale = { studioId: '11', memberId: '101', settledAt: paid, lines: [{ name: '会費', net: 8800 }] }
  const sales = [
    { ...sale, id: '601', status: 'refunded' },
    { ...sale, id: '602', memberId: null, status: 'paid' },
  ]
  world.lessons.push(lesson)
  world.bookings.push(booking)
  world.purchases.push(...sales)
  const facts = async () => [
    ...(await rowsOf(sql`select (select count(*)::integer from slot where external_id = 401) as slots, (select count(*)::integer from reservation) as bookings,
      (select count(*)::integer from visit where source = 'checkin') as visits, (select count(*)::integer from sale) as sales`)),
  ]
  const figuresAreCounted = async () => {
    await countLater(club.database)
    const counted = await countedFigures(club.database)
    await club.db.transaction(async (tx) => {
      await tx.execute(sql`set local app.bulk = 'on'`)
      await rebuildEverything(tx)
    })
    expect(counted).toEqual(await countedFigures(club.database))
  }
  await nextNight()
  // A refund is known from the state of its sale.
  expect(await facts()).toEqual([{ slots: 1, bookings: 1, visits: 1, sales: 3 }])
  await countLater(club.database)
  for (const one of [lesson, booking, ...sales]) one.studioId = '14'
  await nextNight()
  expect(await facts()).toEqual([{ slots: 1, bookings: 1, visits: 1, sales: 3 }])
  for (const one of [lesson, booking, ...sales]) one.studioId = '13'
  await nextNight()
  expect(await facts()).toEqual([{ slots: 0, bookings: 0, visits: 0, sales: 0 }])
  await figuresAreCounted()
  for (const one of [lesson, booking, ...sales]) one.studioId = '11'
  await nextNight()
  expect(await facts()).toEqual([{ slots: 1, bookings: 1, visits: 1, sales: 3 }])
  // An answer moves nothing.
  await answer('11', 'leftOut', null)
  await nextNight()
  await nextNight()
  expect(await facts()).toEqual([{ slots: 1, bookings: 1, visits: 1, sales: 3 }])
  await figuresAreCounted()
})

test('since when a row cannot be read, and whose it is, is known while it cannot, also of one that is gone there', async () => {
  Object.assign(contract('9102'), { unreadable: true })
  provider.world.contracts.push(providerContract('8103', '103', { startOn: '2026-06-30', endOn: '2026-06-01' }))
  for (const id of ['102', '103']) Object.assign(member(id), { lastName: '改名' })
  await nextNight()
  for (const id of ['102', '103']) Object.assign(member(id), { lastName: '再改名' })
  await nextNight()
  const unread = () =>
    rowsOf(sql`select resource, their_id as id, member, tokyo_day(since)::text as since from unread_rows() order by 2`)
  const [first, second] = [{ id: '8103', member: '103' }, { id: '9102' }]
  expect(await unread()).toMatchObject([
    { ...first, since: '2026-06-21' },
    { ...second, since: '2026-06-21' },
  ])
  await club.db.execute(
    sql`insert into unread_row_aside (resource, their_id, reason, set_at) values ('contracts', '9102', '先方のテスト', now())`,
  )
  Object.assign(contract('9102'), { unreadable: undefined })
  provider.world.contracts.pop()
  for (const id of ['102', '103']) Object.assign(member(id), { lastName: '会員' })
  await nextNight()
  expect(await unread()).toEqual([])
  expect(await rowsOf(sql`select their_id from unread_row_aside`)).toEqual([])
})
