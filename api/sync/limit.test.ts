import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/database.ts'
import type { Database } from '../db/client.ts'
import { limitOf } from './limit.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('the calls of all processes together are no more than ten in any second', async () => {
  let now = Date.parse('2026-06-20T02:00:00Z')
  const called: number[] = []
  const clock = () => new Date(now)
  await limitOf(database, clock, () => Promise.reject(new Error('nothing is connected')))()
  await database.db.execute(sql`insert into club_connection (id, public_id, brand_code, connected_at)
    values (1, 'public', 'karada', now())`)
  // Two processes, which sleep on one clock: the call of each is when its sleep is over.
  const call = async () => {
    let at = now
    await limitOf(database, clock, async (ms) => {
      at = now + ms
    })()
    called.push(at)
  }
  for (let at = 0; at < 25; at += 1) await Promise.all([call(), call()])
  now += 1_250
  for (let at = 0; at < 5; at += 1) await call()
  const times = called.sort((one, other) => one - other)
  for (const [at, time] of times.entries()) {
    const tenth = times[at + 10]
    if (tenth !== undefined) expect(tenth - time).toBeGreaterThanOrEqual(1000)
  }
  expect((times.at(-1) as number) - (times[0] as number)).toBeLessThanOrEqual(54 * 100)
})
