import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { beginHour, beginNight } from './keep-syncing.ts'

let club: Awaited<ReturnType<typeof openFacts>>
const time = { now: new Date() }
const hour = () => beginHour({ database: club.database, clock: () => time.now })
const night = () => beginNight({ database: club.database, clock: () => time.now })

beforeAll(async () => {
  club = await openFacts({ shops: 1, members: 1 })
})
afterAll(() => club.close())
beforeEach(async () => {
  time.now = new Date('2026-06-20T01:59:00+09:00')
  await club.db.execute(sql`truncate sync_run, sync_part, club_studio, club_connection`)
  await club.db.execute(sql`insert into club_connection (id, public_id, brand_code, key_id, sealed, connected_at)
    values (1, 'public', 'karada', 'demo', '\\x00', '2026-06-01')`)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
    values ('karada', '11', '新宿', 'shop', 1, now())`)
  await club.db.execute(sql`insert into sync_run (brand_code, kind, state, began_at, ended_at)
    values ('karada', 'night', 'done', '2026-06-19T02:00+09:00', '2026-06-19T02:30+09:00')`)
})

test('the night’s run begins once, at two in Tokyo, or when a process is there again', async () => {
  expect(await night()).toBe(false)
  time.now = new Date('2026-06-20T02:00:00+09:00')
  expect(await night()).toBe(true)
  expect(await night()).toBe(false)
  await club.db.execute(
    sql`update sync_run set state = 'partial', ended_at = '2026-06-20T02:40+09:00' where state = 'running'`,
  )
  time.now = new Date('2026-06-20T23:00:00+09:00')
  expect(await night()).toBe(false)
  time.now = new Date('2026-06-21T09:00:00+09:00')
  expect(await night()).toBe(true)
})

test('without permission, or before a studio is a shop, no run begins', async () => {
  time.now = new Date('2026-06-20T02:00:00+09:00')
  await club.db.execute(sql`update club_studio set choice = 'leftOut', shop_id = null`)
  expect(await night()).toBe(false)
  await club.db.execute(sql`update club_studio set choice = 'shop', shop_id = 1`)
  await club.db.execute(sql`update club_connection set refused_at = now()`)
  expect(await night()).toBe(false)
})

test('by day a run begins every hour from six to midnight, and it stands for no night', async () => {
  time.now = new Date('2026-06-20T05:59:00+09:00')
  expect(await hour()).toBe(false)
  time.now = new Date('2026-06-20T06:00:00+09:00')
  expect(await hour()).toBe(true)
  expect(await hour()).toBe(false)
  await club.db.execute(sql`update sync_run set state = 'done', ended_at = began_at where state = 'running'`)
  time.now = new Date('2026-06-20T06:59:00+09:00')
  expect(await hour()).toBe(false)
  time.now = new Date('2026-06-20T23:59:00+09:00')
  expect(await hour()).toBe(true)
  expect(await night()).toBe(true)
  const runs = await club.db.execute(sql`select kind, state from sync_run where began_at > '2026-06-20' order by id`)
  expect(runs.rows).toEqual([
    { kind: 'day', state: 'done' },
    { kind: 'day', state: 'failed' },
    { kind: 'night', state: 'running' },
  ])
  time.now = new Date('2026-06-21T06:30:00+09:00')
  expect(await hour()).toBe(false)
})

test('before a run has come to its end none begins by day', async () => {
  await club.db.execute(sql`update sync_run set state = 'failed'`)
  time.now = new Date('2026-06-20T10:00:00+09:00')
  expect(await hour()).toBe(false)
})
