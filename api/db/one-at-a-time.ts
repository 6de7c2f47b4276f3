import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

const running = new WeakMap<Database, Set<string>>()

/** Does work of this name; nothing while this process or another one on the same database does it. */
export async function oneAtATime(database: Database, name: string, work: () => Promise<void>): Promise<void> {
  if (database.kind === 'postgres') {
    // A transaction that only holds the lock, which the end of this process releases.
    return database.db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      const { rows } = await tx.execute<{ isOurs: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isOurs"`,
      )
      if (rows[0]?.isOurs) await work()
    })
  }
  // PGlite belongs to this process alone, and a long transaction would block everybody else.
  const names = running.get(database) ?? new Set()
  if (names.has(name)) return
  running.set(database, names.add(name))
  try {
    await work()
  } finally {
    names.delete(name)
  }
}
