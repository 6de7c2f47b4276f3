import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'
import { staff } from './schema/organisation.ts'

type Author = Pick<Ctx, 'now'> & { principal: Pick<Ctx['principal'], 'staffId'> }

interface AuthoredTable {
  id: PgColumn
  createdBy: PgColumn
  updatedBy: PgColumn
  createdAt: PgColumn
  updatedAt: PgColumn
  version: PgColumn
}

/** To join a table with who made and last changed its rows. */
export const creator = alias(staff, 'creator')
export const updater = alias(staff, 'updater')
export const isCreatorOf = (table: AuthoredTable) => eq(creator.id, table.createdBy)
export const isUpdaterOf = (table: AuthoredTable) => eq(updater.id, table.updatedBy)

/** What `authored` adds to a list's columns. */
export const authorColumns = <T extends AuthoredTable>({ createdAt, updatedAt, version }: T) => ({
  createdBy: { id: creator.id, displayName: creator.displayName },
  updatedBy: { id: updater.id, displayName: updater.displayName },
  createdAt: createdAt as T['createdAt'],
  updatedAt: updatedAt as T['updatedAt'],
  version: version as T['version'],
})

/** What an INSERT of this person says of itself. */
export const asCreated = ({ principal: { staffId }, now }: Author) => ({
  createdBy: staffId,
  updatedBy: staffId,
  createdAt: now,
  updatedAt: now,
})

/** What an UPDATE of this person says of itself. */
export const asChanged = ({ version }: { version: PgColumn }, { principal: { staffId }, now }: Author) => ({
  updatedBy: staffId,
  updatedAt: now,
  version: sql<number>`${version} + 1`,
})

/** The row, unless somebody else was faster: `version` is what the caller has seen; undefined takes whatever is there. */
export const atVersion = (
  table: { id: PgColumn; version: PgColumn },
  { id, version }: { id: string; version?: number | undefined },
): SQL | undefined => and(eq(table.id, id), version === undefined ? undefined : eq(table.version, version))
