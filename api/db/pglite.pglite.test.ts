import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/database.ts'
import { endOfThread, injectThreadFaults } from '../../tests/support/thread-faults.ts'
import { type Database, openDatabase } from './client.ts'
import { hasDatabaseEnded } from './errors.ts'
import { inScope } from './scope.ts'

// One connection for everybody: what comes between the statements of whom (decision 0063).

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.execute(sql`create table counted (n integer)`)
  await database.db.execute(sql`insert into counted values (1)`)
  await database.db.execute(sql`grant select on counted to karada_app`)
})
afterAll(() => database.close())

const count = (db: Pick<Database['db'], 'execute'>) =>
  db.execute<{ n: number }>(sql`select sum(n)::integer as n from counted`).then(({ rows }) => rows[0]?.n)
const settings = (db: Pick<Database['db'], 'execute'>) =>
  db
    .execute(
      sql`select current_user::text as who, current_setting('app.staff') as staff, current_setting('enable_sort') as sort`,
    )
    .then(({ rows }) => rows[0])

test('a short read comes between the statements of a long one, which keeps its rights, settings and rows', async () => {
  const order: string[] = []
  const seen: unknown[] = []
  const long = inScope(database, { shops: 'all', staffId: '7' }, 'read', async (scoped) => {
    await scoped.execute(sql`select set_config('enable_sort', 'off', true)`)
    for (let at = 0; at < 12; at += 1) {
      seen.push(await count(scoped))
      order.push('long')
    }
    return settings(scoped)
  })
  // Waits for the long read, whose rows must not change.
  const write = database.db.execute(sql`insert into counted values (10)`).then(() => order.push('write'))
  const short = inScope(database, { shops: [], staffId: '8' }, 'read', async (scoped) => {
    order.push('short')
    return settings(scoped)
  })
  // The first reads are under way when the write comes, later ones wait for it.
  expect(await long).toEqual({ who: 'karada_app', staff: '7', sort: 'off' })
  expect(await short).toEqual({ who: 'karada_app', staff: '8', sort: 'on' })
  await write
  expect(new Set(seen)).toEqual(new Set([1]))
  expect(await count(database.reads)).toBe(11)
})

test('a read passes a write that waits for a longer one, and the write comes before the next long read', async () => {
  const order: string[] = []
  const slow = (who: string) => async (scoped: Pick<Database['db'], 'execute'>) => {
    for (let at = 0; at < 8; at += 1) await scoped.execute(sql`select pg_sleep(0.02)`)
    order.push(who)
  }
  const read = (who: string, work: typeof settings | ReturnType<typeof slow>) =>
    inScope(database, { shops: [], staffId: who }, 'read', async (scoped) => void (await work(scoped)))
  const long = read('1', slow('long'))
  const write = database.db.execute(sql`update counted set n = n`).then(() => order.push('write'))
  const short = read('2', settings).then(() => order.push('short'))
  await long
  const next = read('3', slow('next long'))
  await Promise.all([write, short, next])
  expect(order).toEqual(['short', 'long', 'write', 'next long'])
})

test('reads of several people share the connection by statement', async () => {
  const order: string[] = []
  const read = (who: string, statements: number) =>
    inScope(database, { shops: [], staffId: who }, 'read', async (scoped) => {
      for (let at = 0; at < statements; at += 1) await scoped.execute(sql`select pg_sleep(0.01)`)
      order.push(who)
    })
  await Promise.all([read('1', 20), read('2', 2)])
  expect(order).toEqual(['2', '1'])
})

test('a failed statement ends its own transaction alone', async () => {
  const failing = inScope(database, { shops: [], staffId: '1' }, 'read', (scoped) => scoped.execute(sql`select 1 / 0`))
  const other = inScope(database, { shops: [], staffId: '2' }, 'read', async (scoped) => {
    for (let at = 0; at < 5; at += 1) await scoped.execute(sql`select 1`)
    return settings(scoped)
  })
  await expect(failing).rejects.toThrow()
  expect(await other).toMatchObject({ staff: '2' })
})

test('a reading transaction writes nothing, and a statement after its end runs in no other', async () => {
  const writing = inScope(database, { shops: 'all' }, 'read', (scoped) => scoped.execute(sql`delete from audit_log`))
  await expect(writing).rejects.toThrow()
  let late: Promise<unknown> = Promise.resolve()
  await database.db.transaction(async (tx) => {
    late = new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
      tx.execute(sql`insert into counted values (100)`),
    )
  })
  await expect(late).rejects.toThrow()
  expect(await count(database.reads)).toBe(11)
})

const stillAnswers = async () => (await database.reads.execute(sql`select 1`)).rows.length === 1

test('an error arrives with what PostgreSQL reports of it, without its parameters, and ends nothing else', async () => {
  await database.db.execute(sql`create table once (word text primary key)`)
  const insert = () => database.db.execute(sql`insert into once values (${'一度だけ'})`)
  await insert()
  const { cause } = await insert().then(
    () => new Error('It was stored twice'),
    (error: Error) => error,
  )
  expect(cause).toMatchObject({ code: '23505', constraint: 'once_pkey', table: 'once', severity: 'ERROR' })
  expect(Object.keys(cause as Error)).not.toContain('params')
  expect(await stillAnswers()).toBe(true)
})

test('a value that cannot be posted to the database’s thread fails its own statement alone', async () => {
  const unpostable = database.db.execute(sql`select ${() => 1}::text`)
  await expect(unpostable).rejects.toThrow()
  expect(await stillAnswers()).toBe(true)
})

test('when its thread ends, what waits fails instead of waiting for ever, and so does what comes later', async () => {
  let ends = 0
  const takeBack = injectThreadFaults(0)
  const broken = await openDatabase({ kind: 'pglite', dataDir: 'memory', onEnd: () => (ends += 1) })
  takeBack()
  const waiting = [sql`select 1`, sql`select ${endOfThread}::text`, sql`select 2`].map((query) =>
    broken.db.execute(query),
  )
  const outcomes = await Promise.allSettled(waiting)
  const failures = outcomes.map((outcome) => outcome.status === 'rejected' && hasDatabaseEnded(outcome.reason))
  expect([failures, ends]).toEqual([[false, true, true], 1])
  const later = await broken.reads.execute(sql`select 3`).catch((error: Error) => error)
  expect(hasDatabaseEnded(later)).toBe(true)
  await broken.close()
})

test('what would overflow the engine’s stack is refused; it never passes as an empty answer', async () => {
  await database.exec(`create function endless(n integer) returns integer language plpgsql
    as $$ begin return endless(n + 1); end $$`)
  const tooDeep = [
    sql`select endless(1)`,
    sql`select ${'['.repeat(100_000) + ']'.repeat(100_000)}::jsonb`,
    sql.raw(`select ${'1+'.repeat(50_000)}1`),
  ]
  for (const query of tooDeep) {
    const failed = await database.db.execute(query).catch((error: Error) => error.cause)
    expect(failed).toMatchObject({ code: '54001' })
  }
  expect(await stillAnswers()).toBe(true)
})
