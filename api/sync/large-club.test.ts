import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stub, startStub } from '../../stub/stub.ts'
import { openClub } from '../../tests/support/club-system-rows.ts'
import { demoSealing } from '../lib/sealing.ts'
import { openHacomono } from './hacomono/driver.ts'
import { limitOf } from './limit.ts'
import { performRun } from './run.ts'
import { beginRun } from './runs.ts'

const brandCode = 'karada'
const redirectUri = 'http://localhost/'

let club: Awaited<ReturnType<typeof openClub>>
let stub: Stub
const time = { now: new Date('2026-06-10T10:00:00+09:00') }

beforeAll(async () => {
  club = await openClub()
  stub = await startStub({
    ...{ members: 2_000, studios: 2, months: 1, clock: () => time.now.getTime(), perSecond: 10 },
  })
  await club.db.execute(sql`insert into club_connection (id, public_id, brand_code, key_id, sealed, connected_at)
    values (1, 'public', ${brandCode}, 'demo', '\\x00', now())`)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    (${brandCode}, '101', '新宿', 'shop', 1, '2026-06-01'), (${brandCode}, '102', '渋谷', 'shop', 2, '2026-06-01')`)
})
afterAll(async () => {
  await stub.close()
  await club.close()
})

test('a first run of 2,000 members takes the calls that arithmetic says, ten a second, and the desk has its bookings before the history', async () => {
  const clock = () => time.now
  const wait = async (ms: number) => {
    time.now = new Date(time.now.getTime() + ms)
  }
  const driver = openHacomono(
    { clientId: 'client', clientSecret: 'secret', hosts: stub.hosts },
    { now: clock, sleep: wait, limit: limitOf(club.database, clock, wait) },
  )
  const { accessToken } = await driver.exchangeCode({ brandCode, code: stub.tokens.code(redirectUri), redirectUri })
  stub.requests.length = 0
  const began = time.now.getTime()
  const begun = { brandCode, kind: 'manual', staffId: null, now: time.now } as const
  const { id } = await club.db.transaction((tx) => beginRun(tx, begun))
  await performRun(
    {
      ...{ database: club.database, readRow: driver.readRow, sealing: demoSealing, clock },
      ask: (_, work) => work(driver.open({ brandCode, accessToken })),
      log: { failure: ({ error }) => expect(error).toBeUndefined() },
    },
    id,
  )

  const { rows } = await club.db.execute<{ resource: string; state: string; fetched: number; seconds: number }>(sql`
    select resource, state, fetched, extract(epoch from ended_at - ${new Date(began).toISOString()}::timestamptz)::integer as seconds
    from sync_part where run_id = ${Number(id)}`)
  const of = Object.fromEntries(rows.map(({ resource, ...part }) => [resource, part]))
  const rowsOf = (resource: string) => of[resource]?.fetched ?? 0
  expect(rows.every(({ state }) => state === 'done')).toBe(true)
  expect(rowsOf('members')).toBeGreaterThan(1_800)

  const pages = ['rooms', 'programs', 'tickets', 'members', 'lessons', 'bookings', 'purchases'].map((resource) =>
    Math.ceil(rowsOf(resource) / 100),
  )
  const arithmetic = pages.reduce((sum, one) => sum + one, 0) + 2 * rowsOf('members')
  expect(stub.requests.length).toBeLessThan(arithmetic * 1.15)
  expect((time.now.getTime() - began) / 1000).toBeGreaterThan(stub.requests.length / 10 - 1)
  expect(of.bookings?.seconds).toBeLessThan(60)
  expect(of.contracts?.seconds).toBeGreaterThan(180)
})
