import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupKeyOf, writeLines } from '../../api/backup/file.ts'
import { readBackup } from '../../api/backup/read-backup.ts'
import { requireKnownVersion } from '../../api/backup/restore-backup.ts'
import { backupLines } from '../../api/backup/write-backup.ts'
import { type Database, openDatabase } from '../../api/db/client.ts'
import { holdDataDir } from '../../api/db/data-dir.ts'
import { isMigrated, migrateTo, migrationHashes } from '../../api/db/migrate.ts'
import { clubConnection } from '../../api/db/schema/club-system.ts'
import { sealingWith } from '../../api/lib/sealing.ts'
import { createJobs } from '../../api/mail/jobs.ts'
import { seed } from '../../api/seed/seed.ts'
import { localStorage } from '../../api/storage/local.ts'
import { placeOfTokens } from '../../api/sync/connection.ts'
import { endProcesses, newFolder } from '../support/api-process.ts'
import { type KeptDatabase, keptDatabase } from '../support/kept-database.ts'

// `npm run backup` and `npm run restore`, as an operator runs them: on a data folder, or on PostgreSQL.
// With PostgreSQL that is the source, and the copy is embedded; `npm run drill -- backup` goes the other way.

const server = process.env.TEST_DATABASE_URL
const folder = newFolder()
const pictures = newFolder()
const file = join(folder, 'whole.age')
const picture = 'a'.repeat(32)
const keys = `2026:${randomBytes(32).toString('base64')}`
const made: string[] = []
let place: KeptDatabase
let key: string

/** A text that no quoting may touch. */
const hard = `"),('\\\\ \n\t,{}" 𠮷 ｶﾅ`

beforeAll(async () => {
  key = await generateX25519Identity()
  place = await keptDatabase()
  await within(place, async (database) => {
    const sealing = sealingWith(keys)
    if (!sealing) throw new Error('No key')
    await seed(database, { until: '2026-11-30', members: 20, shops: 1, months: 2, sealing }, () => {})
    const { db } = database
    await db.execute(sql`update shop set img_url = ${`/uploads/${picture}.webp`}, name = ${hard}
      where id = (select min(id) from shop)`)
    // JSON's null is not the database's.
    await db.execute(sql`insert into audit_log (at, action, resource_type, request_id, diff, filter)
      values ('2026-11-30T23:59:59.123456+09:00', 'x', 'shop', ${hard}, 'null', null)`)
    const connection = { id: 1, publicId: 'public', brandCode: 'karada', connectedAt: new Date() }
    const tokens = sealing.seal(placeOfTokens('public'), { accessToken: 'access' })
    await db.insert(clubConnection).values({ ...connection, ...tokens })
    await db.execute(sql`insert into digest_subscription select min(id), 'week', 'stop' from staff`)
    await db.execute(sql`insert into session (sid, staff_id, created_at, expires_at)
      select 'sid', min(id), now(), now() + interval '1 hour' from staff`)
    const jobs = createJobs(database, { failure: ({ error }) => console.error(error) })
    await jobs.ready()
    await jobs.add(db, 'letter', { recipientId: '999' })
    await jobs.stop()
  })
  mkdirSync(pictures, { recursive: true })
  writeFileSync(join(pictures, `${picture}.webp`), randomBytes(70_000))
})
afterAll(async () => {
  await place.drop()
  for (const name of made) await asAdmin(`drop database ${name} with (force)`)
  await endProcesses()
})

async function within<T>(kept: Pick<KeptDatabase, 'open'>, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await kept.open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function asAdmin(text: string) {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(text).finally(() => admin.end())
}

/** An embedded database that is not there yet. */
function newEmbedded() {
  const data = join(newFolder(), 'data')
  const open = () => {
    mkdirSync(data, { recursive: true })
    return openDatabase({ kind: 'pglite', dataDir: join(data, 'db') })
  }
  return { options: ['--data-dir', data], data, open }
}

/** An empty database of the engine under test. */
async function newPlace(): Promise<Pick<KeptDatabase, 'options' | 'open'>> {
  if (!server) return newEmbedded()
  const name = `karada_test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name}`)
  made.push(name)
  const { href: url } = Object.assign(new URL(server), { pathname: `/${name}` })
  return { options: ['--database-url', url], open: () => openDatabase({ kind: 'postgres', url, direct: true }) }
}

