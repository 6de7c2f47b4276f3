import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { pagesOf } from '../../lib/pages.ts'
import type { FactKind } from './columns.ts'
import { settleRefunds } from './refunds.ts'
import { factTables } from './tables.ts'

/** Members, shops and the first day of what an import changes. */
export interface Touched {
  members: number[]
  shops: number[]
  since: string | null
}

/** The day of a value in one of the columns `days` of a kind. */
export const dayOf = (value: SQL, day: string) =>
  ['entered_at', 'start_at', 'settled_at'].includes(day) ? sql`tokyo_day(${value}::timestamptz)` : sql`(${value})::date`

/** Of these rows of an import: as the facts are now, and as they were before or will be again. */
export async function touchedBy(tx: Db, kind: FactKind, rows: SQL): Promise<Touched> {
  const { name, days } = factTables[kind]
  const all = days.flatMap((day) => [
    dayOf(sql`t.${sql.identifier(day)}`, day),
    dayOf(sql`(r.before ->> ${sql.raw(`'${day}'`)})`, day),
  ])
  const [found] = await rowsOf<{ members: number[] | null; shops: number[] | null; since: string | null }>(
    tx,
    sql`select array_agg(distinct member_id) filter (where member_id is not null) as members,
        array_agg(distinct shop_id) filter (where shop_id is not null) as shops, min(since) as since
      from (
        select unnest(array[t.member_id, (r.before ->> 'member_id')::integer]) as member_id,
          unnest(array[t.shop_id, (r.before ->> 'shop_id')::integer]) as shop_id,
          ${all.length > 0 ? sql`least(${sql.join(all, sql`, `)})` : sql`null::date`} as since
        from import_row r join ${sql.identifier(name)} t on t.id = r.fact_id where ${rows}
      ) one`,
  )
  return { members: found?.members ?? [], shops: found?.shops ?? [], since: found?.since ?? null }
}

/** Both. */
export const joined = (one: Touched, other: Pick<Touched, 'shops' | 'since'>): Touched => ({
  members: one.members,
  shops: [...new Set([...one.shops, ...other.shops])],
  since: [one.since, other.since].filter((day) => day !== null).sort()[0] ?? null,
})

/** Members, shops and days of both. */
export const both = (one: Touched, other: Touched): Touched => ({
  ...joined(one, other),
  members: [...new Set([...one.members, ...other.members])],
})

/** Of these facts, as they are now. */
export async function touchedAre(tx: Db, kind: FactKind, ids: readonly number[]): Promise<Touched> {
  const { name, days } = factTables[kind]
  const all = days.map((day) => dayOf(sql`t.${sql.identifier(day)}`, day))
  const [found] = await rowsOf<{ members: number[] | null; shops: number[] | null; since: string | null }>(
    tx,
    sql`select array_agg(distinct member_id) filter (where member_id is not null) as members,
        array_agg(distinct shop_id) as shops,
        min(${all.length > 0 ? sql`least(${sql.join(all, sql`, `)})` : sql`null::date`})::text as since
      from ${sql.identifier(name)} t where t.id = any (${sql.param(ids)}::integer[])`,
  )
  return { members: found?.members ?? [], shops: found?.shops ?? [], since: found?.since ?? null }
}

/** What is derived from these rows' facts: members, their rows in the list, and marks for the months to be counted. */
export async function followFacts(tx: Db, kind: FactKind, rows: SQL, touched: Touched): Promise<void> {
  if (kind !== 'sale') return followTouched(tx, kind, touched)
  const written = sql`t.id in (select r.fact_id from import_row r where ${rows})`
  const refunds = await settleRefunds(tx, written, { members: touched.members, guestsOf: touched.shops })
  await followTouched(tx, kind, joined(touched, refunds))
}

export async function followTouched(tx: Db, kind: FactKind, { members, shops, since }: Touched): Promise<void> {
  const ids = sql`${sql.param(members)}::integer[]`
  if (members.length > 0 && kind === 'contract') {
    await tx.execute(sql`select rebuild_membership(${ids})`)
    await tx.execute(sql`select states_follow_contracts(${ids})`)
  }
  if (members.length > 0 && kind === 'bill') await tx.execute(sql`select debts_follow_bills(${ids})`)
  if (members.length > 0 && (kind === 'contract' || kind === 'bill')) {
    await tx.execute(sql`select refresh_member_list(${ids})`)
  }
  if (members.length > 0 && kind === 'contract') await tx.execute(sql`select refresh_member_moves(${ids})`)
  if (factTables[kind].days.length === 0 || shops.length === 0) return
  const moved = kind === 'contract' || kind === 'visit' ? ids : sql`'{}'::integer[]`
  // What members buy elsewhere, and what leavers had paid, is counted in other shops' months.
  const also = kind === 'contract' || kind === 'sale' ? sql`shops_with_parts(${ids})` : sql`'{}'::integer[]`
  await tx.execute(sql`select count_later(${sql.param(shops)}::integer[] || ${also}, ${since}::date, ${moved})`)
}

/** Triggers compare the rows of an update with each other, by a plan that was made for few: many at once take minutes. */
const statesAtOnce = 200

/** Of members whose contracts begin or end between the data date before and the new one; without one before: of all. */
export async function statesOnNewDay(tx: Db, before: string | null): Promise<void> {
  const isBetween = sql`(start_on > ${before}::date and start_on <= data_date())
    or (end_on >= ${before}::date and end_on < data_date())`
  const due = sql`select distinct member_id from contract where ${before === null ? sql`true` : isBetween}`
  const ids = (await rowsOf<{ member_id: number }>(tx, due)).map(({ member_id }) => member_id).sort((a, b) => a - b)
  for (const some of pagesOf(ids, statesAtOnce)) {
    await tx.execute(sql`select states_follow_contracts(${sql.param(some)}::integer[])`)
  }
}
