import type { AuditDetail, Ctx } from '../context.ts'
import {
  type AuthoredTable,
  holdRecord,
  insertRecord,
  removeRecord,
  required,
  updateRecord,
  type Values,
} from '../db/records.ts'
import { difference } from '../wire/difference.ts'
import { definedOf } from '../wire/rows.ts'

interface RecordsOf<T extends AuthoredTable, Row extends { id: string }, Draft extends object> {
  table: T
  /** The row with what its answer needs; null where it is missing or out of scope. */
  read(ctx: Ctx, id: string): Promise<Row | null>
  /** The row as an input: the base of a partial update, and what the log compares. */
  asDraft(row: NoInfer<Row>): Draft
  /** The answer, with which a stale write is refused. */
  toWire(ctx: Ctx, row: NoInfer<Row>): unknown
  /** The shop of the log's rows, if it is exactly one. */
  shopOf?(row: NoInfer<Row>): string | undefined
}

/**
 * The steps that verbs of a noun have in common, for a verb to call between its rules: each write reads the row again
 * and logs what differs.
 */
export function recordWrites<T extends AuthoredTable, Row extends { id: string }, Draft extends object>({
  table,
  read,
  asDraft,
  toWire,
  shopOf,
}: RecordsOf<T, Row, Draft>) {
  const found = async (ctx: Ctx, id: string) => required(await read(ctx, id))
  const log = (ctx: Ctx, row: Row, diff: AuditDetail['diff']) => {
    const shopId = shopOf?.(row)
    ctx.audit({ resourceId: row.id, ...(shopId !== undefined && { shopId }), diff })
  }
  return {
    /** The row; 404 where it is missing. */
    found,
    /** The row, locked: 404 where it is missing, 403 where it is read-only to the caller. */
    hold: (ctx: Ctx, id: string) => holdRecord(ctx, table, id, () => read(ctx, id)),
    /** The row as an input with these changes; absent ones stay as they are. */
    merged: <Changes extends object>(before: Row, changes: Changes) => ({ ...asDraft(before), ...definedOf(changes) }),
    insert: async (ctx: Ctx, values: Values<T>): Promise<Row> => {
      const saved = await found(ctx, await insertRecord(ctx, table, values))
      log(ctx, saved, difference(null, asDraft(saved)))
      return saved
    },
    /** 409 with the current record where its version is another. */
    update: async (ctx: Ctx, before: Row, version: number | undefined, values: Partial<Values<T>>): Promise<Row> => {
      await updateRecord(ctx, table, { id: before.id, version }, values, () => toWire(ctx, before))
      const saved = await found(ctx, before.id)
      log(ctx, saved, difference(asDraft(before), asDraft(saved)))
      return saved
    },
    /** 409 with the current record where its version is another. */
    remove: async (ctx: Ctx, before: Row, version: number | undefined): Promise<Record<string, never>> => {
      await removeRecord(ctx, table, { id: before.id, version }, () => toWire(ctx, before))
      log(ctx, before, difference(asDraft(before), null))
      return {}
    },
  }
}