interface Settings {
  dailyLogKeys?: string
  storage?: string
}

function run(command: 'backup' | 'restore', options: string[], { dailyLogKeys = keys, storage }: Settings = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `../../api/commands/${command}.ts`), ...options],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ BACKUP_KEY: key, DAILY_LOG_KEYS: dailyLogKeys },
        STORAGE_URL: storage === undefined ? '' : pathToFileURL(storage).href,
      },
    },
  )
  return { status, output: stdout, failed: stderr.trim() }
}

/** Every table's rows in one sum of its own making, by PostgreSQL itself. */
const everything = (kept: Pick<KeptDatabase, 'open'>) =>
  within(kept, async ({ db }) => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const sums: Record<string, string> = {}
    for (const { name } of rows) {
      const found = await db.execute<{ sum: string }>(sql`select count(*) || ' ' ||
        coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as sum from ${sql.identifier(name)} t`)
      sums[name] = found.rows[0]?.sum ?? ''
    }
    return sums
  })

const differing = (a: Record<string, string>, b: Record<string, string>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).sort()

test('a backup is read back before it has its name, and names the keys that it needs', async () => {
  const { status, output, failed } = run('backup', [...place.options, '--out', file], { storage: pictures })
  expect([status, failed]).toEqual([0, ''])
  expect(output).toContain('すべて読み直して一致を確かめました')
  expect(output).toContain(`BACKUP_KEY（${await identityToRecipient(key)}）、DAILY_LOG_KEYS の「2026」`)
  expect(output).not.toContain(key)
  expect(readdirSync(folder)).toEqual(['whole.age'])
  expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
})

test('a copy on the other engine has every row, number and picture; what waited is held back', async () => {
  const copy = newEmbedded()
  const { status, output, failed } = run('restore', ['--from', file, ...copy.options])
  expect([status, failed]).toEqual([0, ''])
  expect(output).toContain('写しとして復元')
  expect(differing(await everything(place), await everything(copy))).toEqual([
    ...['audit_head', 'audit_log', 'club_connection', 'digest_subscription', 'mail', 'mail_step'],
  ])
  expect(readFileSync(join(copy.data, 'uploads', `${picture}.webp`))).toEqual(
    readFileSync(join(pictures, `${picture}.webp`)),
  )
  const again = run('restore', ['--from', file, ...copy.options])
  expect([again.status, again.failed]).toEqual([1, expect.stringContaining('すでにデータベースがあります')])
})

test('in the place of a product that is gone everything goes on, jobs too; a second restore changes nothing', async () => {
  const there = await newPlace()
  const storage = newFolder()
  const { status, failed } = run('restore', ['--from', file, '--in-its-place', ...there.options], { storage })
  expect([status, failed]).toEqual([0, ''])
  const before = await everything(there)
  expect(differing(await everything(place), before)).toEqual(['audit_head', 'audit_log'])
  await within(there, async ({ db }) => {
    const { rows } = await db.execute(sql`select name, state, data from pgboss.job`)
    expect(rows).toEqual([{ name: 'letter', state: 'created', data: { recipientId: '999' } }])
    const next = sql`select nextval('session_id_seq') > max(id) as follows from session`
    expect((await db.execute(next)).rows).toEqual([{ follows: true }])
    expect((await db.execute(sql`select audit_log_first_break() as broken`)).rows).toEqual([{ broken: null }])
  })
  const again = run('restore', ['--from', file, ...there.options], { storage: newFolder() })
  expect([again.status, again.failed]).toEqual([1, expect.stringMatching(/復元先|すでに/)])
  expect(again.failed).toContain('何も変わっていません')
  expect(differing(before, await everything(there))).toEqual([])
})

