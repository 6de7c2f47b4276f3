import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateX25519Identity } from 'age-encryption'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, openDatabase } from '../../api/db/client.ts'
import { clubConnection } from '../../api/db/schema/club-system.ts'
import { sealingWith } from '../../api/lib/sealing.ts'
import { createJobs } from '../../api/mail/jobs.ts'
import { seed } from '../../api/seed/seed.ts'
import { placeOfTokens } from '../../api/sync/connection.ts'
import { newFolder } from './api-process.ts'
import { type KeptDatabase, keptDatabase } from './kept-database.ts'

// `npm run backup` and `npm run restore`, as an operator runs them: on a data folder, or on PostgreSQL.
// With PostgreSQL that is the source, and the copy is embedded; `npm run drill -- backup` goes the other way.

const server = process.env.TEST_DATABASE_URL
const picture = 'a'.repeat(32)
const keys = `2026:${randomBytes(32).toString('base64')}`
const made: string[] = []

/** A text that no quoting may touch. */
const hard = `"),('\\\\ \n\t,{}" 𠮷 ｶﾅ`

/** A product with rows, a picture and a waiting job, and the key of its backups. */
export async function productToBackUp() {
  const [folder, pictures] = [newFolder(), newFolder()]
  const key = await generateX25519Identity()
  const place = await keptDatabase()
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
  const runs = (...given: [command: 'backup' | 'restore', options: string[], settings?: Settings]) => run(key, ...given)
  return { run: runs, place, key, folder, pictures, picture, file: join(folder, 'whole.age') }
}

/** Drops the databases of `newPlace`. */
export async function dropPlaces() {
  for (const name of made.splice(0)) await asAdmin(`drop database ${name} with (force)`)
}

export async function within<T>(
  kept: Pick<KeptDatabase, 'open'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
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
export function newEmbedded() {
  const data = join(newFolder(), 'data')
  const open = () => {
    mkdirSync(data, { recursive: true })
    return openDatabase({ kind: 'pglite', dataDir: join(data, 'db') })
  }
  return { options: ['--data-dir', data], data, open }
}

/** An empty database of the engine under test. */
export async function newPlace(): Promise<Pick<KeptDatabase, 'options' | 'open'>> {
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

/** Runs the command to its end. */
function run(
  key: string,
  command: 'backup' | 'restore',
  options: string[],
  { dailyLogKeys = keys, storage }: Settings = {},
) {
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
export const everything = (kept: Pick<KeptDatabase, 'open'>) =>
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

export const differing = (a: Record<string, string>, b: Record<string, string>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).sort()
