import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countedFigures, emptyClub, openClub } from '../../tests/support/club-system-rows.ts'
import { memoryProvider, providerContract, providerMember } from '../../tests/support/provider.ts'
import { countLater } from '../figures/count-later.ts'
import { rebuildEverything } from '../figures/rollup.ts'
import { demoSealing } from '../lib/sealing.ts'
import { followHint } from './hints.ts'
import type { ProviderContract, ProviderMember } from './provider-rows.ts'
import { performRun, type Syncing } from './run.ts'
import { beginRun } from './runs.ts'

// Who left and joins again under an old number has left and come back, and a fixed term hides nobody who is gone.

let club: Awaited<ReturnType<typeof openClub>>
let provider: ReturnType<typeof memoryProvider>
const time = { now: new Date() }
const rowsOf = async (query: ReturnType<typeof sql>) => (await club.db.execute<Record<string, unknown>>(query)).rows
const people = 14

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
})

const syncing = (): Syncing => ({
  ...{ database: club.database, readRow: provider.readRow, sealing: demoSealing, clock: () => time.now },
  ask: (_, work) => work(provider.reader),
  log: { failure: ({ error }) => expect(error).toBeUndefined() },
})

/** The run of the night on which a day begins. */
async function night(day: string) {
  time.now = new Date(`${day}T02:00:00+09:00`)
  const of = { brandCode: 'karada', kind: 'night', staffId: null, now: time.now } as const
  const { id } = await club.db.transaction((tx) => beginRun(tx, of))
  await performRun(syncing(), id)
}

function vanish(id: string) {
  const { members, contracts } = provider.world
  provider.world.members = members.filter((one) => one.id !== id)
  provider.world.contracts = contracts.filter((one) => one.memberId !== id)
}
function appear(member: ProviderMember, ...contracts: ProviderContract[]) {
  provider.world.members.push(member)
  provider.world.contracts.push(...contracts)
}

/** First and last days of the memberships of a 会員番号. */
const spans = (memberNo: string) =>
  rowsOf(sql`select distinct i.span_start::text as "from", i.span_end::text as "to" from membership_interval i
    join member m on m.id = i.member_id where m.member_no = ${memberNo} order by 1`)
const numbers = () =>
  rowsOf(sql`select c.external_id as id, c.start_on::text as "from" from contract c join member m on m.id = c.member_id
    where m.member_no = 'N101' order by c.start_on`)
const missing = () =>
  rowsOf(
    sql`select their_id as id, kind, state, rejoined_on::text as again from missing_member order by missing_member.id`,
  )
const twice = [
  { from: '2026-01-10', to: '2026-06-21' },
  { from: '2026-09-01', to: null },
]

/** Member 101 is there on 6/20 and 6/21, and closed in the next night. */
async function left() {
  await night('2026-06-20')
  provider.world.members[0] = providerMember('101', { lastName: '改名' })
  await night('2026-06-21')
  vanish('101')
  await night('2026-06-22')
  expect(await missing()).toMatchObject([{ id: '101', state: 'closed' }])
  expect(await spans('N101')).toEqual([{ from: '2026-01-10', to: '2026-06-21' }])
}
const september = { contractedOn: '2026-09-01', startOn: '2026-09-01' }