test('another key, a cut file and a changed byte are refused, and missing keys of health data before anything is written', async () => {
  const bytes = readFileSync(file)
  const [cut, changed] = [join(folder, 'cut.age'), join(folder, 'changed.age')]
  writeFileSync(cut, bytes.subarray(0, bytes.length - (bytes.length % 65_552)))
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
  writeFileSync(changed, bytes)
  const unreadable = 'バックアップを開けません'
  await expect(readBackup(file, await generateX25519Identity())).rejects.toThrow(unreadable)
  await expect(readBackup(cut, key)).rejects.toThrow(unreadable)
  await expect(readBackup(changed, key)).rejects.toThrow(unreadable)
  await expect(readBackup(join(folder, 'none.age'), key)).rejects.toThrow('見つかりません')
  await expect(backupKeyOf('')).rejects.toThrow('BACKUP_KEY に')
  const there = newEmbedded()
  const { status, failed } = run('restore', ['--from', file, ...there.options], { dailyLogKeys: '' })
  expect([status, failed]).toEqual([1, expect.stringContaining('健康情報の鍵「2026」が DAILY_LOG_KEYS にありません')])
  expect(existsSync(there.data)).toBe(false)
})

test('a backup that cannot be made leaves no file: the folder in use, no database, the name taken, pictures elsewhere', async () => {
  const busy = newFolder()
  mkdirSync(join(busy, 'db'))
  const release = holdDataDir(busy)
  const out = join(newFolder(), 'it.age')
  const inUse = run('backup', ['--database-url', '', '--data-dir', busy, '--out', out])
  release()
  expect([inUse.status, inUse.failed]).toEqual([1, expect.stringContaining('別のプロセスが使用中')])
  expect(run('backup', ['--database-url', '', '--data-dir', newFolder(), '--out', out]).failed).toContain('ありません')
  expect(run('backup', [...place.options, '--out', file]).failed).toContain('すでにあります')
  expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false])
  // Kept, and not green.
  const elsewhere = run('backup', [...place.options, '--out', out], { storage: newFolder() })
  expect([elsewhere.status, elsewhere.failed]).toEqual([
    1,
    expect.stringContaining('1件が、画像のフォルダーにありません'),
  ])
})

test('a backup of an older version is restored as it was, and brought to this one; a newer one is refused', async () => {
  const older = await newPlace()
  const path = join(folder, 'older.age')
  const written = { tables: new Map(), pictures: 0, missing: 0 }
  const options = {
    kind: 'pglite',
    storage: localStorage(newFolder()),
    now: new Date(),
    onTable: () => {},
    written,
  } as const
  await within(older, async (database) => {
    await migrateTo(database, migrationHashes().length - 1)
    await database.exec('create table drizzle.applied_step (name text primary key, version text not null)')
    await database.db.transaction(async (tx) =>
      writeLines(path, await identityToRecipient(key), backupLines(tx, options)),
    )
  })
  const { header } = await readBackup(path, key)
  expect(header.migrations).toEqual(migrationHashes().slice(0, -1))
  const there = await newPlace()
  // Pictures of another product would be removed as those of nobody.
  const refused = run('restore', ['--from', path, ...there.options], { storage: pictures })
  expect([refused.status, refused.failed]).toEqual([1, expect.stringContaining('画像のフォルダーに画像があります')])
  const { status, failed } = run('restore', ['--from', path, ...there.options], { storage: newFolder() })
  expect([status, failed]).toEqual([0, ''])
  await within(there, async (database) => expect(await isMigrated(database)).toBe(true))
  const newer = { ...header, migrations: [...migrationHashes(), 'one more'] }
  expect(() => requireKnownVersion(newer)).toThrow(`移行 ${migrationHashes().length + 1}個`)
})
