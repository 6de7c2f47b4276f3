import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgSelect, type PgTable, type PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { ApiError } from '#contract/errors.ts'
import type { Ctx, Scoped } from '../context.ts'
import type { authored } from './schema/authored.ts'
import { staff } from './schema/organisation.ts'

// What every table that staff write has in common: its rows know who made and last changed them, and their version.

type Authored = keyof ReturnType<typeof authored>
type AuthoredTable = PgTable & { id: PgColumn } & Record<Authored, PgColumn>
type Values<T extends PgTable> = Omit<T['$inferInsert'], Authored | 'id'>
type WithExpressions<Row> = { [K in keyof Row]: Row[K] | SQL }

const creator = alias(staff, 'creator')
const updater = alias(staff, 'updater')

/** What `authored` adds to a list's columns; read them `withAuthors`. */
export const authorColumns = <T extends Record<'createdAt' | 'updatedAt' | 'version', PgColumn>>(table: T) => ({
  createdBy: { id: creator.id, displayName: creator.displayName },
  updatedBy: { id: updater.id, displayName: updater.displayName },
  createdAt: table.createdAt as T['createdAt'],
  updatedAt: table.updatedAt as T['updatedAt'],
  version: table.version as T['version'],
})

/** Joins who made and last changed the rows that `select` reads from `table`. */
export const withAuthors = <S extends PgSelect>(select: S, table: Pick<AuthoredTable, 'createdBy' | 'updatedBy'>) =>
  select.leftJoin(creator, eq(creator.id, table.createdBy)).leftJoin(updater, eq(updater.id, table.updatedBy))

/** A row and the version at which the caller has seen it; without one any version. */
export interface At {
  id: string
  version?: number | undefined
}

/** The row; 409 `stale` where another change came first. */
export const atVersion = (table: { id: PgColumn; version: PgColumn }, { id, version }: At): SQL | undefined =>
  and(eq(table.id, id), version === undefined ? undefined : eq(table.version, version))

/** The row that was looked for, or 404. */
export function required<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new ApiError('not_found')
  return row
}

/** The row as `read` finds it, held until the transaction ends: 404 where it is not there, 403 where it may only be read. */
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

/** Stores a new row of this person's; answers its id. */
export async function insertRecord<T extends AuthoredTable>(
  { scoped, principal: { staffId }, now }: Ctx,
  table: T,
  values: WithExpressions<Values<T>>,
): Promise<string> {
  const by = { createdBy: staffId, updatedBy: staffId, createdAt: now, updatedAt: now }
  const [made] = await scoped
    .insert(table)
    .values({ ...values, ...by } as T['$inferInsert'])
    .returning({ id: table.id })
  return (made as { id: string }).id
}

/** Changes the row in this person's name; 409 with `current` when it is no longer at its version. */
export async function updateRecord<T extends AuthoredTable>(
  { scoped, principal: { staffId }, now }: Ctx,
  table: T,
  at: At,
  values: Partial<WithExpressions<Values<T>>>,
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

/** Deletes the row; 409 with `current` when it is no longer at its version. */
export async function removeRecord({ scoped }: Ctx, table: AuthoredTable, at: At, current: () => unknown) {
  const removed = await scoped.delete(table).where(atVersion(table, at)).returning({ id: table.id })
  if (removed.length === 0) throw new ApiError('stale', { current: current() })
}

/** Text as a search looks through it. */
export const folded = (...words: (string | null)[]) => sql<string>`fold_text(${words.join('\n')})`
