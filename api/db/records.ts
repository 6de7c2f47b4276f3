import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgSelect, type PgTable, type PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { ApiError } from '#contract/errors.ts'
import type { Ctx, Scoped } from '../context.ts'
import type { authored } from './schema/authored.ts'
import { staff } from './schema/organisation.ts'

// Columns that every table written by staff has: who created and last changed a row, and its version.

type Authored = keyof ReturnType<typeof authored>
export type AuthoredTable = PgTable & { id: PgColumn } & Record<Authored, PgColumn>
type WithExpressions<Row> = { [K in keyof Row]: Row[K] | SQL }
/** What a verb writes; authors, times and version are added. */
export type Values<T extends PgTable> = WithExpressions<Omit<T['$inferInsert'], Authored | 'id'>>

const creator = alias(staff, 'creator')
const updater = alias(staff, 'updater')

/** The author columns of a list; read them with `withAuthors`. */
export const authorColumns = <T extends Record<'createdAt' | 'updatedAt' | 'version', PgColumn>>(table: T) => ({
  createdBy: { id: creator.id, displayName: creator.displayName },
  updatedBy: { id: updater.id, displayName: updater.displayName },
  createdAt: table.createdAt as T['createdAt'],
  updatedAt: table.updatedAt as T['updatedAt'],
  version: table.version as T['version'],
})

/** Joins the authors to the rows that `select` reads from `table`. */
export const withAuthors = <S extends PgSelect>(select: S, table: Pick<AuthoredTable, 'createdBy' | 'updatedBy'>) =>
  select.leftJoin(creator, eq(creator.id, table.createdBy)).leftJoin(updater, eq(updater.id, table.updatedBy))

/** A row and the version the caller has seen; without a version any is accepted. */
export interface At {
  id: string
  version?: number | undefined
}

/** The row; 409 `stale` where it was changed meanwhile. */
export const atVersion = (table: { id: PgColumn; version: PgColumn }, { id, version }: At): SQL | undefined =>
  and(eq(table.id, id), version === undefined ? undefined : eq(table.version, version))

/** The row, or 404. */
export function required<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new ApiError('not_found')
  return row
}

/**
 * The row as `read` finds it, locked until the transaction ends: 404 where it is missing, 403 where it is read-only to
 * the caller.
 */
export async function holdRecord<Row>(
  { scoped }: Ctx,
  table: AuthoredTable,
  id: string,
  read: (scoped: Scoped, id: string) => Promise<Row | null>,
): Promise<Row> {
  const held = await scoped.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
  const row = required(await read(scoped, id))
  if (held.length === 0) throw new ApiError('forbidden')
  return row
}

/** Inserts a row with the caller as author; returns its id. */
export async function insertRecord<T extends AuthoredTable>(
  { scoped, principal: { staffId }, now }: Ctx,
  table: T,
  values: Values<T>,
): Promise<string> {
  const by = { createdBy: staffId, updatedBy: staffId, createdAt: now, updatedAt: now }
  const [made] = await scoped
    .insert(table)
    .values({ ...values, ...by } as T['$inferInsert'])
    .returning({ id: table.id })
  return (made as { id: string }).id
}

/** Updates the row with the caller as author; 409 with `current` when its version differs. */
export async function updateRecord<T extends AuthoredTable>(
  { scoped, principal: { staffId }, now }: Ctx,
  table: T,
  at: At,
  values: Partial<Values<T>>,
  current: () => unknown,
): Promise<void> {
  const by = { updatedBy: staffId, updatedAt: now, version: sql`${table.version} + 1` }
  const saved = await scoped
    .update(table)
    .set({ ...values, ...by } as PgUpdateSetSource<T>)
    .where(atVersion(table, at))
    .returning({ id: table.id })
  if (saved.length === 0) throw new ApiError('stale', { current: current() })
}

/** Deletes the row; 409 with `current` when its version differs. */
export async function removeRecord({ scoped }: Ctx, table: AuthoredTable, at: At, current: () => unknown) {
  const removed = await scoped.delete(table).where(atVersion(table, at)).returning({ id: table.id })
  if (removed.length === 0) throw new ApiError('stale', { current: current() })
}

/** Folded text for a search. */
export const folded = (...words: (string | null)[]) => sql<string>`fold_text(${words.join('\n')})`