test.each([
  ['with a new contract', providerMember('101'), providerContract('8101', '101', september), [9101, 8101]],
  [
    'with the number of the old contract',
    providerMember('101'),
    providerContract('9101', '101', september),
    [null, 9101],
  ],
  [
    'with the old row of the contract and a new 入会日',
    providerMember('101', { joinedOn: '2026-09-01' }),
    providerContract('9101', '101'),
    [null, 9101],
  ],
  [
    'under the old 会員番号 and a new number',
    providerMember('205', { memberNo: 'N101', lastName: '会員', firstName: '名101' }),
    providerContract('8101', '205', september),
    [9101, 8101],
  ],
])(
  'who was closed and joins again %s has two memberships, and the first one stays',
  async (_, member, contract, ids) => {
    await left()
    appear(member, contract)
    await night('2026-09-02')
    expect(await spans('N101')).toEqual(twice)
    expect(await missing()).toMatchObject([{ state: 'returned', again: '2026-09-01' }])
    // The next nights say the same.
    provider.world.members.push(providerMember(member.id, { ...member, tel: '03-1111-2222' }))
    provider.world.members = provider.world.members.filter((one) => one !== member)
    await night('2026-09-03')
    await night('2026-09-09')
    expect(await spans('N101')).toEqual(twice)
    expect((await numbers()).map(({ id }) => id)).toEqual(ids)
    expect(
      await rowsOf(sql`select action from audit_log where resource_type = 'missingMember'
    and at > '2026-08-01' and action = 'missingMemberReopened'`),
    ).toEqual([])
  },
)

test('the 復会 is counted as a 退会 and an 入会, also by a recount', async () => {
  await left()
  appear(providerMember('101'), providerContract('9101', '101', september))
  await night('2026-09-02')
  await countLater(club.database)
  expect(
    await rowsOf(sql`select sum(withdrawals)::integer as out, sum(readmissions)::integer as again from shop_month
      where shop_id = 1 and month between '2026-06-01' and '2026-09-30'`),
  ).toEqual([{ out: 1, again: 1 }])
  const counted = await countedFigures(club.database)
  await club.db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    await rebuildEverything(tx)
  })
  expect(counted).toEqual(await countedFigures(club.database))
})

test('the 会員番号 of somebody who has left does not make another person of them', async () => {
  await left()
  appear(
    providerMember('205', { memberNo: 'N101', lastName: '別人', lastNameKana: 'ベツ', birthday: '1971-03-04' }),
    providerContract('8101', '205', september),
  )
  await night('2026-09-02')
  expect(await spans('N101')).toEqual([{ from: '2026-01-10', to: '2026-06-21' }])
  expect(await rowsOf(sql`select outcome from provider_row where resource = 'members' and their_id = '205'`)).toEqual([
    { outcome: 'failed' },
  ])
})

test.each([
  ['a number that is used', providerMember('101'), providerContract('9101', '101', september)],
  ['a row that is open', providerMember('101', { joinedOn: '2026-09-01' }), providerContract('9101', '101')],
])('%s again after the end of a withdrawal is another membership', async (_, member, contractThen) => {
  const [contract] = provider.world.contracts as [ProviderContract]
  Object.assign(contract, { endOn: '2026-06-30', cancelRequestedOn: '2026-06-01' })
  await night('2026-06-20')
  vanish('101')
  await night('2026-07-02')
  expect(await missing()).toEqual([])
  appear(member, contractThen)
  await night('2026-09-02')
  await night('2026-09-09')
  expect(await spans('N101')).toEqual([
    { from: '2026-01-10', to: '2026-06-30' },
    { from: '2026-09-01', to: null },
  ])
})

test('a webhook of who comes back with a new contract does not open the old one, one that has the old contract does', async () => {
  await left()
  await club.db.execute(sql`insert into club_connection (id, public_id, brand_code, key_id, sealed, token_ends_at, connected_at)
    values (1, 'public', 'karada', 'demo', '\\x00', '2030-01-01', '2026-01-01')`)
  const hint = async (nonce: string) => {
    await club.db.execute(sql`insert into club_inbox (connection, brand_code, nonce, kind, their_id, received_at, due_at)
      values ('public', 'karada', ${nonce}, 'members', '101', ${time.now.toISOString()}, ${time.now.toISOString()})`)
    await followHint(syncing())
  }
  appear(providerMember('101'), providerContract('9101', '101'))
  await hint('one')
  expect(await spans('N101')).toEqual([{ from: '2026-01-10', to: null }])
  vanish('101')
  await night('2026-06-24')
  const [{ to } = {}] = await spans('N101')
  appear(providerMember('101'), providerContract('8101', '101', september))
  time.now = new Date('2026-09-02T10:00:00+09:00')
  await hint('two')
  expect(await spans('N101')).toEqual([
    { from: '2026-01-10', to },
    { from: '2026-09-01', to: null },
  ])
})

