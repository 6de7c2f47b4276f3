import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countedFigures, emptyClub, openClub } from '../../tests/support/club-system-rows.ts'
import { dying } from '../../tests/support/failing-database.ts'
import { memoryProvider, providerContract, providerMember } from '../../tests/support/provider.ts'
import { countLater } from '../figures/count-later.ts'
import { rebuildEverything } from '../figures/rollup.ts'
import { demoSealing } from '../lib/sealing.ts'
import { createLog } from '../process/log.ts'
import { ProviderFailure } from './club-system.ts'
import { remap } from './remap.ts'
import { performRun, type Syncing } from './run.ts'
import { beginRun, stopRun } from './runs.ts'

// What a run brings from a club system in memory: exactly what is there, however often it is broken off.

let club: Awaited<ReturnType<typeof openClub>>
let provider: ReturnType<typeof memoryProvider>
let logged: string[]
const time = { now: new Date('2026-06-20T02:00:00+09:00') }

beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

beforeEach(async () => {
  time.now = new Date('2026-06-20T02:00:00+09:00')
  await emptyClub(club)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    ('karada', '11', '新宿', 'shop', 1, now()), ('karada', '12', '渋谷', 'shop', 2, now()), ('karada', '13', '閉店', 'leftOut', null, now())`)
  provider = memoryProvider()
  logged = []
  fill()
})

/** Every resource, with a studio that is left out and one that nobody has answered. */
function fill() {
  const { world } = provider
  world.rooms.push({ id: '1', studioId: '11', name: 'スタジオA' })
  world.programs.push({ id: '2', name: 'ヨガ' })
  world.tickets.push({ id: '3', code: 'T3', name: '1回券', price: 2200, num: 2, validDays: 30 })
  world.members.push(
    ...['101', '102', '103', '104'].map((id) => providerMember(id)),
    providerMember('105', { studioId: '13' }),
    providerMember('106', { studioId: '14' }),
  )
  world.contracts.push(
    ...['101', '102', '103'].map((id) => providerContract(`9${id}`, id)),
    providerContract('8101', '101', {
      plan: { id: '6', code: 'P6', name: '水素水', kind: 'option', monthlyFee: 1100 },
      startOn: '2026-03-01',
    }),
    providerContract('9104', '104', { studioId: '12', startOn: '2026-05-01', endOn: '2026-06-10' }),
  )
  world.memberTickets.push({
    ...{ id: '301', memberId: '102', ticketId: '3', studioId: '11', grantedNum: 2, usedNum: 1 },
    ...{ grantedAt: '2026-06-01T10:00:00+09:00', expiresOn: '2026-07-01' },
  })
  world.lessons.push({
    ...{ id: '401', studioId: '11', roomId: '1', programId: '2', instructorId: null, capacity: 10 },
    ...{ startAt: '2026-06-18T10:00:00+09:00', endAt: '2026-06-18T11:00:00+09:00' },
  })
  const booking = {
    ...{ studioId: '11', lessonId: '401', programName: 'ヨガ', instructorId: null, isTrial: false, seatNo: null },
    ...{ startAt: '2026-06-18T10:00:00+09:00', endAt: '2026-06-18T11:00:00+09:00', cancelledAt: null },
    bookedAt: '2026-06-10T10:00:00+09:00',
  }
  world.bookings.push(
    { ...booking, id: '501', memberId: '101', status: 'completed', checkedInAt: '2026-06-18T09:50:00+09:00' },
    { ...booking, id: '502', memberId: '102', status: 'booked', checkedInAt: null },
    { ...booking, id: '503', memberId: null, status: 'noShow', checkedInAt: null },
  )
  const line = { code: null, quantity: 1, unitPrice: 8800, discount: 0, tax: 800, net: 8800 }
  const sale = { studioId: '11', memberId: '101', targetMonth: null, method: 'cash', status: 'paid' }
  world.purchases.push(
    {
      ...{ ...sale, id: '601', settledAt: '2026-06-05T12:00:00+09:00' },
      lines: [{ ...line, name: '初月会費＋翌月会費＋入会金', category: null }],
    },
    {
      ...sale,
      id: '602',
      settledAt: '2026-06-06T12:00:00+09:00',
      lines: [{ ...line, name: '会費', category: 'membershipFee' }],
    },
    // Two equal purchases of a day, and an old one.
    {
      ...sale,
      id: '603',
      settledAt: '2026-06-06T12:00:00+09:00',
      lines: [{ ...line, name: '会費', category: 'membershipFee' }],
    },
    {
      ...sale,
      id: '604',
      settledAt: '2025-09-06T12:00:00+09:00',
      lines: [{ ...line, name: '会費', category: 'membershipFee' }],
    },
  )
}

const syncingWith = (more: Partial<Syncing> = {}): Syncing => ({
  ...{ database: club.database, readRow: provider.readRow, sealing: demoSealing, clock: () => time.now },
  ask: (_, work) => work(provider.reader),
  log: createLog('info', { write: (line: string) => void logged.push(line) }),
  ...more,
})
async function begin(kind: 'night' | 'day' = 'night') {
  const of = { brandCode: 'karada', kind, staffId: null, now: time.now } as const
  return (await club.db.transaction((tx) => beginRun(tx, of))).id
}
async function run(more: Partial<Syncing> = {}, kind: 'night' | 'day' = 'night') {
  const id = await begin(kind)
  await performRun(syncingWith(more), id)
  return ended(id)
}
async function ended(id: string) {
  const [run] = await rowsOf(sql`select state, sentence from sync_run where id = ${Number(id)}`)
  const parts =
    await rowsOf(sql`select resource, state, sentence, fetched, created, updated, unchanged, locked, skipped, failed,
    their_total as theirs, our_total as ours, gone_suspected as gone, reasons from sync_part where run_id = ${Number(id)}`)
  return { ...run, parts: Object.fromEntries(parts.map(({ resource, ...part }) => [resource, part])) } as {
    state: string
    sentence: string | null
    // biome-ignore lint/suspicious/noExplicitAny: a test names the columns
    parts: Record<string, any>
  }
}
const rowsOf = async (query: ReturnType<typeof sql>) => (await club.db.execute<Record<string, unknown>>(query)).rows

/** What the tables say, in the provider's terms. */
const here = async () => ({
  members:
    await rowsOf(sql`select external_id as id, member_no, shop_id as shop, status, contract_status, cancelled_on::text
    from member order by external_id`),
  contracts:
    await rowsOf(sql`select c.external_id as id, m.external_id as member, c.shop_id as shop, p.name as plan, c.kind,
      c.start_on::text, c.end_on::text, c.cancel_requested_on::text as filed_on
    from contract c join member m on m.id = c.member_id join shop_plan p on p.id = c.plan_id order by c.external_id`),
  tickets: await rowsOf(sql`select m.external_id as id, t.name, m.granted_num, m.used_num, m.unit_price
    from member_ticket m join ticket t on t.id = m.ticket_id order by 1`),
  bookings: await rowsOf(sql`select r.external_id as id, m.external_id as member, s.external_id as lesson, r.status,
      r.studio_room_name as room, (select count(*)::integer from visit v where v.reservation_id = r.id and v.source = 'checkin') as visits
    from reservation r left join member m on m.id = r.member_id left join slot s on s.id = r.slot_id order by 1`),
  sales: await rowsOf(sql`select s.external_id as id, m.external_id as member, p.name as product, p.category, l.net
    from sale s join member m on m.id = s.member_id join sale_line l on l.sale_id = s.id join product p on p.id = l.product_id order by 1`),
})

const everything = {
  members: [
    { id: 101, member_no: 'N101', shop: 1, status: 'active', contract_status: 'active', cancelled_on: null },
    { id: 102, member_no: 'N102', shop: 1, status: 'active', contract_status: 'active', cancelled_on: null },
    { id: 103, member_no: 'N103', shop: 1, status: 'active', contract_status: 'active', cancelled_on: null },
    { id: 104, member_no: 'N104', shop: 1, status: 'waiting', contract_status: 'cancel', cancelled_on: '2026-06-10' },
  ],
  contracts: [
    {
      ...{ id: 8101, member: 101, shop: 1, plan: '水素水', kind: 'option' },
      ...{ start_on: '2026-03-01', end_on: null, filed_on: null },
    },
    ...[101, 102, 103].map((member) => ({
      ...{ id: 9000 + member, member, shop: 1, plan: 'レギュラー', kind: 'regular' },
      ...{ start_on: '2026-01-10', end_on: null, filed_on: null },
    })),
    {
      ...{ id: 9104, member: 104, shop: 2, plan: 'レギュラー', kind: 'regular' },
      ...{ start_on: '2026-05-01', end_on: '2026-06-10', filed_on: null },
    },
  ],
  tickets: [{ id: 301, name: '1回券', granted_num: 2, used_num: 1, unit_price: 1100 }],
  bookings: [
    { id: 501, member: 101, lesson: 401, status: 'completed', room: 'スタジオA', visits: 1 },
    { id: 502, member: 102, lesson: 401, status: 'booked', room: 'スタジオA', visits: 0 },
    { id: 503, member: null, lesson: 401, status: 'noShow', room: 'スタジオA', visits: 0 },
  ],
  sales: [
    { id: 601, member: 101, product: '初月会費＋翌月会費＋入会金', category: 'other', net: 8800 },
    { id: 602, member: 101, product: '会費', category: 'membershipFee', net: 8800 },
    { id: 603, member: 101, product: '会費', category: 'membershipFee', net: 8800 },
    { id: 604, member: 101, product: '会費', category: 'membershipFee', net: 8800 },
  ],
}

test('after a run everything is here as the club system has it, and a second run changes nothing', async () => {
  const first = await run()
  expect([first.state, first.sentence]).toEqual(['done', null])
  expect(await here()).toEqual(everything)
  expect(first.parts.members).toMatchObject({ fetched: 6, created: 4, skipped: 2, theirs: 6, ours: 4 })
  expect(await rowsOf(sql`select data_as_of = '2026-06-20T02:00:00+09:00' as moved from data_state`)).toEqual([
    { moved: true },
  ])

  time.now = new Date('2026-06-21T02:00:00+09:00')
  const second = await run()
  expect(second.state).toBe('done')
  for (const part of Object.values(second.parts)) expect(part).toMatchObject({ created: 0, updated: 0, gone: 0 })
  expect(await here()).toEqual(everything)
  expect(second.parts.members).toMatchObject({ unchanged: 4, skipped: 2 })
})

const knownDays = (kind: string) =>
  rowsOf(sql`select shop_id as shop, first_on::text as first, last_on::text as last from data_period
    where kind = ${kind} order by shop_id`)

test('who has left is known from the first run on that has read all members and contracts', async () => {
  provider.world.contracts.push(providerContract('9999', '102', { startOn: '2026-13-01' }))
  expect((await run()).parts.contracts).toMatchObject({ state: 'partial' })
  expect(await knownDays('leavers')).toEqual([
    { shop: 1, first: null, last: null },
    { shop: 2, first: null, last: null },
  ])
  provider.world.contracts.pop()
  time.now = new Date('2026-06-21T02:00:00+09:00')
  await run()
  time.now = new Date('2026-06-22T02:00:00+09:00')
  await run()
  expect(await knownDays('leavers')).toEqual([
    { shop: 1, first: '2026-06-21', last: null },
    { shop: 2, first: '2026-06-21', last: null },
  ])
})

test('a club that ran before there were statements keeps what it knows', async () => {
  await run()
  await rowsOf(sql`delete from data_period`)
  time.now = new Date('2026-06-21T02:00:00+09:00')
  await run()
  expect(await knownDays('leavers')).toEqual([])
})

test('days that a file has ended go on with a run, in each shop that the run reads', async () => {
  await rowsOf(sql`insert into data_period (kind, shop_id, first_on, last_on) values
    ('bookings', 1, '2026-01-01', '2026-06-19'), ('bookings', 2, null, null), ('sales', 1, '2026-01-01', '2026-06-19')`)
  await run()
  expect(await knownDays('bookings')).toEqual([
    { shop: 1, first: '2026-01-01', last: null },
    { shop: 2, first: '2026-06-13', last: null },
  ])
  expect(await knownDays('sales')).toEqual([
    { shop: 1, first: '2026-01-01', last: null },
    { shop: 2, first: '2026-04-21', last: null },
  ])
})

test('figures are those of a recomputation', async () => {
  await run()
  await countLater(club.database)
  provider.world.contracts[0] = providerContract('9101', '101', { startOn: '2026-02-10', endOn: '2026-05-20' })
  provider.world.members[0] = providerMember('101', { tel: '0312345678' })
  time.now = new Date('2026-06-22T02:00:00+09:00')
  await run()
  await countLater(club.database)
  const counted = await countedFigures(club.database)
  await club.db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    await rebuildEverything(tx)
  })
  expect(counted).toEqual(await countedFigures(club.database))
})

test('killed after any step and gone on with, nothing is doubled or lost', async () => {
  const id = await begin()
  let kills = 0
  for (let at = 2; kills < 200; at = (at % 7) + 2) {
    // The next process waits until the one before is known to be dead.
    time.now = new Date(time.now.getTime() + 10 * 60_000)
    await performRun(syncingWith({ database: dying(club.database, at) }), id).catch((error) => {
      expect(String(error)).toContain('killed')
      kills += 1
    })
    if ((await ended(id)).state !== 'running') break
  }
  expect(kills).toBeGreaterThan(5)
  expect((await ended(id)).state).toBe('done')
  expect(await here()).toEqual(everything)
})

test('while one process works on a run, another leaves it', async () => {
  const id = await begin()
  let calls = 0
  provider.before.call = () => {
    calls += 1
    if (calls !== 3) return
    provider.before.call = () => {}
    other = performRun(syncingWith(), id)
  }
  let other: Promise<void> | undefined
  await performRun(syncingWith(), id)
  await other
  expect(provider.calls).toEqual([...new Set(provider.calls)])
})

test('a stopped run goes on where it was', async () => {
  const id = await begin()
  provider.before.call = (call) => call === 'members  2' && club.db.transaction((tx) => stopRun(tx, time.now))
  await performRun(syncingWith(), id)
  const stopped = await ended(id)
  expect(stopped.state).toBe('stopped')
  expect(await begin()).toBe(id)
  const before = provider.calls.length
  await performRun(syncingWith(), id)
  expect(provider.calls.slice(before)[0]).toBe('members  3')
  expect(await here()).toEqual(everything)
})

test('a resource that fails leaves the others, and the next run brings what it has not', async () => {
  provider.failures.set('lessons', new ProviderFailure('unavailable', '応答しません。'))
  const part = await run()
  expect(part).toMatchObject({ state: 'partial', sentence: '応答しません。' })
  expect(part.parts).toMatchObject({
    lessons: { state: 'failed', sentence: '応答しません。' },
    purchases: { state: 'done' },
  })
  provider.failures.clear()
  expect((await run()).state).toBe('done')
  expect(await here()).toEqual(everything)
})

test('without permission a run ends at once, and the data date stays', async () => {
  provider.failures.set('members', new ProviderFailure('unauthorized', 'もう一度接続してください。'))
  const { state, sentence, parts } = await run()
  expect([state, sentence, parts.lessons.state]).toEqual(['failed', 'もう一度接続してください。', 'waiting'])
  expect(await rowsOf(sql`select from data_state`)).toEqual([])
})

test('what people have chosen over the club system, and what is fixed by hand, stays', async () => {
  await run()
  await club.db.execute(sql`update member set last_name = '直した', provider_values = '{"last_name": {}}', locked_has_active_plan = true,
    tags = '{常連}' where external_id = 101`)
  await club.db.execute(
    sql`update contract set monthly_fee = 5000, provider_values = '{"monthly_fee": {}}' where external_id = 9102`,
  )
  provider.world.members[0] = providerMember('101', { lastName: '新しい', tel: '0300000000' })
  provider.world.contracts[0] = providerContract('9101', '101', { endOn: '2026-06-01' })
  const { parts } = await run()
  expect(parts.members).toMatchObject({ updated: 1, unchanged: 3 })
  expect(parts.contracts).toMatchObject({ updated: 1 })
  expect(
    await rowsOf(
      sql`select last_name, tel, has_active_plan, contract_status, tags from member where external_id = 101`,
    ),
  ).toEqual([
    { last_name: '直した', tel: '0300000000', has_active_plan: true, contract_status: 'cancel', tags: ['常連'] },
  ])
  const third = await run()
  expect(third.parts.members).toMatchObject({ updated: 0, locked: 1, unchanged: 3 })
  expect(await rowsOf(sql`select monthly_fee from contract where external_id = 9102`)).toEqual([{ monthly_fee: 5000 }])
})

test('members and contracts that a file has brought before are the same ones, not doubled', async () => {
  await club.db.execute(sql`insert into user_account (id, type) values (9001, 'member') on conflict do nothing`)
  await club.db.execute(sql`insert into member (id, user_id, member_no, shop_id, last_name, first_name, gender, status, contract_status)
    values (9001, 9001, 'N101', 1, '会員', '', 'none', 'waiting', 'waiting')`)
  const [plan] = await rowsOf(sql`insert into shop_plan (shop_id, code, name, status, category, price_monthly)
    values (1, 'x', 'レギュラー', 'active', 'monthly', 0) returning id`)
  await club.db.execute(sql`insert into contract (member_id, shop_id, plan_id, kind, contracted_on, start_on, monthly_fee,
    payment_method, payment_status, from_file) values (9001, 1, ${plan?.id as number}, 'regular', '2026-01-10', '2026-01-10', 1, 'card', 'paid', true)`)
  await run()
  expect(await here()).toEqual(everything)
  expect(await rowsOf(sql`select monthly_fee from contract where external_id = 9101`)).toEqual([{ monthly_fee: 8800 }])
})

test('a filed withdrawal is known before the member vanishes, and is no question afterwards', async () => {
  await run()
  provider.world.members[1] = providerMember('102', { cancelRequestedOn: '2026-06-20' })
  provider.world.contracts[1] = providerContract('9102', '102', { endOn: '2026-06-30' })
  time.now = new Date('2026-06-21T02:00:00+09:00')
  await run()
  const filed = await here()
  expect(filed.contracts).toContainEqual(
    expect.objectContaining({ id: 9102, end_on: '2026-06-30', filed_on: '2026-06-20' }),
  )
  // Both are no longer there: one after their last day, one without a word.
  provider.world.members = provider.world.members.filter(({ id }) => id !== '102' && id !== '103')
  provider.world.contracts = provider.world.contracts.filter(({ memberId }) => memberId !== '102' && memberId !== '103')
  time.now = new Date('2026-07-02T02:00:00+09:00')
  const { parts } = await run()
  expect(parts.members).toMatchObject({ gone: 2, theirs: 4 })
  expect((await here()).members).toMatchObject([
    {},
    { id: 102, contract_status: 'cancel', cancelled_on: '2026-06-30' },
    { id: 103, contract_status: 'active', cancelled_on: null },
    {},
  ])
  // In a shop of three one who is missing without a word is many.
  expect(await rowsOf(sql`select their_id as id, state, reason from missing_member`)).toEqual([
    { id: '103', state: 'waiting', reason: 'uncovered' },
  ])
})

test('a list that changes while it is read is read again', async () => {
  let moved = false
  provider.before.call = (call) => {
    if (call !== 'members  2' || moved) return
    moved = true
    // Everybody after the first page moves one place forward.
    provider.world.members.shift()
  }
  const { parts } = await run()
  expect(parts.members).toMatchObject({ theirs: 5, gone: 0 })
  expect((await here()).members.map(({ id }) => id)).toEqual([101, 102, 103, 104])
})

test('rows that cannot be read or kept are counted with their reasons, and the others come', async () => {
  provider.world.members.push(
    providerMember('x9'),
    providerMember('109', { memberNo: 'N101' }),
    Object.assign(providerMember('110'), { unreadable: true }),
  )
  for (const day of ['2026-06-20', '2026-06-21']) {
    time.now = new Date(`${day}T02:00:00+09:00`)
    const { state, parts } = await run()
    expect([state, parts.members.failed, parts.members.skipped]).toEqual(['partial', 3, 2])
    expect(parts.members.reasons).toEqual({
      '会員の番号が数字ではないため、反映していません。': 1,
      '会員番号が別の会員のものと同じため、反映していません。': 1,
      '行を読めません。': 1,
      '取り込まないスタジオです。': 1,
      'スタジオの対応付けに回答がないため、反映していません。': 1,
    })
  }
  expect(await here()).toEqual(everything)
})

test('a sale that cannot be read makes the run 一部 and moves the data date; nothing is left out once it is read', async () => {
  // An old one, which no run of a night reads again.
  time.now = new Date('2026-06-22T02:00:00+09:00')
  const old = provider.world.purchases[3]
  Object.assign(old ?? {}, { unreadable: true })
  const first = await run()
  expect(first).toMatchObject({
    ...{ state: 'partial', sentence: '売上1件（分かる分 ¥8,800）を反映できませんでした。理由を確認してください。' },
    parts: { purchases: { state: 'partial', failed: 1 }, members: { state: 'done' } },
  })
  expect(await rowsOf(sql`select tokyo_day(data_as_of)::text as day from data_state`)).toEqual([{ day: '2026-06-22' }])
  time.now = new Date('2026-06-23T02:00:00+09:00')
  expect((await run()).parts.purchases).toMatchObject({ state: 'partial', failed: 0 })
  expect(await rowsOf(sql`select tokyo_day(data_as_of)::text as day from data_state`)).toEqual([{ day: '2026-06-23' }])
  // Sunday's run reads all months.
  Object.assign(old ?? {}, { unreadable: undefined })
  time.now = new Date('2026-06-28T02:00:00+09:00')
  expect(await run()).toMatchObject({ state: 'done', sentence: null })
  expect(await here()).toEqual(everything)
})

test('a sale that could not be read and is no longer there is no longer missed, nor one of a studio that is left out', async () => {
  const [first, second] = provider.world.purchases
  Object.assign(first ?? {}, { unreadable: true })
  Object.assign(second ?? {}, { unreadable: true, studioId: '13' })
  expect((await run()).sentence).toContain('売上1件')
  provider.world.purchases.shift()
  time.now = new Date('2026-06-21T02:00:00+09:00')
  expect(await run()).toMatchObject({ state: 'done' })
})

test('a sale that the database refuses is missed, too', async () => {
  const [first] = provider.world.purchases
  if (first) first.targetMonth = 'no day'
  expect(await run()).toMatchObject({ state: 'partial', parts: { purchases: { state: 'partial', failed: 1 } } })
  expect((await here()).sales.map(({ id }) => id)).toEqual([602, 603, 604])
})

test('who cannot be read does not keep others away, and comes after them in the next run', async () => {
  for (let id = 201; id <= 240; id += 1) {
    provider.world.members.push(providerMember(String(id)))
    provider.world.contracts.push(providerContract(`9${id}`, String(id)))
  }
  provider.failures.set('contracts 101', new ProviderFailure('refused', '読み取りが許可されていません。'))
  provider.failures.set('memberTickets 102', new ProviderFailure('unavailable', '応答しません。'))
  const { state, parts } = await run()
  expect(state).toBe('partial')
  expect(parts.contracts).toMatchObject({
    ...{ state: 'partial', failed: 1, created: 43 },
    reasons: { '会員の分を取得できませんでした。次の回に、ほかの会員の後で取得します。': 1 },
  })
  expect((await here()).contracts.map(({ member }) => member)).not.toContain(101)
  time.now = new Date('2026-06-21T02:00:00+09:00')
  const before = provider.calls.length
  await run()
  const calls = provider.calls.slice(before).filter((call) => call.startsWith('contracts'))
  expect(calls.at(-1)).toBe('contracts 101 1')
  provider.failures.clear()
  time.now = new Date('2026-06-22T02:00:00+09:00')
  await run()
  expect((await here()).contracts.map(({ member }) => member)).toContain(101)
})

test('a club system that answers nobody ends the contracts, and those who were tried come last', async () => {
  const down = new ProviderFailure('unavailable', '応答しません。')
  for (let id = 101; id <= 112; id += 1) {
    if (id > 106) provider.world.members.push(providerMember(String(id)))
    provider.failures.set(`contracts ${id}`, down)
  }
  expect((await run()).parts.contracts).toMatchObject({ state: 'failed', sentence: '応答しません。' })
  expect(provider.calls.filter((call) => call.startsWith('contracts'))).toHaveLength(5)
  provider.failures.delete('contracts 112')
  provider.world.contracts.push(providerContract('9112', '112'))
  time.now = new Date('2026-06-21T02:00:00+09:00')
  await run()
  expect(provider.calls.filter((call) => call.startsWith('contracts')).slice(5)).toEqual(
    ['108', '109', '110', '111', '112', '101', '102', '103', '104', '107'].map((id) => `contracts ${id} 1`),
  )
  expect((await here()).contracts.map(({ member }) => member)).toEqual([112])
})

test('unknown words are counted, and rows that cannot be written without an answer come once it is given', async () => {
  const [booking] = provider.world.bookings
  if (booking) booking.status = '謎'
  provider.world.contracts[2] = providerContract('9103', '103', {
    plan: { id: '7', code: 'P7', name: '早朝', kind: '時間限定', monthlyFee: 5000 },
  })
  const { state, parts } = await run()
  expect([state, parts.bookings.state, parts.bookings.failed]).toEqual(['partial', 'partial', 1])
  expect(await rowsOf(sql`select field, word, count from unknown_word order by field`)).toEqual([
    { field: 'bookingStatus', word: '謎', count: 1 },
    { field: 'planKind', word: '時間限定', count: 1 },
  ])
  await club.db.execute(sql`update unknown_word set answer = 'completed' where word = '謎'`)
  expect((await run()).parts.bookings).toMatchObject({ created: 1, failed: 0 })
  expect((await here()).bookings).toEqual(everything.bookings)
})

test('a corrected answer applies to what was drawn, without asking the club system', async () => {
  await run()
  await club.db.execute(sql`update club_studio set shop_id = null, choice = 'leftOut' where their_id = '12'`)
  await club.db.execute(sql`update club_studio set choice = 'shop', shop_id = 2 where their_id = '13'`)
  const calls = provider.calls.length
  const counts: Record<string, number> = {}
  const of = { brandCode: 'karada', readRow: provider.readRow, sealing: demoSealing, now: time.now }
  await remap(club.db, of, {
    done: (resource, { created }) => {
      counts[resource] = created
    },
  })
  expect(counts.members).toBe(1)
  expect((await here()).members.map(({ id }) => id)).toEqual([101, 102, 103, 104, 105])
  expect(provider.calls).toHaveLength(calls)
})

test('a row that the database refuses leaves the others of its page; an earlier 退会手続き日 is not another contract’s', async () => {
  provider.world.members.push(providerMember('107', { birthday: 'no day' as string }))
  provider.world.members[3] = providerMember('104', { cancelRequestedOn: '2026-06-25' })
  const { state, parts } = await run()
  expect([state, parts.members]).toMatchObject(['partial', { state: 'partial', failed: 1, created: 4 }])
  expect((await here()).members).toEqual(everything.members)
  expect((await here()).contracts).toEqual(everything.contracts)
})

test('what is answered after a run arrives with the next one, also from before the days that it reads', async () => {
  const [, , , old] = provider.world.purchases
  if (old) old.status = '謎'
  expect((await run()).parts.purchases).toMatchObject({ failed: 1 })
  time.now = new Date('2026-06-21T02:00:00+09:00')
  await club.db.execute(
    sql`update unknown_word set answer = 'paid', answered_at = '2026-06-20T12:00+09:00' where word = '謎'`,
  )
  await run()
  expect((await here()).sales).toEqual(everything.sales)
})

test('a kept row that the database refuses is the only one that an answer does not bring', async () => {
  provider.world.members.push(providerMember('107', { studioId: '14', birthday: 'no day' as string }))
  await run()
  time.now = new Date('2026-06-21T02:00:00+09:00')
  await club.db.execute(sql`update club_studio set choice = 'leftOut', shop_id = null where their_id = '12'`)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
    values ('karada', '14', '池袋', 'shop', 2, '2026-06-20T12:00+09:00')`)
  provider.failures.set('members', new ProviderFailure('unavailable', '応答しません。'))
  expect((await run()).state).toBe('partial')
  expect((await here()).members.map(({ id }) => id)).toEqual([101, 102, 103, 104, 106])
  expect(await rowsOf(sql`select outcome from provider_row where their_id = '107'`)).toEqual([{ outcome: 'failed' }])
})

