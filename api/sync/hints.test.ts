import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { plans } from '../../stub/masters.ts'
import { type Stub, startStub } from '../../stub/stub.ts'
import type { Webhook } from '../../stub/webhooks.ts'
import { emptyClub, openClub } from '../../tests/support/club-system-rows.ts'
import { demoSealing } from '../lib/sealing.ts'
import { ProviderFailure } from './club-system.ts'
import { placeOfTokens } from './connection.ts'
import { openHacomono } from './hacomono/driver.ts'
import { followHint } from './hints.ts'
import { acceptWebhook } from './inbox.ts'
import { performRun, type Syncing } from './run.ts'
import { beginRun } from './runs.ts'

// What webhooks bring, from a club that lives: its records as it answers them by number, whatever the webhooks say.

const brandCode = 'karada'
const secret = 'of our webhooks'
const redirectUri = 'http://localhost:3000/other-settings/club-system/callback'

let club: Awaited<ReturnType<typeof openClub>>
let stub: Stub
let syncing: Syncing
let told: Webhook[]
let someone: number
let lessonId: number
let driver: ReturnType<typeof openHacomono>
const time = { now: new Date('2026-06-10T12:00:00+09:00') }
const rowsOf = async (query: ReturnType<typeof sql>) => (await club.db.execute<Record<string, unknown>>(query)).rows

beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