test('who has moved away and joins again here has left and come back', async () => {
  await night('2026-06-20')
  const contract = provider.world.contracts[0] as ProviderContract
  Object.assign(contract, { endOn: '2026-06-15' })
  provider.world.contracts.push(providerContract('8101', '101', { studioId: '13', startOn: '2026-06-16' }))
  Object.assign(provider.world.members[0] as object, { studioId: '13' })
  await night('2026-06-21')
  expect(await missing()).toMatchObject([{ kind: 'moved', state: 'closed' }])
  // The old row is used again here.
  Object.assign(contract, { endOn: null, ...september })
  Object.assign(provider.world.contracts.at(-1) as object, { endOn: '2026-08-31' })
  Object.assign(provider.world.members[0] as object, { studioId: '11' })
  await night('2026-09-02')
  expect(await spans('N101')).toEqual([
    { from: '2026-01-10', to: '2026-06-15' },
    { from: '2026-09-01', to: null },
  ])
  expect(await missing()).toMatchObject([{ state: 'returned', again: '2026-09-01' }])
})

test('who was missing for a while and not closed goes on, also where the number has another first day', async () => {
  await night('2026-06-20')
  vanish('101')
  vanish('102')
  await night('2026-06-21')
  expect(await missing()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  appear(providerMember('101'), providerContract('9101', '101', { ...september, startOn: '2026-07-01' }))
  await night('2026-07-02')
  expect(await spans('N101')).toEqual([{ from: '2026-01-10', to: null }])
})

const yearly = { startOn: '2026-04-01', endOn: '2027-03-31' }

test('a yearly contract does not hide who is gone, and has its end again once they are back', async () => {
  Object.assign(provider.world.contracts[0] as object, yearly)
  await night('2026-06-20')
  vanish('101')
  await night('2026-06-21')
  expect(await missing()).toMatchObject([{ id: '101', state: 'closed' }])
  expect(await spans('N101')).toEqual([{ from: '2026-04-01', to: '2026-06-20' }])
  appear(providerMember('101'), providerContract('9101', '101', yearly))
  await night('2026-06-22')
  expect(await spans('N101')).toEqual([{ from: '2026-04-01', to: '2027-03-31' }])
})

test('many with a yearly contract who are gone at once wait for a person', async () => {
  for (const contract of provider.world.contracts) Object.assign(contract, yearly)
  await night('2026-06-20')
  vanish('101')
  vanish('102')
  await night('2026-06-21')
  expect((await missing()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

test.each([
  ['a filed withdrawal of next month stands', { endOn: '2026-07-31', cancelRequestedOn: '2026-06-10' }, '2026-07-31'],
  ['a term that was over before anybody was missed is that end', { endOn: '2026-06-24' }, '2026-06-24'],
  [
    'a term whose renewal was refused long ahead hides nobody',
    { endOn: '2027-03-31', cancelRequestedOn: '2026-06-10' },
    '2026-06-20',
  ],
])('%s', async (_, ends, to) => {
  Object.assign(provider.world.contracts[0] as object, ends)
  await night('2026-06-20')
  vanish('101')
  await night('2026-06-25')
  expect(await spans('N101')).toEqual([{ from: '2026-01-10', to }])
})

test('a yearly contract that moves to a studio that is left out ends here with the move', async () => {
  Object.assign(provider.world.contracts[0] as object, yearly)
  await night('2026-06-20')
  Object.assign(provider.world.contracts[0] as object, { studioId: '13' })
  Object.assign(provider.world.members[0] as object, { studioId: '13' })
  await night('2026-06-21')
  expect(await missing()).toMatchObject([{ kind: 'moved', state: 'closed' }])
  expect(await spans('N101')).toEqual([{ from: '2026-04-01', to: '2026-06-20' }])
})