test('after an outage the days since the last run are read, and a run without bookings leaves the data date', async () => {
  await run()
  provider.failures.set('bookings', new ProviderFailure('unavailable', '応答しません。'))
  time.now = new Date('2026-07-20T02:00:00+09:00')
  expect((await run()).state).toBe('partial')
  expect(await rowsOf(sql`select tokyo_day(data_as_of)::text as day from data_state`)).toEqual([{ day: '2026-06-20' }])
  provider.failures.clear()
  await run()
  expect(provider.calls.filter((call) => call.startsWith('bookings')).at(-1)).toContain('2026-06-13')
})

test('kept rows are sealed, and no log has a name of theirs', async () => {
  await run()
  expect(logged.join()).not.toMatch(/会員|example\.jp|N10/)
  const kept = await rowsOf(sql`select encode(sealed, 'escape') as sealed from provider_row where resource = 'members'`)
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify(kept)).not.toMatch(/example|N101/)
})

test('by day today’s bookings come with who has joined since, and nothing is missing for it', async () => {
  await run()
  const { world } = provider
  time.now = new Date('2026-06-20T11:00:00+09:00')
  world.members.push(providerMember('108'))
  world.contracts.push(providerContract('9108', '108', { startOn: '2026-06-20' }))
  const today = { startAt: '2026-06-20T19:00:00+09:00', endAt: '2026-06-20T20:00:00+09:00' }
  world.bookings.push({ ...world.bookings[1], ...today, id: '504', memberId: '108' } as (typeof world.bookings)[0])
  world.bookings.splice(1, 1)
  provider.calls.length = 0
  const day = await run({}, 'day')
  expect(day.state).toBe('done')
  expect(Object.keys(day.parts).sort()).toEqual(['bookings', 'lessons'])
  expect(provider.calls).toEqual([
    ...['lessons 2026-06-20 1', 'bookings 2026-06-20 1'],
    ...['members #108', 'contracts 108 1', 'memberTickets 108 1'],
  ])
  const { bookings, contracts } = await here()
  expect(bookings.at(-1)).toMatchObject({ id: 504, member: 108, status: 'booked' })
  expect(contracts.at(-1)).toMatchObject({ id: 9108, member: 108 })
  expect(await rowsOf(sql`select 1 from provider_row where missing_since is not null`)).toEqual([])
  expect(await rowsOf(sql`select data_as_of = '2026-06-20T02:00:00+09:00' as stayed from data_state`)).toEqual([
    { stayed: true },
  ])

  // The night after reads from the night before on.
  time.now = new Date('2026-06-21T02:00:00+09:00')
  provider.calls.length = 0
  await run()
  expect(provider.calls).toContain('bookings 2026-06-13 1')
})

