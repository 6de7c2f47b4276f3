import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What every query runs on: PGlite or PostgreSQL, plain or inside a transaction. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** Several statements without parameters, in one round trip. */
  exec(sql: string): Promise<void>
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
    close: () => client.close(),
  }
}

async function openPostgres(url: string, poolSize: number): Promise<Database> {
  const [{ default: pg }, { drizzle }] = await Promise.all([import('pg'), import('drizzle-orm/node-postgres')])
  const pool = new pg.Pool({ connectionString: url, max: poolSize, options: '-c timezone=Asia/Tokyo' })
  return {
    kind: 'postgres',
    db: drizzle(pool) as unknown as Db,
    exec: async (sql) => void (await pool.query(sql)),
    close: () => pool.end(),
  }
}
