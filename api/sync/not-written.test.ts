import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyClub, openClub } from '../../tests/support/club-system-rows.ts'
import { memoryProvider, providerContract, providerMember } from '../../tests/support/provider.ts'
import { demoSealing } from '../lib/sealing.ts'
import type { ProviderContract } from './provider-rows.ts'
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
    ('karada', '11', '新宿', 'shop', 1, '2026-01-01'), ('karada', '12', '渋谷', 'shop', 2, '2026-01-01'),
    ('karada', '13', '閉店', 'leftOut', null, '2026-01-01')`)
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