test('by day one member who cannot be read does not keep the bookings of others away', async () => {
  await run()
  time.now = new Date('2026-06-20T11:00:00+09:00')
  const today = { startAt: '2026-06-20T19:00:00+09:00', endAt: '2026-06-20T20:00:00+09:00' }
  for (const [id, memberId] of [
    ['504', '108'],
    ['505', '102'],
  ]) {
    provider.world.bookings.push({ ...provider.world.bookings[1], ...today, id, memberId } as never)
  }
  const one = async () => {
    throw new ProviderFailure('unexpected', '応答が想定と異なります。')
  }
  const day = await run({ ask: (_, work) => work({ ...provider.reader, one }) }, 'day')
  expect(day.parts.bookings).toMatchObject({ state: 'done', created: 1, skipped: 1 })
})

test('the first time, bookings come before contracts, and contracts of who has booked before the others', async () => {
  const { world } = provider
  const soon = { startAt: '2026-06-22T19:00:00+09:00', endAt: '2026-06-22T20:00:00+09:00', status: 'booked' }
  world.bookings.push({ ...world.bookings[1], ...soon, id: '505', memberId: '103' } as (typeof world.bookings)[0])
  await run()
  const isAsked = (call: string) => /^(bookings|contracts)/.test(call)
  expect(provider.calls.filter(isAsked).slice(0, 6)).toEqual([
    ...['bookings 2026-06-20 1', 'bookings 2026-06-13 1', 'bookings 2026-06-13 2', 'bookings 2026-06-27 1'],
    ...['contracts 103 1', 'contracts 101 1'],
  ])
})

