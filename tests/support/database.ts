import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Database, openDatabase } from '../../api/db/client.ts'
import { DataDirBusyError, holdDataDir } from '../../api/db/data-dir.ts'
import { migrate, schemaVersion } from '../../api/db/migrate.ts'

/**
 * A migrated, empty database of its own: PGlite on a thread, as `npm start` runs it, in memory or in a folder, or
 * PostgreSQL where TEST_DATABASE_URL names a server.
 */
export async function openTestDatabase(dataDir = 'memory'): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (server) return openOnPostgres(server)
  migrated ??= migratedState()
  return openDatabase({ kind: 'pglite', dataDir, dump: await migrated })
}

const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const shelf = join(nodeModules, '.cache', 'karada-desk-database')
let migrated: Promise<string> | undefined

/** The file of a migrated, empty PGlite as it was dumped: made once for each version of schema and PGlite, on first use. */
async function migratedState(): Promise<string> {
  const engine = readFileSync(join(nodeModules, '@electric-sql/pglite/package.json'))
  const version = createHash('sha256')
    .update(await schemaVersion())
    .update(engine)
    .digest('hex')
  const file = join(shelf, `${version.slice(0, 16)}.tar`)
  while (!existsSync(file)) {
    const release = holdShelf()
    if (!release) await delay(200)
    else await dumpMigrated(file).finally(release)
  }
  return file
}

/** Null while another process dumps. */
function holdShelf(): (() => void) | null {
  try {
    return holdDataDir(shelf)
  } catch (error) {
    if (error instanceof DataDirBusyError) return null
    throw error
  }
}

async function dumpMigrated(file: string) {
  if (existsSync(file)) return
  for (const old of readdirSync(shelf).filter((name) => /\.(tar|part)$/.test(name))) rmSync(join(shelf, old))
  const folder = mkdtempSync(join(tmpdir(), 'karada-migrated-'))
  const database = await openDatabase({ kind: 'pglite', dataDir: folder })
  await migrate(database)
  await database.close()
  const { PGlite } = await import('@electric-sql/pglite')
  const open = await PGlite.create(folder)
  const dump = await open.dumpDataDir('none')
  await open.close()
  rmSync(folder, { recursive: true, force: true })
  // Renamed into place, so that readers never see half a file.
  writeFileSync(`${file}.part`, Buffer.from(await dump.arrayBuffer()))
  renameSync(`${file}.part`, file)
}

async function openOnPostgres(server: string): Promise<Database> {
  const { url, drop } = await newOnPostgres(server)
  const database = await openDatabase({ kind: 'postgres', url })
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}

/** A database of its own: the copy of a migrated template, made once for each version of the schema. */
export async function newOnPostgres(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  const template = `karada_template_${(await schemaVersion()).slice(0, 16)}`
  const name = `karada_test_${randomBytes(6).toString('hex')}`
  await asAdmin(server, async (admin) => {
    await admin.query('select pg_advisory_lock(815)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (!rowCount) {
      const making = `${template}_${process.pid}`
      await admin.query(`create database ${making}`)
      const database = await openDatabase({ kind: 'postgres', url: urlOf(making), direct: true })
      await migrate(database)
      await database.close()
      await admin.query(`alter database ${making} rename to ${template}`)
    }
    await admin.query(`create database ${name} template ${template}`)
  })
  // A copy has none of its template's.
  const made = await openDatabase({ kind: 'postgres', url: urlOf(name), direct: true })
  await made.keepSettings()
  await made.close()
  return {
    url: urlOf(name),
    drop: () => asAdmin(server, (admin) => admin.query(`drop database ${name} with (force)`)),
  }
}

async function asAdmin(server: string, work: (admin: pg.Client) => Promise<unknown>) {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
