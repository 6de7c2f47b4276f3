import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'

// A fact that two sources have is one fact, although they differ in precision and in their numbers. Within one source
// nothing is folded: two equal rows of a file, or of the club system, are two facts.

type Unit = 'second' | 'minute' | 'day'
/** What one of two sources may cut a moment to, or finer. */
export type Grain = Exclude<Unit, 'second'>

const cutTo = (unit: Unit, moment: SQL) => sql`date_trunc(${sql.raw(`'${unit}'`)}, ${moment}, 'Asia/Tokyo')`
const isCut = (unit: Unit, moment: SQL) => sql`${moment} = ${cutTo(unit, moment)}`

const units = ['second', 'minute', 'day'] as const
/** To the grain or to anything finer. */
const cutsOf = (grain: Grain) => units.slice(0, units.indexOf(grain) + 1)

/** Whether one moment is the other, cut to the grain or finer. The first one is found by an index. */
export const sameMoment = (grain: Grain, one: SQL, other: SQL): SQL => {
  const cuts = cutsOf(grain).map(
    (unit) => sql`(${cutTo(unit, one)} = ${cutTo(unit, other)} and (${isCut(unit, one)} or ${isCut(unit, other)}))`,
  )
  return sql`(${one} >= ${cutTo(grain, other)} and ${one} < ${cutTo(grain, other)} + interval '1 ${sql.raw(grain)}'
    and (${one} = ${other} or ${sql.join(cuts, sql` or `)}))`
}

const tokyoMs = 9 * 3_600_000
const msOf = { second: 1_000, minute: 60_000, day: 86_400_000 }
const isCutTo = (unit: Unit, moment: number) => (moment + tokyoMs) % msOf[unit] === 0
const unitOf = (unit: Unit, moment: number) => Math.floor((moment + tokyoMs) / msOf[unit])

/** Whether an ISO moment is the other one, cut to the grain or finer. */
export function isCutFrom(grain: Grain, cut: string, moment: string): boolean {
  const [given, real] = [Date.parse(cut), Date.parse(moment)]
  return (
    given === real || cutsOf(grain).some((unit) => isCutTo(unit, given) && unitOf(unit, given) === unitOf(unit, real))
  )
}

/** Whether either of two ISO moments is the other one, cut. */
export const isSameMoment = (grain: Grain, one: string, other: string): boolean =>
  isCutFrom(grain, one, other) || isCutFrom(grain, other, one)

interface Line {
  category: string
  net: number
}

/** By what a sale is recognised where the numbers differ. */
export interface AlikeSale {
  memberId: number | null
  shopId: number
  /** YYYY-MM-DD in Tokyo. */
  day: string
  lines: readonly Line[]
}

export interface StoredSale extends AlikeSale {
  id: number
  externalId: number | null
}

/** Stored sales of the same people, or of a shop's guests, on the same days; `which` of table `t`. */
export async function salesLike(db: Db, sales: readonly AlikeSale[], which: SQL): Promise<StoredSale[]> {
  const keys = [...new Set(sales.map(({ memberId, shopId, day }) => JSON.stringify({ memberId, shopId, day })))]
  if (keys.length === 0) return []
  const day = sql`(w.day::timestamp at time zone 'Asia/Tokyo')`
  const isThen = sql`t.settled_at >= ${day} and t.settled_at < ${day} + interval '1 day' and ${which}`
  const found = (isWhose: SQL) => sql`
    select distinct t.id, t.external_id as "externalId", t.member_id as "memberId", t.shop_id as "shopId", w.day::text as day
    from jsonb_to_recordset(${`[${keys.join(',')}]`}::jsonb) as w ("memberId" integer, "shopId" integer, day date)
    join sale t on ${isWhose} and ${isThen}`
  return rowsOf<StoredSale>(
    db,
    sql`select f.*, (select coalesce(jsonb_agg(jsonb_build_object('category', p.category, 'net', l.net)), '[]')
        from sale_line l join product p on p.id = l.product_id where l.sale_id = f.id) as lines
      from (${found(sql`t.member_id = w."memberId"`)}
        union all ${found(sql`w."memberId" is null and t.member_id is null and t.shop_id = w."shopId"`)}) f
      order by f.id`,
  )
}

/**
 * Which of the stored sales each of the given ones is: of the same person, day and sum, and of the same categories unless
 * one source does not know them (その他). Each is met once.
 */
export function pairSales<Given extends AlikeSale>(
  given: readonly Given[],
  stored: readonly StoredSale[],
): Map<Given, StoredSale> {
  const free = new Map<string, StoredSale[]>()
  for (const sale of stored) free.set(keyOf(sale), [...(free.get(keyOf(sale)) ?? []), sale])
  const pairs = new Map<Given, StoredSale>()
  for (const isAlike of [haveSameCategories, mayHaveSameCategories]) {
    for (const sale of given) {
      if (pairs.has(sale)) continue
      const those = free.get(keyOf(sale)) ?? []
      const at = those.findIndex((one) => isAlike(sale, one))
      if (at < 0) continue
      pairs.set(sale, those[at] as StoredSale)
      those.splice(at, 1)
    }
  }
  return pairs
}

const keyOf = ({ memberId, shopId, day, lines }: AlikeSale) =>
  JSON.stringify([memberId, memberId === null && shopId, day, lines.reduce((sum, { net }) => sum + Number(net), 0)])

const categoriesOf = ({ lines }: AlikeSale) => [...new Set(lines.map(({ category }) => category))].sort()
const haveSameCategories = (one: AlikeSale, other: AlikeSale) =>
  categoriesOf(one).join(' ') === categoriesOf(other).join(' ')
const mayHaveSameCategories = (one: AlikeSale, other: AlikeSale) =>
  haveSameCategories(one, other) || [one, other].some((sale) => categoriesOf(sale).includes('other'))
