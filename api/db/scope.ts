import { sql } from 'drizzle-orm'
import type { Scoped, Viewer } from '../context.ts'
import { NoRoomError } from '../process/disk.ts'
import type { Database, Db } from './client.ts'

/**
 * Runs `work` in one transaction as the role `karada_app`, with row-level security for the viewer. `read` is a
 * read-only snapshot, so that a list and its total match. `write` throws `NoRoomError` where the disk is full.
 */
export async function inScope<T>(
  database: Database,
  viewer: Viewer,
  access: 'read' | 'write',
  work: (scoped: Scoped) => Promise<T>,
): Promise<T> {
  if (access === 'write' && !(await database.hasRoom())) throw new NoRoomError()
  // PGlite has one connection, so one transaction at a time: each one is a snapshot anyway.
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  const { db, reads } = database
  return (access === 'read' ? reads : db).transaction(
    async (tx) => {
      const readOnly = access === 'read' && database.kind === 'pglite'
      const own = await enterScope(tx, viewer, readOnly)
      return work(own)
    },
    access === 'read' && database.kind === 'postgres' ? snapshot : undefined,
  )
}

async function enterScope(tx: Db, { shops, staffId = '', sid = '' }: Viewer, readOnly = false): Promise<Scoped> {
  const visible = shops === 'all' ? 'all' : shops.map((id) => String(Number.parseInt(id, 10))).join(',')
  await tx.execute(sql`select set_config('role', 'karada_app', true), set_config('app.shops', ${visible}, true),
    set_config('app.staff', ${staffId}, true), set_config('app.session', ${sid}, true)
    ${readOnly ? sql`, set_config('transaction_read_only', 'on', true)` : sql``}`)
  return tx as Scoped
}

/** A part of the owner's transaction that sees and writes what the viewer may, as a request of theirs. */
export async function asViewer<T>(tx: Db, viewer: Viewer, work: (scoped: Scoped) => Promise<T>): Promise<T> {
  const done = await work(await enterScope(tx, viewer))
  await tx.execute(sql`select set_config('role', 'none', true), set_config('app.shops', '', true),
    set_config('app.staff', '', true), set_config('app.session', '', true)`)
  return done
}
