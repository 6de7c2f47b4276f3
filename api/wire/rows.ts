import type { z } from 'zod'
import { toTokyoDateTime } from '../lib/time.ts'

type OnTheWire<Value> = Value extends Date ? string : Value

/** A row with its instants in wire format; everything else as stored. */
export const wireOf = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? toTokyoDateTime(value) : value]),
  ) as { [K in keyof Row]: OnTheWire<Row[K]> }

/** The draft fields of a stored row, in wire format. */
export const draftOf = <S extends z.ZodObject, Row extends object>(schema: S, row: Row) =>
  Object.fromEntries(Object.entries(wireOf(row)).filter(([key]) => Object.hasOwn(schema.shape, key))) as {
    [K in keyof S['shape'] & keyof Row]: OnTheWire<Row[K]>
  }

/** The changes of a partial update: absent fields stay unchanged. */
export const definedOf = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** The instant of a time in wire format; null stays null. */
export const instantOf = (time: string | null) => (time === null ? null : new Date(time))