test('bookings of the next 90 days come, later ones when their time comes', async () => {
  const { world } = provider
  const on = (day: string) => ({ startAt: `${day}T19:00:00+09:00`, endAt: `${day}T20:00:00+09:00`, status: 'booked' })
  for (const [id, day] of [
    ['505', '2026-09-18'],
    ['506', '2026-09-19'],
  ] as const) {
    world.bookings.push({ ...world.bookings[1], ...on(day), id, memberId: '103' } as (typeof world.bookings)[0])
  }
  const here = () => rowsOf(sql`select external_id as id from reservation where external_id in (505, 506) order by 1`)
  await run()
  expect(await here()).toEqual([{ id: 505 }])
  time.now = new Date('2026-06-21T02:00:00+09:00')
  await run()
  expect(await here()).toEqual([{ id: 505 }, { id: 506 }])
})

test('within a week everybody’s contracts are read again, though nothing of their rows has changed', async () => {
  await run()
  provider.calls.length = 0
  for (let night = 21; night < 28; night += 1) {
    time.now = new Date(`2026-06-${night}T02:00:00+09:00`)
    await run()
  }
  const read = new Set(provider.calls.flatMap((call) => call.match(/^contracts (\d+) /)?.[1] ?? []))
  const here = await rowsOf(sql`select external_id::text as id from member where external_id is not null`)
  expect(here.length).toBeGreaterThan(0)
  expect(here.filter(({ id }) => !read.has(String(id)))).toEqual([])
})

