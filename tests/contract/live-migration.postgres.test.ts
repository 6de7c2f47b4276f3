import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../api/db/client.ts'
import { HeldUpError, migrate, OtherVersionError, openForMigration } from '../../api/db/migrate.ts'
import { readSqlFiles, stepsOf, tableAccess } from '../../api/db/sql-files.ts'
import { type Api, startApi } from '../support/api.ts'
import { ended, endProcesses, freePort, productionSettings, startProcess, untilReady } from '../support/api-process.ts'
import { newOnPostgres } from '../support/database.ts'

// `npm run migrate` beside processes of the version before, on PostgreSQL.

let url: string
let drop: () => Promise<void>
let api: Api
let shopId: string
let token: string
beforeAll(async () => {
  ;({ url, drop } = await newOnPostgres(process.env.TEST_DATABASE_URL as string))
  api = await startApi({ database: await openDatabase({ kind: 'postgres', url }) })
  shopId = await api.makeShop()
  await api.makeMember(shopId)
  token = await api.signIn(await api.makeStaff({ role: 'all', isAdmin: true }))
})
afterEach(endProcesses)
afterAll(async () => {
  await api.close()
  await drop()
})

/** The steps of a version whose every definition has changed, and these files with them. */
async function stepsOfNext(change: Record<string, (text: string) => string> = {}) {
  const files = (await readSqlFiles()).map((file) => ({ ...file, text: change[file.name]?.(file.text) ?? file.text }))
  return stepsOf(files, tableAccess(), 'one more migration')
}

async function migrateTo(steps: Awaited<ReturnType<typeof stepsOfNext>> | undefined, how: object = {}) {
  const database = await openForMigration(url)
  await migrate(database, { ...(steps && { steps }), ...how }).finally(() => database.close())
}
const back = () => migrateTo(undefined, { back: true })

const members = () => api.get('/api/admin/user/member/list', { token })

test('calls are answered while a migration waits for a long read, and while it replaces everything', async () => {
  const reader = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const reading = reader.db.transaction(async (tx) => {
    await tx.execute(sql`select count(*) from member`)
    await mayEnd
  })
  const statuses: number[] = []
  let isMigrating = true
  const migrating = migrateTo(await stepsOfNext()).finally(() => {
    isMigrating = false
  })
  for (let calls = 0; isMigrating; calls += 1) {
    statuses.push((await members()).status)
    if (calls === 20) end()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await Promise.all([reading, migrating])
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(statuses.length).toBeGreaterThan(20)
  await reader.close()
  await back()
})

test('a migration that never gets a table ends with a sentence and changes nothing', async () => {
  const reader = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  await reader.db.transaction(async (tx) => {
    await tx.execute(sql`select count(*) from member`)
    await expect(migrateTo(await stepsOfNext(), { attempts: 1 })).rejects.toThrow(HeldUpError)
  })
  await reader.close()
  // Not refused: this is still the newest version that has been here.
  await migrateTo(undefined)
})

test('lists and figures are read while their rebuild runs: the former ones, until all new ones are there', async () => {
  await api.database.exec(`update member_list set names = 'former'`)
  const slowly = { '210-rewrite-member-list': (text: string) => `${text}\n-- part\nselect pg_sleep(2);` }
  const steps = await stepsOfNext(slowly)
  const rewriting = migrateTo(steps)
  await expect
    .poll(async () => {
      const { rows } = await api.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and query like '%pg_sleep(2)%' and pid <> pg_backend_pid()`,
      )
      return rows.length
    })
    .toBe(1)
  const started = performance.now()
  expect((await members()).status).toBe(200)
  const { rows } = await api.db.execute<{ names: string }>(sql`select names from member_list`)
  expect(rows[0]?.names).toBe('former')
  expect(performance.now() - started).toBeLessThan(1_900)
  await rewriting
  const after = await api.db.execute<{ names: string }>(sql`select names from member_list`)
  expect(after.rows[0]?.names).not.toBe('former')
  await back()
})

test('an index of a large table is made outside of the transaction, also after an interrupted attempt', async () => {
  const text = '-- apart\ncreate index concurrently if not exists member_by_number on member (member_no);\n'
  const steps = [...stepsOf(await readSqlFiles(), tableAccess(), 'one more migration')]
  const [apart] = stepsOf([{ name: '300-indexes', text }], [], 'one more migration')
  await api.database.exec(`create index member_by_number on member (member_no)`)
  await api.database.exec(`update pg_index set indisvalid = false where indexrelid = 'member_by_number'::regclass`)
  await migrateTo([...steps, apart as (typeof steps)[number]])
  const { rows } = await api.db.execute(
    sql`select indisvalid as valid from pg_index where indexrelid = 'member_by_number'::regclass`,
  )
  expect(rows).toEqual([{ valid: true }])
  await api.database.exec('drop index member_by_number')
  await back()
})

test('an older version does not start on a database that a newer one has changed, and goes back only on request', async () => {
  await migrateTo(await stepsOfNext())
  await expect(migrateTo(undefined)).rejects.toThrow(OtherVersionError)
  const { child, output } = startProcess({ DATABASE_URL: url, API_PORT: String(await freePort()) })
  await ended(child)
  expect(child.exitCode).toBe(1)
  expect(output.err).toMatch(/^データベースは、この版より新しい版の Karada Desk に更新されています。.*--back.*\n$/)
  // The processes of the version before go on until they are replaced.
  expect((await members()).status).toBe(200)
  expect((await api.get('/readyz')).status).toBe(200)
  await back()
  await migrateTo(undefined)
})

test('a version that cannot go on from so old a one names the one to run before', async () => {
  const stops = [{ when: Date.parse('2099-01-01'), version: '2.0' }]
  await expect(migrateTo(undefined, { stops })).rejects.toThrow('先に 2.0 で npm run migrate を実行してから')
})

test('in production a start waits until the database is migrated, and says so once', async () => {
  const steps = await stepsOfNext()
  await api.database.exec(`update drizzle.applied_step set version = 'before' where name = '050-membership'`)
  const port = await freePort()
  const { child, output } = startProcess({ ...productionSettings(), DATABASE_URL: url, API_PORT: String(port) })
  await expect.poll(() => output.out + output.err, { timeout: 60_000 }).toContain('npm run migrate')
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'waiting', reason: 'migrations' }])
  await migrateTo(undefined)
  await untilReady(port)
  expect(output.out.split('not_migrated')).toHaveLength(2)
  child.kill('SIGTERM')
  await ended(child)
  expect([child.exitCode, output.err]).toEqual([0, ''])

  await migrateTo(steps)
  const older = startProcess({ ...productionSettings(), DATABASE_URL: url, API_PORT: String(port) })
  await ended(older.child)
  expect([older.child.exitCode, older.output.err.split('\n')]).toEqual([1, [expect.stringContaining('--back'), '']])
  await back()
})
