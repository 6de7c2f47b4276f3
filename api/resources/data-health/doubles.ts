import { type SQL, sql } from 'drizzle-orm'
import type { Doubled } from '#contract/data-health.ts'
import type { DoubleCheck } from '#contract/words/data-health.ts'
import type { Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'

// What is here twice, once of a file and once of the club system. Within one source nothing is a double: two equal rows of
// a file are two facts. What a doubled person has is not doubled by itself, and is said of the person.

/** A row of a file and the one of the club system that it likely is. */
export interface Double {
  ourId: number
  theirId: number
  /** The file's; null: a guest's. */
  memberId: number | null
  shopId: number
  here: string
  there: string
  yen: number | null
  /** On which the club system's begins, of contracts. */
  theirDay: string | null
}

interface Candidate extends Double {
  /** How far they are from each other; the nearest are one. */
  distance: number
}

interface Of {
  shopId?: string
  today: string
}

type FactCheck = Exclude<DoubleCheck, 'peopleTwice'>

/** Each row once, with the nearest one. */
function nearest(candidates: readonly Candidate[]): Double[] {
  const [ours, theirs] = [new Set<number>(), new Set<number>()]
  const inOrder = [...candidates].sort((a, b) => a.distance - b.distance || a.ourId - b.ourId || a.theirId - b.theirId)
  const pairs = inOrder.filter(({ ourId, theirId }) => {
    if (ours.has(ourId) || theirs.has(theirId)) return false
    ours.add(ourId)
    theirs.add(theirId)
    return true
  })
  return pairs
    .map(({ distance: _, ...pair }) => pair)
    .sort((a, b) => (a.memberId ?? 0) - (b.memberId ?? 0) || a.ourId - b.ourId)
}

const inShop = (alias: string, shopId: string | undefined) =>
  shopId === undefined ? sql`true` : sql`${sql.identifier(alias)}.shop_id = ${Number(shopId)}`

/** What is doubled of each check, in the caller's shops. */
export async function findDoubles(scoped: Scoped, check: DoubleCheck, of: Of): Promise<Double[]> {
  if (check === 'peopleTwice') return nearest(await rowsOf<Candidate>(scoped, peopleTwice(of)))
  const [own, guests] = [sql`t.member_id = f.member_id`, sql`f.member_id is null and t.member_id is null`]
  const found = await rowsOf<Candidate>(scoped, candidates[check](sql``, own, of))
  // Guests have nothing but their day and sum in common.
  const ofGuests =
    check === 'salesTwice' ? await rowsOf<Candidate>(scoped, salesTwice(sql``, guests, of, isSameDayAndShop)) : []
  return nearest([...found, ...ofGuests])
}

/** What is doubled because these people are. */
export async function findExplained(scoped: Scoped, people: readonly Double[], today: string) {
  const pairs = people.map(({ ourId, theirId }) => ({ ourId, theirId }))
  const who = sql`join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w ("ourId" integer, "theirId" integer)
    on w."ourId" = f.member_id`
  const read = async (check: FactCheck) =>
    pairs.length === 0
      ? []
      : nearest(await rowsOf<Candidate>(scoped, candidates[check](who, sql`t.member_id = w."theirId"`, { today })))
  return {
    twoContracts: await read('twoContracts'),
    salesTwice: await read('salesTwice'),
    visitsTwice: await read('visitsTwice'),
  }
}

export type Explained = Awaited<ReturnType<typeof findExplained>>

/** How much of it is, of all or of one of the people. */
export function doubledOf(explained: Explained, memberId?: number): Doubled {
  const ofThem = (check: FactCheck) =>
    explained[check].filter((one) => memberId === undefined || one.memberId === memberId)
  const sales = ofThem('salesTwice')
  return {
    ...{ contracts: ofThem('twoContracts').length, sales: sales.length, visits: ofThem('visitsTwice').length },
    yen: sales.reduce((sum, { yen }) => sum + (yen ?? 0), 0),
  }
}

const digits = (tel: SQL) => sql`nullif(regexp_replace(coalesce(${tel}, ''), '\\D', '', 'g'), '')`
const folded = (last: SQL, first: SQL) => sql`nullif(fold_text(concat(${last}, ${first})), '')`

/** The birthday, with kana, name or telephone, of a member of files and one of the club system. */
const peopleTwice = ({ shopId }: Of) => {
  const those = (isTheirs: boolean) => sql`select m.id, m.shop_id, m.birthday, ${digits(sql`m.tel`)} as tel,
      ${folded(sql`m.last_name_kana`, sql`m.first_name_kana`)} as kana, ${folded(sql`m.last_name`, sql`m.first_name`)} as name,
      concat_ws(' ', m.member_no, m.last_name, m.first_name) as text
    from member m where m.last_synced_at is ${isTheirs ? sql`not null` : sql`null`} and m.birthday is not null`
  return sql`with f as (${those(false)}), t as (${those(true)})
    select f.id as "ourId", t.id as "theirId", f.id as "memberId", f.shop_id as "shopId", f.text as here, t.text as there,
      null::integer as yen, null::text as "theirDay",
      case when f.kana = t.kana then 0 when f.name = t.name then 1 else 2 end as distance
    from f join t on t.birthday = f.birthday and (f.kana = t.kana or f.name = t.name or f.tel = t.tel)
    where ${inShop('f', shopId)}`
}

/** Contracts that run at the same time and have not both ended, options aside. */
const twoContracts = (who: SQL, isWhose: SQL, { shopId, today }: Of) => {
  const text = (of: SQL, plan: SQL) =>
    sql`concat(${plan}.name, ' ', to_char(${of}.start_on, 'YYYY/MM/DD'), '〜', to_char(${of}.end_on, 'YYYY/MM/DD'))`
  return sql`select f.id as "ourId", t.id as "theirId", f.member_id as "memberId", f.shop_id as "shopId",
      ${text(sql`f`, sql`p`)} as here, ${text(sql`t`, sql`q`)} as there, null::integer as yen, t.start_on::text as "theirDay",
      abs(f.start_on - t.start_on) as distance
    from contract f ${who} join contract t on ${isWhose} join shop_plan p on p.id = f.plan_id join shop_plan q on q.id = t.plan_id
    where f.from_file and not t.from_file and f.kind <> 'option' and t.kind <> 'option'
      and f.start_on <= coalesce(t.end_on, 'infinity') and t.start_on <= coalesce(f.end_on, 'infinity')
      and least(f.end_on, t.end_on, 'infinity') >= ${today} and ${inShop('f', shopId)}`
}

const isSettled = (of: SQL) => sql`${of}.settled_at is not null and ${of}.status in ('paid', 'refunded')`
const isSameDayAndShop = sql`t.shop_id = f.shop_id and tokyo_day(t.settled_at) = tokyo_day(f.settled_at)`
/** A terminal, a closing report and an export may differ by a few days. */
const isNear = sql`t.settled_at >= f.settled_at - interval '4 days' and t.settled_at < f.settled_at + interval '4 days'
  and abs(tokyo_day(t.settled_at) - tokyo_day(f.settled_at)) <= 3`

/** Sales of one sum within a few days, both dues or neither unless one source does not know (その他). */
const salesTwice = (who: SQL, isWhose: SQL, { shopId }: Of, isThen = isNear) => {
  const lines = (of: SQL) => sql`lateral (
    select coalesce(sum(s.net), 0)::integer as yen, string_agg(p.name, '・' order by s.line_no) as names,
      coalesce(bool_or(p.category = 'membershipFee'), false) as is_dues, coalesce(bool_or(p.category = 'other'), false) as is_other
    from sale_line s join product p on p.id = s.product_id where s.sale_id = ${of}.id)`
  const text = (of: SQL, l: SQL) =>
    sql`concat(to_char(tokyo_day(${of}.settled_at), 'YYYY/MM/DD'), ' ¥', to_char(${l}.yen, 'FM999,999,999,990'), ' ', ${l}.names)`
  return sql`select f.id as "ourId", t.id as "theirId", f.member_id as "memberId", f.shop_id as "shopId",
      ${text(sql`f`, sql`fl`)} as here, ${text(sql`t`, sql`tl`)} as there, fl.yen, null::text as "theirDay",
      abs(tokyo_day(t.settled_at) - tokyo_day(f.settled_at)) as distance
    from sale f ${who} join sale t on ${isWhose} and not t.from_file and not t.met_file and ${isSettled(sql`t`)} and ${isThen}
      cross join ${lines(sql`f`)} fl cross join ${lines(sql`t`)} tl
    where f.from_file and ${isSettled(sql`f`)} and fl.yen = tl.yen and (fl.is_dues = tl.is_dues or fl.is_other or tl.is_other) and ${inShop('f', shopId)}`
}

/** Visits of one shop and day. */
const visitsTwice = (who: SQL, isWhose: SQL, { shopId }: Of) => {
  const minute = (of: SQL) => sql`to_char(${of}.entered_at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI')`
  return sql`select f.id as "ourId", t.id as "theirId", f.member_id as "memberId", f.shop_id as "shopId",
      ${minute(sql`f`)} as here, ${minute(sql`t`)} as there, null::integer as yen, null::text as "theirDay",
      abs(extract(epoch from t.entered_at - f.entered_at))::double precision as distance
    from visit f ${who} join visit t on ${isWhose} and not t.from_file and not t.met_file and t.shop_id = f.shop_id
      and t.entered_at > f.entered_at - interval '1 day' and t.entered_at < f.entered_at + interval '1 day'
      and tokyo_day(t.entered_at) = tokyo_day(f.entered_at)
    where f.from_file and ${inShop('f', shopId)}`
}

const candidates = { twoContracts, salesTwice, visitsTwice } satisfies Record<
  FactCheck,
  (who: SQL, isWhose: SQL, of: Of) => SQL
>

/** The members of the club system of whom staff have records: they do not become another's. */
export async function keptByStaff(scoped: Scoped, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const found = await rowsOf<{ id: number }>(
    scoped,
    sql`select k.id from members_with_records(${sql.param(ids)}::integer[]) k (id)`,
  )
  return new Set(found.map(({ id }) => id))
}
