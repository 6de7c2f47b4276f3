import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/expressions.ts'
import { followTouched } from '../../import/facts/follow.ts'
import { settleRefunds } from '../../import/facts/refunds.ts'
import { leftOut, numberOf, type Row, shopOf, type Writing } from './outcomes.ts'
import { touchedOf } from './touched.ts'
import type { Stored } from './upsert.ts'

// Lessons, bookings and sales that are at a studio that is left out and were at another one when they were read before: they
// leave our shop. An answer of the mapping moves nothing, because their studio is still the same.

const tables = { lessons: 'slot', bookings: 'reservation', purchases: 'sale' } as const
type Leaving = keyof typeof tables

/** Those of the rows that are here and have moved; rows of files stay, which the club system has never brought. */
export async function movedAway<R extends Leaving>(
  writing: Writing,
  resource: R,
  rows: readonly Row<R>[],
): Promise<Stored[]> {
  const away = rows.filter(({ row: { studioId } }) => studioId !== undefined && shopOf(writing, studioId) === leftOut)
  if (away.length === 0) return []
  const isOfFile = resource === 'lessons' ? sql`false` : sql`t.from_file`
  const here = await rowsOf<Stored>(
    writing.tx,
    sql`select t.* from ${sql.identifier(tables[resource])} t
      where t.external_id = any (${sql.param(away.flatMap(({ id }) => numberOf(id) ?? []))}::integer[]) and not ${isOfFile}`,
  )
  if (here.length === 0) return []
  const before = await writing.kept(
    resource,
    here.map(({ external_id }) => String(external_id)),
  )
  const studios = new Map(away.map(({ id, row }) => [id, row.studioId]))
  return here.filter(({ external_id }) => {
    const id = String(external_id)
    const known = before.get(id)?.studioId
    return known !== undefined && known !== studios.get(id)
  })
}

const idsOf = (rows: readonly Stored[]) => sql`${sql.param(rows.map(({ id }) => id))}::integer[]`
const touchedBy = (rows: readonly Stored[], day: string) =>
  touchedOf({ written: rows.map((row) => ({ id: row.id, before: row, wanted: nothing })) }, [day])
const nothing = { id: '', externalId: null, values: {} }

/** Bookings of a lesson stay where they are. */
export async function removeLessons(writing: Writing, rows: readonly Row<'lessons'>[]): Promise<void> {
  const gone = await movedAway(writing, 'lessons', rows)
  if (gone.length === 0) return
  await writing.tx.execute(sql`update reservation set slot_id = null where slot_id = any (${idsOf(gone)})`)
  await writing.tx.execute(sql`delete from slot where id = any (${idsOf(gone)})`)
  await followTouched(writing.tx, 'booking', touchedBy(gone, 'start_at'))
}

/** Their visits go with them: `visitsOf` writes those of bookings as these are. */
export async function removeBookings(
  writing: Writing,
  rows: readonly Row<'bookings'>[],
  visitsOf: (writing: Writing, ids: readonly number[]) => Promise<void>,
): Promise<void> {
  const gone = await movedAway(writing, 'bookings', rows)
  if (gone.length === 0) return
  await writing.tx.execute(sql`delete from reservation where id = any (${idsOf(gone)})`)
  await visitsOf(
    writing,
    gone.map(({ id }) => id),
  )
  await followTouched(writing.tx, 'booking', touchedBy(gone, 'start_at'))
}

/** Also the refunds that are known from their states alone. */
export async function removeSales(writing: Writing, rows: readonly Row<'purchases'>[]): Promise<void> {
  const gone = await movedAway(writing, 'purchases', rows)
  if (gone.length === 0) return
  const { tx } = writing
  await tx.execute(sql`delete from sale_line where sale_id = any (${idsOf(gone)})`)
  await tx.execute(sql`delete from sale where id = any (${idsOf(gone)})`)
  const touched = touchedBy(gone, 'settled_at')
  await followTouched(tx, 'sale', touched)
  const guestsOf = gone.flatMap(({ member_id, shop_id }) => (member_id === null ? Number(shop_id) : []))
  const refunds = await settleRefunds(tx, sql`false`, { members: touched.members, guestsOf })
  if (refunds.shops.length > 0) await followTouched(tx, 'sale', { ...touched, ...refunds })
}
