import type { PGlite } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { hasRoom } from '../process/disk.ts'
import type { DatabaseEnded } from './errors.ts'
import { openOnThread, type PgliteClient } from './pglite.ts'

/** What both drivers answer to a raw query. */
interface QueryRows<Row> {
  rows: Row[]
}

interface RawResult extends PgQueryResultHKT {
  type: QueryRows<this['row']>
}

/** What every query runs on: PGlite or PostgreSQL, plain or inside a transaction. */
export type Db = PgDatabase<RawResult, Record<string, never>>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** For reads: reading transactions, and single statements that write nothing. */
  readonly reads: Db
  /** Several statements without parameters, in one round trip. */
  exec(sql: string): Promise<void>
  /** Scripts of several statements, executed in order in one transaction; `onScript`: each begins. */
  runTogether(scripts: readonly Script[], onScript?: OnScript): Promise<void>
  /** Statements that PostgreSQL refuses inside of a transaction; they wait for locks as long as it takes. */
  runApart(statements: readonly string[]): Promise<void>
  /** Brings the tables to those of the folder's migrations. */
  applyMigrations(migrationsFolder: string): Promise<void>
  /** Runs `work` under a lock between processes; for migrations and the first seed. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Stores the settings of every session with the role, for this database: those opened from then on have them. */
  keepSettings(): Promise<void>
  /** The connection of pg-boss, outside our transactions. */
  readonly forJobs: JobsDb
  /** False: the disk has too little space for a write, which must not start. A database server checks its own disk. */
  hasRoom(): Promise<boolean>
  close(): Promise<void>
}

interface JobsDb {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

export interface Script {
  /** For the error's message. */
  name: string
  sql: string
  /** What is rebuilt, in Japanese. */
  label?: string | undefined
}

type OnScript = (script: Script) => void

export type DatabaseOptions =
  /**
   * Embedded, in a folder that this process locks, or `memory` for tests; `onEnd`: its thread has ended by itself;
   * `dump`: begins as the file of a dumped state, for tests.
   */
  | { kind: 'pglite'; dataDir: string | 'memory'; onEnd?: (error: DatabaseEnded) => void; dump?: string }
  /**
   * `direct`: without a pooler in between, for migrations and scripts; the sessions get the settings at their start, and
   * wait for a lock for `lockTimeout` milliseconds.
   */
  | { kind: 'postgres'; url: string; poolSize?: number; direct?: boolean; lockTimeout?: number }

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.kind === 'postgres') return openPostgres(options)
  const { dataDir, onEnd, dump } = options
  if (dataDir === 'memory') return openPglite(await openOnThread({ dataDir: 'memory://', onEnd, dump }))
  return openPglite(await openOnThread({ dataDir, onEnd, dump }), dataDir)
}

async function openPglite(
  { client, reads, close }: Awaited<ReturnType<typeof openOnThread>>,
  dataDir?: string,
): Promise<Database> {
  const [{ drizzle }, { fromPglite }] = await Promise.all([import('drizzle-orm/pglite'), import('pg-boss')])
  // The embedded database has this one session.
  await client.exec(`set time zone '${settings.timezone}'`)
  const over = (one: PgliteClient) => drizzle(one as PGlite)
  const db = over(client)
  return {
    kind: 'pglite',
    db,
    reads: over(reads),
    forJobs: fromPglite(client),
    exec: async (sql) => void (await client.exec(sql)),
    applyMigrations: async (migrationsFolder) => {
      const { migrate } = await import('drizzle-orm/pglite/migrator')
      await migrate(db, { migrationsFolder })
    },
    runTogether: (scripts, onScript) => client.transaction((tx) => runEach(scripts, (sql) => tx.exec(sql), onScript)),
    runApart: async (statements) => {
      for (const statement of statements) await client.exec(statement)
    },
    alone: (work) => work(),
    keepSettings: async () => {},
    hasRoom: async () => !dataDir || hasRoom(dataDir),
    close,
  }
}

