import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What every query runs on: PGlite or PostgreSQL, plain or inside a transaction. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** Several statements without parameters, in one round trip. */
  exec(sql: string): Promise<void>
  /** Runs `work` while no other process does the same; for migrations and the first seed. */
  alone<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type DatabaseOptions =
  /** Embedded; `memory` for tests, otherwise a folder that this process holds alone. */
  { kind: 'pglite'; dataDir: string | 'memory' } | { kind: 'postgres'; url: string; poolSize?: number }

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.kind === 'pglite' ? openPglite(options.dataDir) : openPostgres(options.url, options.poolSize ?? 10)
}

async function openPglite(dataDir: string): Promise<Database> {
  const [{ PGlite }, { drizzle }] = await Promise.all([import('@electric-sql/pglite'), import('drizzle-orm/pglite')])
  const client = await PGlite.create(dataDir === 'memory' ? {} : { dataDir })
  await client.exec(`set time zone 'Asia/Tokyo'`)
  return {
    kind: 'pglite',
    db: drizzle(client) as unknown as Db,
    exec: async (sql) => void (await client.exec(sql)),
    alone: (work) => work(),
    close: () => client.close(),
  }
}

const aloneLock = 7_315_004_118

async function openPostgres(url: string, poolSize: number): Promise<Database> {
  const [{ default: pg }, { drizzle }] = await Promise.all([import('pg'), import('drizzle-orm/node-postgres')])
  // Our queries take milliseconds: compiling one, or starting workers for it, takes longer. What they sort fits in memory.
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    options: '-c timezone=Asia/Tokyo -c jit=off -c work_mem=32MB -c max_parallel_workers_per_gather=0',
  })
  // An idle connection that the server ends is replaced at the next query; without a listener it would end us.
  pool.on('error', () => {})
  return {
    kind: 'postgres',
    db: drizzle(pool) as unknown as Db,
    exec: async (sql) => void (await pool.query(sql)),
    alone: async (work) => {
      const holder = await pool.connect()
      try {
        await holder.query('select pg_advisory_lock($1)', [aloneLock])
        return await work()
      } finally {
        // Ends the connection, and with it the lock.
        holder.release(true)
      }
    },
    close: () => pool.end(),
  }
}