test('whose contract ends within 40 days is read each night', async () => {
  provider.world.contracts.push(providerContract('9777', '101', { endOn: '2026-07-25' }))
  await run()
  for (const day of ['2026-06-21', '2026-06-22']) {
    time.now = new Date(`${day}T02:00:00+09:00`)
    provider.calls.length = 0
    await run()
    expect(provider.calls).toContain('contracts 101 1')
  }
})

test('sales of the last 13 months are read again once a week, also where Sunday’s run had failed', async () => {
  const months = async (now: string) => {
    time.now = new Date(now)
    provider.calls.length = 0
    await run()
    return provider.calls.some((call) => call.startsWith('purchases 2025-'))
  }
  expect(await months('2026-06-20T02:00:00+09:00')).toBe(true)
  provider.failures.set('purchases', new ProviderFailure('unavailable', '応答がありません。'))
  await months('2026-06-21T02:00:00+09:00')
  provider.failures.clear()
  expect(await months('2026-06-22T02:00:00+09:00')).toBe(true)
  expect(await months('2026-06-23T02:00:00+09:00')).toBe(false)
})

test('until the first run has brought a resource, everybody is told that it is to come', async () => {
  const arriving = async () => (await rowsOf(sql`select arriving_resources() as of`))[0]?.of
  expect(await arriving()).toEqual([])
  const seen: unknown[] = []
  provider.before.call = async (call: string) => {
    if (call.startsWith('bookings') && seen.length < 1) seen.push(await arriving())
    if (call.startsWith('purchases') && seen.length < 2) seen.push(await arriving())
  }
  await run()
  expect(seen).toEqual([['bookings', 'contracts', 'memberTickets', 'purchases'], ['purchases']])
  seen.length = 0
  await run()
  expect(seen).toEqual([[], []])
})

test('visits that the first run brings before contracts count for the shop whose members came', async () => {
  await run()
  await countLater(club.database)
  expect(await rowsOf(sql`select shop_id, home_shop_id from visit`)).toEqual([{ shop_id: 1, home_shop_id: 1 }])
  expect(await rowsOf(sql`select member_id is not null as known, visits from member_visit_month`)).toEqual([
    { known: true, visits: 1 },
  ])
})
