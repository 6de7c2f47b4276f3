import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countedFigures, emptyClub, openClub } from '../../tests/support/club-system-rows.ts'
import { dying } from '../../tests/support/failing-database.ts'
import { memoryProvider, providerContract, providerMember } from '../../tests/support/provider.ts'
import { countLater } from '../figures/count-later.ts'
import { rebuildEverything } from '../figures/rollup.ts'
import { demoSealing } from '../lib/sealing.ts'
import { ProviderFailure } from './club-system.ts'
import { followDecisions } from './follow-decisions.ts'
import { followHint } from './hints.ts'
import type { ProviderReader } from './provider-rows.ts'
import { remap } from './remap.ts'
import { performRun, type Syncing } from './run.ts'
import { beginRun } from './runs.ts'

// Members whom the club system no longer has: nobody leaves by a fault of its, and who is gone is found in a night.

let club: Awaited<ReturnType<typeof openClub>>
let provider: ReturnType<typeof memoryProvider>
/** What the club system answers for one record. */
let one: ProviderReader['one']
const time = { now: new Date('2026-06-20T02:00:00+09:00') }
const rowsOf = async (query: ReturnType<typeof sql>) => (await club.db.execute<Record<string, unknown>>(query)).rows
const people = 60

beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

beforeEach(async () => {
  time.now = new Date('2026-06-20T02:00:00+09:00')
  await emptyClub(club)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    ('karada', '11', '新宿', 'shop', 1, now()), ('karada', '12', '渋谷', 'shop', 2, now())`)
  await club.db.execute(sql`insert into club_connection (id, public_id, brand_code, key_id, sealed, token_ends_at, connected_at)
    values (1, 'public', 'karada', 'demo', '\\x00', '2030-01-01', '2026-01-01')`)
  provider = memoryProvider({ perPage: 100 })
  one = provider.reader.one
  for (let id = 101; id <= 100 + people; id += 1) {
    provider.world.members.push(providerMember(String(id)))
    provider.world.contracts.push(providerContract(`9${id}`, String(id)))
  }
  provider.world.members.push(providerMember('301', { studioId: '12' }))
  provider.world.contracts.push(providerContract('9301', '301', { studioId: '12' }))
  await night()
})

const syncing = (): Syncing => ({
  ...{ database: club.database, readRow: provider.readRow, sealing: demoSealing, clock: () => time.now },
  ask: (_, work) => work({ ...provider.reader, one: (resource, id) => one(resource, id) }),
  log: { failure: ({ error }) => expect(error).toBeUndefined() },
})

/** The run of a night, and what came of it. */
async function night(more: Partial<Syncing> = {}) {
  const of = { brandCode: 'karada', kind: 'night', staffId: null, now: time.now } as const
  const { id } = await club.db.transaction((tx) => beginRun(tx, of))
  await performRun({ ...syncing(), ...more }, id)
  return id
}
const nextNight = (more: Partial<Syncing> = {}) => {
  time.now = new Date(time.now.getTime() + 86_400_000)
  return night(more)
}

/** The provider loses members with what they have, and gets them back. */
function vanish(...ids: string[]) {
  const { members, contracts } = provider.world
  const lost = {
    members: members.filter(({ id }) => ids.includes(id)),
    contracts: contracts.filter(({ memberId }) => ids.includes(memberId)),
  }
  provider.world.members = members.filter(({ id }) => !ids.includes(id))
  provider.world.contracts = contracts.filter(({ memberId }) => !ids.includes(memberId))
  return () => {
    provider.world.members.push(...lost.members)
    provider.world.contracts.push(...lost.contracts)
  }
}

const membersOf = (...ids: number[]) =>
  rowsOf(sql`select external_id as id, contract_status as status, cancelled_on::text as left from member
    where external_id = any (${sql.param(ids)}::integer[]) order by 1`)
const missing = () =>
  rowsOf(sql`select their_id as id, state, reason, last_seen_on::text as last, confirmed_at is not null as confirmed
    from missing_member order by id, missing_member.id`)
const ends = () =>
  rowsOf(
    sql`select external_id as id, start_on::text as start, end_on::text as "end" from contract where external_id is not null order by 1`,
  )
const withdrawn = async () =>
  Number((await rowsOf(sql`select count(*)::integer as n from member where contract_status = 'cancel'`))[0]?.n)

/** As the head office's press leaves it. */
const decide = (id: string, state: 'closing' | 'reopening') =>
  club.db.execute(sql`update missing_member set state = ${state}, decided_at = now() where their_id = ${id}`)

test('one member who is gone is closed in the next night, with the last day on which they were there', async () => {
  provider.world.contracts.push(
    providerContract('8101', '101', { plan: { id: '6', code: 'P6', name: '水', kind: 'option', monthlyFee: 500 } }),
  )
  provider.world.members[0] = providerMember('101', { lastName: '改名' })
  await nextNight()
  vanish('101')
  await nextNight()
  expect(await missing()).toEqual([{ id: '101', state: 'closed', reason: null, last: '2026-06-21', confirmed: true }])
  expect(await membersOf(101, 102)).toEqual([
    { id: 101, status: 'cancel', left: '2026-06-21' },
    { id: 102, status: 'active', left: null },
  ])
  expect((await ends()).filter(({ id }) => [8101, 9101, 9102].includes(Number(id)))).toMatchObject([
    { end: '2026-06-21' },
    { end: '2026-06-21' },
    { end: null },
  ])
  expect(
    await rowsOf(sql`select action, actor_staff_id as actor, shop_id as shop, diff from audit_log
      where resource_type = 'missingMember'`),
  ).toEqual([
    {
      ...{ action: 'missingMemberClosed', actor: null, shop: 1 },
      diff: { state: { before: null, after: 'closed' }, lastOn: { before: null, after: '2026-06-21' } },
    },
  ])
  await countLater(club.database)
  expect(
    await rowsOf(sql`select l.contract_status as status from member_list l join member m on m.id = l.member_id
      where m.external_id = 101`),
  ).toEqual([{ status: 'cancel' }])
  const counted = await countedFigures(club.database)
  await club.db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    await rebuildEverything(tx)
  })
  expect(counted).toEqual(await countedFigures(club.database))
})

test('a corrected answer does not open what was closed', async () => {
  vanish('101')
  await nextNight()
  await remap(club.db, { brandCode: 'karada', readRow: provider.readRow, sealing: demoSealing, now: time.now })
  expect(await membersOf(101)).toMatchObject([{ status: 'cancel' }])
})

test('a false withdrawal is undone by the next reading, with contracts that had not begun', async () => {
  provider.world.contracts.push(providerContract('8101', '101', { startOn: '2026-08-01' }))
  provider.world.members[0] = providerMember('101', { lastName: '改名' })
  await nextNight()
  const before = await ends()
  expect(before.map(({ id }) => id)).toContain(8101)
  const back = vanish('101')
  await nextNight()
  expect(await membersOf(101)).toMatchObject([{ status: 'cancel' }])
  expect((await ends()).map(({ id }) => id)).not.toContain(8101)
  back()
  await nextNight()
  expect(await missing()).toMatchObject([{ state: 'returned' }])
  expect(await ends()).toEqual(before)
  expect(await membersOf(101)).toMatchObject([{ status: 'active', left: null }])
  // Missing anew is another case.
  vanish('101')
  time.now = new Date('2026-07-20T02:00:00+09:00')
  await nextNight()
  expect(await missing()).toMatchObject([{ state: 'returned' }, { state: 'closed', last: '2026-06-23' }])
})

test('where several of a shop are missing nobody is closed before a person has seen them', async () => {
  vanish('101', '102')
  await nextNight()
  expect(await missing()).toEqual([
    { id: '101', state: 'waiting', reason: 'many', last: '2026-06-20', confirmed: true },
    { id: '102', state: 'waiting', reason: 'many', last: '2026-06-20', confirmed: true },
  ])
  // Nor later, and not one more either.
  vanish('103')
  await nextNight()
  await nextNight()
  expect((await missing()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  expect(await withdrawn()).toBe(0)
})

test('a leak of one member a night is a mass disappearance, too', async () => {
  vanish('101')
  await nextNight()
  vanish('102')
  await nextNight()
  expect((await missing()).map(({ state }) => state)).toEqual(['closed', 'waiting'])
})

test('an empty list, a list of one shop, and one that is cut short close nobody', async () => {
  const { members } = provider.world
  for (const list of [[], members.filter(({ studioId }) => studioId === '12'), members.slice(0, 40)]) {
    provider.world.members = list
    await nextNight()
    expect(await withdrawn()).toBe(0)
  }
  provider.world.members = members
  await nextNight()
  expect(await rowsOf(sql`select distinct state from missing_member`)).toEqual([{ state: 'returned' }])
  // A member who is found by number was never missing: nobody has to decide.
  await club.db.execute(sql`truncate missing_member`)
  provider.world.members = members.slice(40)
  one = async (_, id) => ({ id, raw: structuredClone(members.find((row) => row.id === id)) })
  await nextNight()
  expect(await missing()).toEqual([])
  expect(await rowsOf(sql`select their_id from provider_row where missing_since is not null`)).toEqual([])
})

test('a club system that knows nobody by number is not believed, and one that does not answer is called again', async () => {
  vanish('101')
  one = async () => null
  await nextNight()
  expect(await missing()).toEqual([])
  one = async () => {
    throw new ProviderFailure('notJson', '画面を返しました。')
  }
  const id = await nextNight()
  expect(await missing()).toEqual([])
  expect(
    await rowsOf(sql`select sentence from sync_part where run_id = ${Number(id)} and resource = 'members'`),
  ).toEqual([{ sentence: '消えた会員を確認できませんでした。画面を返しました。' }])
  one = provider.reader.one
  await nextNight()
  expect(await missing()).toMatchObject([{ state: 'closed', last: '2026-06-20' }])
})

test('whoever has a known end is no question: it is that end', async () => {
  for (const [id, endOn] of [
    ['101', '2026-06-20'],
    ['102', '2026-07-31'],
  ] as const) {
    const at = provider.world.contracts.findIndex(({ memberId }) => memberId === id)
    provider.world.contracts[at] = providerContract(`9${id}`, id, { endOn, cancelRequestedOn: '2026-06-20' })
    provider.world.members[at] = providerMember(id, { cancelRequestedOn: '2026-06-20' })
  }
  await nextNight()
  vanish('101', '102')
  await nextNight()
  expect(await missing()).toEqual([])
  expect(await membersOf(101, 102)).toMatchObject([
    { status: 'cancel', left: '2026-06-20' },
    { status: 'active', left: '2026-07-31' },
  ])
})

test('a list that one process did not read in one go says nothing of who is missing', async () => {
  vanish('101')
  time.now = new Date('2026-06-21T02:00:00+09:00')
  const small = memoryProvider({ perPage: 20 })
  Object.assign(small.world, provider.world)
  let calls = 0
  small.before.call = (call) => {
    if (!call.startsWith('members')) return
    calls += 1
    if (calls === 2) throw new Error('killed')
  }
  const of = { brandCode: 'karada', kind: 'night', staffId: null, now: time.now } as const
  const { id } = await club.db.transaction((tx) => beginRun(tx, of))
  const reading = {
    ...syncing(),
    ask: (_: string, work: (reader: ProviderReader) => Promise<never>) => work(small.reader),
  }
  const database = { ...club.database, hasRoom: async () => calls < 2 || Promise.reject(new Error('killed')) }
  await performRun({ ...reading, database, log: { failure: () => {} } } as never, id).catch(() => {})
  calls = 3
  time.now = new Date('2026-06-21T03:00:00+09:00')
  await performRun(reading as never, id)
  expect(await missing()).toEqual([])
})

test('a run that dies while it judges goes on, and closes nobody twice', async () => {
  let isJudging = false
  one = (resource, id) => {
    isJudging = true
    return provider.reader.one(resource, id)
  }
  // Its transactions: the answers, who waits, who is closed, nobody else, the end of the run.
  for (let at = 1; at <= 5; at += 1) {
    const back = vanish('101')
    isJudging = false
    const late = dying(club.database, at)
    const db = new Proxy(club.db, {
      get: (target, name) => {
        const from = name === 'transaction' && isJudging ? late.db : target
        const value = Reflect.get(from, name)
        return typeof value === 'function' ? value.bind(from) : value
      },
    })
    const log = { failure: () => {} }
    await expect(nextNight({ database: { ...club.database, db }, log })).rejects.toThrow('killed')
    time.now = new Date(time.now.getTime() + 600_000)
    await night()
    expect(await membersOf(101)).toMatchObject([{ status: 'cancel' }])
    expect((await missing()).filter(({ state }) => state !== 'returned')).toMatchObject([{ state: 'closed' }])
    back()
    await nextNight()
    expect(await membersOf(101)).toMatchObject([{ status: 'active', left: null }])
  }
})

test('whom the head office keeps is closed by no run, until they were there again', async () => {
  const back = vanish('101', '102')
  await nextNight()
  await club.db.execute(sql`update missing_member set state = 'kept' where their_id = '101'`)
  await nextNight()
  expect(await membersOf(101)).toMatchObject([{ status: 'active' }])
  back()
  await nextNight()
  vanish('101')
  await nextNight()
  expect((await missing()).filter(({ id }) => id === '101')).toMatchObject([{ state: 'returned' }, { state: 'closed' }])
})

test('before a decision is carried out the member is looked up in the club system again', async () => {
  const back = vanish('101', '102')
  await nextNight()
  await decide('101', 'closing')
  one = async () => {
    throw new ProviderFailure('unavailable', '応答しません。')
  }
  expect(await followDecisions(syncing())).toBe(true)
  expect(await missing()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  expect(await rowsOf(sql`select sentence from missing_member where their_id = '101'`)).toEqual([
    { sentence: '会員管理システムに確認できなかったため、退会にしていません。応答しません。' },
  ])
  one = provider.reader.one
  await decide('101', 'closing')
  back()
  await followDecisions(syncing())
  expect(await missing()).toMatchObject([
    { id: '101', state: 'returned' },
    { id: '102', state: 'waiting' },
  ])
  vanish('101')
  await decide('102', 'closing')
  vanish('102')
  await followDecisions(syncing())
  expect(await followDecisions(syncing())).toBe(false)
  expect(await membersOf(101, 102)).toEqual([
    { id: 101, status: 'active', left: null },
    { id: 102, status: 'cancel', left: '2026-06-20' },
  ])
  // Taken back by a person, though the club system still has nobody.
  await decide('102', 'reopening')
  await followDecisions(syncing())
  await nextNight()
  expect(await membersOf(102)).toEqual([{ id: 102, status: 'active', left: null }])
  expect((await missing()).at(-1)).toMatchObject({ id: '102', state: 'kept' })
})

test('a webhook of a closed member opens everything', async () => {
  const back = vanish('101')
  await nextNight()
  back()
  await club.db.execute(sql`insert into club_inbox (connection, brand_code, nonce, kind, their_id, received_at, due_at)
    values ('public', 'karada', 'n', 'members', '101', ${time.now.toISOString()}, ${time.now.toISOString()})`)
  await followHint(syncing())
  expect(await membersOf(101)).toEqual([{ id: 101, status: 'active', left: null }])
  expect(await missing()).toMatchObject([{ state: 'returned' }])
})

test('of two processes one carries a decision out, and neither fails', async () => {
  vanish('101')
  await nextNight()
  await decide('101', 'reopening')
  // The second one finds the decision taken, or none any more.
  expect(await Promise.all([followDecisions(syncing()), followDecisions(syncing())])).toContain(true)
  expect(await missing()).toMatchObject([{ state: 'kept' }])
  expect(
    await rowsOf(sql`select action from audit_log
    where resource_id = (select id::text from missing_member) and action = 'missingMemberReopened'`),
  ).toHaveLength(1)
})

test('whoever is in the list is not missing, though the club system does not know the number', async () => {
  provider.world.members[0] = providerMember('101', { lastName: '改名' })
  provider.before.call = (call) => {
    if (call === 'contracts 101 1') throw new ProviderFailure('unexpected', 'ありません。')
  }
  one = async (resource, id) => (id === '101' ? null : provider.reader.one(resource, id))
  await nextNight()
  expect(await missing()).toEqual([])
  expect(await membersOf(101)).toMatchObject([{ status: 'active' }])
})

test('a run that cannot judge who is missing comes to its end all the same', async () => {
  vanish('101')
  one = async () => {
    throw new TypeError('ours')
  }
  const failures: unknown[] = []
  const id = await nextNight({ log: { failure: ({ error }) => void failures.push(error) } })
  expect(failures).toEqual([new TypeError('ours')])
  expect(
    await rowsOf(sql`select r.state, p.sentence from sync_run r join sync_part p on p.run_id = r.id
    where r.id = ${Number(id)} and p.resource = 'members'`),
  ).toEqual([
    {
      state: 'done',
      sentence: '消えた会員を確認できませんでした。処理に失敗しました。続く場合は管理者に連絡してください。',
    },
  ])
  expect(await missing()).toEqual([])
})
