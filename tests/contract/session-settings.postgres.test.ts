import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../api/db/client.ts'
import { migrate } from '../../api/db/migrate.ts'
import { ended, endProcesses, freePort, startProcess } from '../support/api-process.ts'
import { newOnPostgres } from '../support/database.ts'

let url: string
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ url, drop } = await newOnPostgres(process.env.TEST_DATABASE_URL as string))
})
afterEach(endProcesses)
afterAll(() => drop())

/** A connection of its own, as a pooler opens them: without parameters at its start. */
async function rowOf<Row extends Record<string, unknown>>(query: string): Promise<Row> {
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  const { rows } = await database.db.execute<Row>(sql.raw(query))
  await database.close()
  return rows[0] as Row
}

test('after a migration every session counts days in Tokyo, whatever it sends at its start', async () => {
  const name = new URL(url).pathname.slice(1)
  await rowOf(`alter role current_user in database ${name} reset all`)
  await rowOf(`alter role current_user in database ${name} set timezone = 'UTC'`)
  const day = `select ('2026-04-01 00:30+09'::timestamptz)::date::text as day, current_setting('jit') as jit`
  expect(await rowOf(day)).toEqual({ day: '2026-03-31', jit: 'on' })

  const direct = await openDatabase({ kind: 'postgres', url, direct: true })
  await migrate(direct)
  await direct.close()
  expect(await rowOf(day)).toEqual({ day: '2026-04-01', jit: 'off' })
})

test.each([
  ['through the pooler', { migrate: '', pooled: '?options=-c%20timezone%3DUTC' }],
  ['at the migrations', { migrate: '?options=-c%20timezone%3DUTC', pooled: '' }],
])('the API does not start in another time zone %s, and says what to do', async (_, zone) => {
  const { child, output } = startProcess({
    DATABASE_URL: url + zone.pooled,
    MIGRATE_DATABASE_URL: url + zone.migrate,
    API_PORT: String(await freePort()),
  })
  await ended(child)
  expect(child.exitCode).toBe(1)
  expect(output.err).toMatch(
    /^データベースの接続のタイムゾーンが Asia\/Tokyo ではなく UTC です。.*npm run migrate.*\n$/,
  )
})

test('of two processes one is alone at a time, and nothing of its lock stays in the session', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => openDatabase({ kind: 'postgres', url, poolSize: 3 })))
  const order: string[] = []
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const first = one?.alone(async () => {
    order.push('one begins')
    await mayEnd
    order.push('one ends')
  })
  await expect.poll(() => order).toEqual(['one begins'])
  const second = other?.alone(async () => order.push('other'))
  await expect
    .poll(
      async () =>
        (
          await rowOf<{ waiting: number }>(`select count(*)::integer as waiting from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
        ).waiting,
    )
    .toBe(1)
  end()
  await Promise.all([first, second])
  expect(order).toEqual(['one begins', 'one ends', 'other'])
  // The sessions are still open.
  expect(
    await rowOf(`select count(*)::integer as held from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`),
  ).toEqual({ held: 0 })
  await expect(one?.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await other?.alone(async () => order.push('after a failure'))
  expect(order.at(-1)).toBe('after a failure')
  await Promise.all([one?.close(), other?.close()])
})
