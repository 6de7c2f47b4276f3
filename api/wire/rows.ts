import type { z } from 'zod'
import { toTokyoDateTime } from '../lib/time.ts'

type OnTheWire<Value> = Value extends Date ? string : Value

/** A row with its instants as the wire has them; everything else is as it is stored. */
export const wireOf = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? toTokyoDateTime(value) : value]),
  ) as { [K in keyof Row]: OnTheWire<Row[K]> }

/** Of a stored row what staff write of it: the fields of its draft, as they would have been sent. */
export const draftOf = <S extends z.ZodObject, Row extends object>(schema: S, row: Row) =>
  Object.fromEntries(Object.entries(wireOf(row)).filter(([key]) => Object.hasOwn(schema.shape, key))) as {
    [K in keyof S['shape'] & keyof Row]: OnTheWire<Row[K]>
  }

/** What a partial update really changes: a field that was not sent stays as it is. */
export const definedOf = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** The instant of a time on the wire; no time is no instant. */
export const instantOf = (time: string | null) => (time === null ? null : new Date(time))