async function runEach(scripts: readonly Script[], run: (sql: string) => Promise<unknown>, onScript?: OnScript) {
  for (const script of scripts) {
    onScript?.(script)
    await run(script.sql).catch((error: Error) => {
      throw new Error(`${script.name}: ${error.message}`, { cause: error })
    })
  }
}

const aloneLock = 7_315_004_118

/**
 * Of every session. Figures depend on the time zone. Our queries take milliseconds: JIT compilation or parallel workers
 * would take longer. Their sorts fit in memory. On PostgreSQL they belong to role and database, because a pooler drops
 * what a client sends at its start (decision 0060).
 */
const settings = { timezone: 'Asia/Tokyo', jit: 'off', work_mem: '32MB', max_parallel_workers_per_gather: '0' }

const optionsOf = (wanted: Record<string, string>) =>
  Object.entries(wanted)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

async function openPostgres({
  url,
  poolSize = 10,
  direct = false,
  lockTimeout,
}: Extract<DatabaseOptions, { kind: 'postgres' }>): Promise<Database> {
  const [{ default: pg }, { openPool }, { drizzle }] = await Promise.all([
    import('pg'),
    import('./pool.ts'),
    import('drizzle-orm/node-postgres'),
  ])
  const own = { ...settings, ...(lockTimeout && { lock_timeout: `${lockTimeout}ms` }) }
  const pool = openPool({
    connectionString: url,
    max: poolSize,
    ...(direct && { options: optionsOf(own) }),
  })
  const db = drizzle(pool)
  return {
    kind: 'postgres',
    db,
    reads: db,
    forJobs: { executeSql: (text, values) => pool.query(text, values) },
    exec: async (sql) => void (await pool.query(sql)),
    applyMigrations: async (migrationsFolder) => {
      const { migrate } = await import('drizzle-orm/node-postgres/migrator')
      await migrate(db, { migrationsFolder })
    },
    runTogether: async (scripts, onScript) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await runEach(scripts, (sql) => client.query(sql), onScript)
        await client.query('commit')
        client.release()
      } catch (error) {
        // Ends the connection, and with it the transaction.
        client.release(true)
        throw error
      }
    },
    runApart: async (statements) => {
      const client = new pg.Client({ connectionString: url, ...(direct && { options: optionsOf(settings) }) })
      await client.connect()
      try {
        for (const statement of statements) await client.query(statement)
      } finally {
        await client.end()
      }
    },
    alone: async (work) => {
      const holder = await pool.connect()
      try {
        // The lock of a transaction, because a pooler gives the session to somebody else. Nothing else happens in it, so
        // it holds no snapshot, and may stay open.
        await holder.query('begin')
        await holder.query('set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0')
        // Without parameters: those would keep a snapshot, for which an index that is made concurrently waits.
        await holder.query(`select pg_advisory_xact_lock(${aloneLock})`)
        const done = await work()
        await holder.query('commit')
        holder.release()
        return done
      } catch (error) {
        // Ends the connection, and with it the lock.
        holder.release(true)
        throw error
      }
    },
    keepSettings: async () => {
      const { rows } = await pool.query<{ name: string; kept: string[] }>(`
        select current_database() as name, coalesce((select setconfig from pg_db_role_setting
          where setdatabase = d.oid and setrole = (select oid from pg_roles where rolname = current_user)), '{}') as kept
        from pg_database d where datname = current_database()`)
      const [{ name, kept } = { name: '', kept: [] }] = rows
      const wanted = Object.entries(settings).map((setting) => setting.join('=').toLowerCase())
      if (wanted.every((setting) => kept.some((one) => one.toLowerCase() === setting))) return
      for (const [setting, value] of Object.entries(settings)) {
        await pool.query(`alter role current_user in database ${pg.escapeIdentifier(name)} set ${setting} = '${value}'`)
      }
    },
    hasRoom: async () => true,
    close: () => pool.end(),
  }
}