beforeEach(async () => {
  time.now = new Date('2026-06-10T12:00:00+09:00')
  await emptyClub(club)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    (${brandCode}, '101', '新宿', 'shop', 1, now()), (${brandCode}, '102', '渋谷', 'shop', 2, now())`)
  told = []
  stub = await startStub({
    ...{ members: 10, studios: 2, months: 1, seed: 7, clock: () => time.now.getTime(), perSecond: 1_000_000 },
    webhook: { url: 'http://localhost/x', secret, deliver: async (sent) => void told.push(sent) },
  })
  someone = (stub.life.join({ studioId: 101, planId: 601 }) as { id: number }).id
  const [room, program] = [stub.world.studio_rooms[0]?.id as number, stub.world.programs[0]?.id as number]
  const startAt = '2026-06-12 12:00:00.000'
  lessonId = (stub.life.addLesson({ roomId: room, programId: program, startAt }) as { id: number }).id
  const wait = async (ms: number) => pass(ms / 1000)
  driver = openHacomono(
    { clientId: 'client', clientSecret: 'secret', hosts: stub.hosts },
    { now: () => time.now, sleep: wait, timeoutMs: 1_000 },
  )
  const permission = () => driver.exchangeCode({ brandCode, code: stub.tokens.code(redirectUri), redirectUri })
  const { accessToken } = await permission()
  const { keyId, sealed } = demoSealing.seal(placeOfTokens('ours'), {
    ...{ accessToken, refreshToken: null, webhookSecret: secret },
  })
  await club.db.execute(sql`insert into club_connection (id, public_id, brand_code, key_id, sealed, connected_at)
    values (1, 'ours', ${brandCode}, ${keyId}, decode(${Buffer.from(sealed).toString('base64')}, 'base64'), now())`)
  syncing = {
    ...{ database: club.database, readRow: driver.readRow, sealing: demoSealing, clock: () => time.now },
    ask: async (_, work) => work(driver.open({ brandCode, accessToken: (await permission()).accessToken })),
    log: {
      failure: ({ error }) => {
        throw error
      },
    },
  }
})
afterEach(() => stub.close())

const pass = (seconds: number) => {
  time.now = new Date(time.now.getTime() + seconds * 1000)
}
async function night() {
  const begun = { brandCode, kind: 'night', staffId: null, now: time.now } as const
  const { id } = await club.db.transaction((tx) => beginRun(tx, begun))
  await performRun(syncing, id)
  told.length = 0
  stub.requests.length = 0
}
/** Takes what was told, in this order, and follows all that is due. */
async function deliver(webhooks: readonly Webhook[] = told.splice(0)) {
  const outcomes: string[] = []
  for (const { headers, body } of webhooks) {
    const sent = {
      ...{ connection: 'ours', body: new TextEncoder().encode(body) },
      headers: (name: string) => headers[name as 'x-webhook-event'],
    }
    const accepting = { database: club.database, driver, sealing: demoSealing, now: time.now }
    outcomes.push(await acceptWebhook(accepting, sent))
  }
  await follow()
  return outcomes
}
async function follow() {
  while (await followHint(syncing));
}
const statusOf = async (booking: number) =>
  (await rowsOf(sql`select status from reservation where external_id = ${booking}`))[0]?.status
const plansOf = async (member: number) =>
  (
    await rowsOf(sql`select c.external_id as id from contract c join member m on m.id = c.member_id
      where m.external_id = ${member} order by 1`)
  ).map(({ id }) => id)
const inbox = () =>
  rowsOf(sql`select kind, tries, done_at is not null as done, sentence from club_inbox order by club_inbox.id`)
const requestsTo = (path: string) => stub.requests.filter((one) => one.startsWith(path)).length

/** A booking of the lesson that is to come. */
const book = (memberId = someone) => (stub.life.book(memberId, lessonId) as { id: number }).id

test('a booking and a cancellation are here when their webhooks have come, and a run finds nothing to change', async () => {
  await night()
  const id = book()
  await deliver()
  expect(await statusOf(id)).toBe('booked')
  stub.life.cancel(id)
  await deliver()
  expect(await statusOf(id)).toMatch(/ancelled$/)
  expect(await inbox()).toEqual(Array(2).fill({ kind: 'bookings', tries: 1, done: true, sentence: null }))
  pass(86_400)
  await night()
  const parts = await rowsOf(sql`select p.created, p.updated, p.gone_suspected as gone from sync_part p
    join sync_run r on r.id = p.run_id where p.resource = 'bookings' order by r.id desc limit 1`)
  expect(parts).toEqual([{ created: 0, updated: 0, gone: 0 }])
})

test('somebody who joins and books is here with plan and booking, whichever webhook comes first', async () => {
  await night()
  const { id } = stub.life.join({ studioId: 101, planId: 601 }) as { id: number }
  const joined = told.splice(0)
  const booking = book(id)
  await deliver()
  expect([await statusOf(booking), (await plansOf(id)).length]).toEqual(['booked', 1])
  await deliver(joined)
  expect([await statusOf(booking), (await plansOf(id)).length]).toEqual(['booked', 1])
})

test('a record that many webhooks report, in any order, is read once in its newest state', async () => {
  await night()
  const id = book()
  stub.life.cancel(id)
  await deliver(told.splice(0).reverse())
  expect([await statusOf(id), requestsTo('/api/v2/reservation/reservations/')]).toEqual(['cancelled', 1])
  expect((await inbox()).every(({ done }) => done)).toBe(true)
})

test('a webhook that comes twice causes one read', async () => {
  await night()
  stub.webhooks.on('doubled')
  const id = book()
  expect(await deliver()).toEqual(['accepted', 'accepted'])
  expect([await statusOf(id), requestsTo('/api/v2/reservation/reservations/'), (await inbox()).length]).toEqual([
    'booked',
    1,
    1,
  ])
})

test.each(['old', 'wronglySigned'] as const)('a webhook that is %s causes no request and no write', async (mode) => {
  await night()
  stub.webhooks.on(mode)
  const id = book()
  expect(await deliver()).toEqual([mode === 'old' ? 'late' : 'refused'])
  expect([await statusOf(id), stub.requests, await inbox()]).toEqual([undefined, [], []])
})

test('one that comes before its record, or before the change of it, is looked at again', async () => {
  await night()
  stub.webhooks.on('early')
  const id = book()
  await deliver()
  expect([await statusOf(id), await inbox()]).toEqual([
    undefined,
    [{ kind: 'bookings', tries: 1, done: false, sentence: expect.stringContaining('見つかりません') }],
  ])
  pass(41)
  await follow()
  expect(await statusOf(id)).toBe('booked')
  const member = someone
  const before = await plansOf(member)
  const optionId = plans.find(({ type }) => type === 'オプション')?.id ?? 0
  stub.life.addOption(member, optionId)
  await deliver()
  expect(await plansOf(member)).toEqual(before)
  pass(41)
  await follow()
  expect((await plansOf(member)).length).toBe(before.length + 1)
  expect((await inbox()).map(({ done, sentence }) => [done, sentence])).toEqual([
    [true, null],
    [true, null],
  ])
})

test('one whose record never comes is left to the night after five tries, with its sentence', async () => {
  await night()
  const id = book()
  stub.world.reservations.splice(
    stub.world.reservations.findIndex((one) => one.id === id),
    1,
  )
  await deliver()
  for (const minutes of [1, 2, 8, 30, 120, 600]) {
    pass(minutes * 60 + 1)
    await follow()
  }
  expect(await inbox()).toEqual([
    { kind: 'bookings', tries: 6, done: true, sentence: expect.stringContaining('毎晩の取得') },
  ])
  expect(requestsTo('/api/v2/reservation/reservations/')).toBe(6)
})

test('while the club system cannot answer, or nobody has mapped its studios, webhooks wait', async () => {
  await night()
  const id = book()
  const { ask } = syncing
  syncing.ask = () => Promise.reject(new ProviderFailure('unavailable', '応答がありません。'))
  await deliver()
  expect(await inbox()).toEqual([{ kind: 'bookings', tries: 1, done: false, sentence: '応答がありません。' }])
  syncing.ask = ask
  pass(41)
  await club.db.execute(sql`update club_studio set choice = 'leftOut', shop_id = null`)
  await follow()
  expect(requestsTo('/api/v2/reservation/reservations/')).toBe(0)
  await club.db.execute(sql`update club_studio set choice = 'shop', shop_id = their_id::integer - 100`)
  await follow()
  expect(await statusOf(id)).toBe('booked')
})

test('what came while a run was reading is not missing in it', async () => {
  const begun = { brandCode, kind: 'night', staffId: null, now: time.now } as const
  const { id: run } = await club.db.transaction((tx) => beginRun(tx, begun))
  let booked = 0
  const { ask } = syncing
  await performRun(
    {
      ...syncing,
      ask: async (brand, work) => {
        // The list of bookings has been read.
        if (booked === 0 && requestsTo('/api/v2/purchase') > 0) {
          booked = book()
          await deliver()
        }
        return ask(brand, work)
      },
    },
    run,
  )
  expect(await statusOf(booked)).toBe('booked')
  const [row] = await rowsOf(
    sql`select seen_in from provider_row where resource = 'bookings' and their_id = ${String(booked)}`,
  )
  expect(Number(row?.seen_in)).toBe(Number(run))
})
