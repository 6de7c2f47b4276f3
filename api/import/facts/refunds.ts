import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { pagesOf } from '../../lib/pages.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { meaningOf } from './sale-states.ts'

// Which sale a refund pays back, and the refunds that nobody has sent: of a sale that is 返金済 and that no negative sale
// pays back. Those are rows like others, so that every figure and list has them; they have no number and name their sale.

export interface Sold {
  id: number
  shopId: number
  /** Of the settlement, in Tokyo. */
  day: string
  sum: number
  status: string
  /** Of the dues. */
  targetMonth: string | null
  /** Products. */
  what: string
}

/**
 * The sale that each refund of one buyer pays back, by the refund's id; nothing says so. First a sale of
 * its sum that is 返金済; then one that it is a part of, or one of its sum that is not 返金済 (`isSure`: whose buyer is
 * known). Of several the one most like it, of its sum, the latest. The order in which rows have come does not matter.
 */
export function matchRefunds(sales: readonly Sold[], { isSure }: { isSure: boolean }): Map<number, number> {
  const inOrder = sales
    .filter(({ status }) => meaningOf(status).counts)
    .sort((one, other) => (one.day === other.day ? one.id - other.id : one.day < other.day ? -1 : 1))
  const left = new Map(inOrder.filter(({ sum }) => sum > 0).map(({ id, sum }) => [id, sum]))
  const matched = new Map<number, number>()
  const pass = (fits: (sale: Sold, refund: Sold) => boolean) => {
    for (const refund of inOrder) {
      if (refund.sum >= 0 || matched.has(refund.id)) continue
      const found = inOrder.filter((sale) => sale.sum > 0 && sale.day <= refund.day && fits(sale, refund))
      const [sale] = found.reverse().sort((one, other) => likeness(other, refund) - likeness(one, refund))
      if (!sale) continue
      matched.set(refund.id, sale.id)
      left.set(sale.id, (left.get(sale.id) ?? 0) + refund.sum)
    }
  }
  const isWhole = ({ id, sum }: Sold, refund: Sold) => sum === -refund.sum && left.get(id) === sum
  const isPaidBack = ({ status }: Sold) => meaningOf(status).isPaidBack === true
  pass((sale, refund) => isPaidBack(sale) && isWhole(sale, refund))
  const isPart = (sale: Sold, refund: Sold) => isPaidBack(sale) && (left.get(sale.id) ?? 0) >= -refund.sum
  const isLike = (sale: Sold, refund: Sold) => isSure && sale.shopId === refund.shopId && isWhole(sale, refund)
  pass((sale, refund) => isPart(sale, refund) || isLike(sale, refund))
  return matched
}

const likeness = (sale: Sold, refund: Sold) =>
  (sale.targetMonth === refund.targetMonth ? 8 : 0) +
  (sale.what === refund.what ? 4 : 0) +
  (sale.shopId === refund.shopId ? 2 : 0) +
  (sale.sum === -refund.sum ? 1 : 0)

/** Product, quantity, price, discount, tax and net. */
type Line = [number, number, number, number, number, number]

interface SoldRow extends Sold {
  memberId: number | null
  refundOf: number | null
  isSent: boolean
  at: string
  /** What a refund takes over from its sale. */
  head: string
  lines: Line[]
}

interface Scope {
  members: readonly number[]
  /** Shops whose guests have bought or got something back. */
  guestsOf: readonly number[]
  /** Also sales of members whom the club system no longer has: their refunds name no member. */
  withStrangers?: true
}

const membersAtOnce = 2000

/**
 * Finds the refunds of these buyers anew, after rows of theirs have changed; `written` are those, as `t`. Returns the
 * shops and the first day whose refunds are others now.
 */
export async function settleRefunds(tx: Db, written: SQL, { members, guestsOf, withStrangers }: Scope) {
  await tx.execute(sql`
    update sale t set refund_of = case when sold.sum < 0 then coalesce(t.refund_of, t.id) end
    from (select t.id, (select sum(l.net) from sale_line l where l.sale_id = t.id) as sum from sale t where ${written}) sold
    where t.id = sold.id and (sold.sum < 0) is distinct from (t.refund_of is not null) and ${isSent}`)
  const changed = { shops: new Set<number>(), since: null as string | null }
  const isTheirs = sql`t.shop_id = any (${sql.param(guestsOf)}::integer[]) and ${isOfRefunds}`
  const isOfGuests = withStrangers
    ? sql`t.id in (select t.id from sale t where t.member_id is null and ${isTheirs}
        union all select t.id from member o join sale t on t.member_id = o.id
          where o.last_synced_at is null and not t.from_file and ${isTheirs})`
    : sql`t.member_id is null and ${isTheirs}`
  const scopes = [...(guestsOf.length > 0 ? [isOfGuests] : []), ...pagesOf([...members], membersAtOnce).map(hasRefunds)]
  for (const scope of scopes) {
    for (const { shopId, day } of await settle(tx, scope)) {
      changed.shops.add(shopId)
      if (changed.since === null || day < changed.since) changed.since = day
    }
  }
  return { shops: [...changed.shops], since: changed.since }
}

/** Of `t`: the provider or a file has it, unlike a refund that is only known from its sale's state. */
const isSent = sql`(t.external_id is not null or t.receipt_no is not null or t.refund_of is null or t.refund_of = t.id)`
/** The club system has it, and its buyer is known to files alone. */
const isOfStranger = sql`(not t.from_file and exists (select from member o where o.id = t.member_id and o.last_synced_at is null))`
const isOfRefunds = sql`(t.status = 'refunded' or t.refund_of is not null)`
/** Members without a refund are skipped. */
const hasRefunds = (members: readonly number[]) => sql`t.member_id = any (array(
  select distinct t.member_id from sale t where t.member_id = any (${sql.param(members)}::integer[]) and ${isOfRefunds}))
  and not ${isOfStranger}`

async function settle(tx: Db, scope: SQL): Promise<{ shopId: number; day: string }[]> {
  // One writer at a time: two would both add the refund of a sale.
  await tx.execute(sql`select from sale t where ${scope} and t.status = 'refunded' order by t.id for update`)
  const rows = await rowsOf<SoldRow>(
    tx,
    sql`select t.id, t.shop_id as "shopId", t.status,
        case when not ${isOfStranger} then t.member_id end as "memberId", t.refund_of as "refundOf",
        t.target_month::text as "targetMonth", ${isSent} as "isSent",
        to_json(t.settled_at)::text as at, sold.sum, sold.lines,
        jsonb_build_array(t.shop_id, t.member_id, t.settled_at, t.target_month, t.method, t.from_file)::text as head
      from sale t cross join lateral (
        select coalesce(sum(l.net), 0)::integer as sum, coalesce(jsonb_agg(
          jsonb_build_array(l.product_id, l.quantity, l.unit_price, l.discount, l.tax, l.net) order by l.line_no), '[]') as lines
        from sale_line l where l.sale_id = t.id) sold
      where ${scope} and t.settled_at is not null order by t.id`,
  )
  for (const row of rows) {
    row.day = tokyoDayOf(new Date(JSON.parse(row.at)))
    row.what = [...new Set(row.lines.map(([product]) => product))].sort().join(' ')
  }
  const [sent, added] = [rows.filter(({ isSent }) => isSent), rows.filter(({ isSent }) => !isSent)]
  const links: { id: number; sale: number }[] = []
  const wanted = new Map<number, { of: SoldRow; lines: Line[] }>()
  for (const [memberId, sales] of Map.groupBy(sent, (row) => row.memberId)) {
    const matched = matchRefunds(sales, { isSure: memberId !== null })
    const refundsOf = Map.groupBy(
      sales.filter(({ id }) => matched.has(id)),
      ({ id }) => matched.get(id),
    )
    for (const { id, sum, refundOf } of sales) {
      const sale = sum < 0 ? (matched.get(id) ?? id) : null
      if (sale !== null && sale !== refundOf) links.push({ id, sale })
    }
    for (const sale of sales) {
      const refunds = refundsOf.get(sale.id) ?? []
      const left = refunds.reduce((rest, { sum }) => rest + sum, sale.sum)
      if (!meaningOf(sale.status).isPaidBack || left <= 0) continue
      wanted.set(sale.id, { of: sale, lines: [sale, ...refunds].flatMap(({ lines }) => lines.map(negative)) })
    }
  }
  const isAsWanted = (row: SoldRow) => {
    const one = wanted.get(row.refundOf ?? 0)
    return one !== undefined && one.of.head === row.head && JSON.stringify(one.lines) === JSON.stringify(row.lines)
  }
  const stays = new Set(added.filter(isAsWanted).map(({ refundOf }) => refundOf))
  const gone = added.filter((row) => !isAsWanted(row))
  const fresh = [...wanted.values()].filter(({ of }) => !stays.has(of.id))
  await link(tx, links)
  await removeRefunds(tx, gone)
  await addRefunds(tx, fresh)
  return [...gone, ...fresh.map(({ of }) => of)]
}

const negative = ([product, quantity, price, discount, tax, net]: Line): Line => [
  ...([product, 0 - quantity, price, 0 - discount, 0 - tax, 0 - net] as const),
]

async function link(tx: Db, links: readonly { id: number; sale: number }[]) {
  if (links.length === 0) return
  await tx.execute(sql`update sale t set refund_of = w.sale
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as w (id integer, sale integer) where t.id = w.id`)
}

async function removeRefunds(tx: Db, gone: readonly { id: number }[]) {
  if (gone.length === 0) return
  const ids = sql`${sql.param(gone.map(({ id }) => id))}::integer[]`
  await tx.execute(sql`delete from sale_line where sale_id = any (${ids})`)
  await tx.execute(sql`delete from sale where id = any (${ids})`)
}

async function addRefunds(tx: Db, fresh: readonly { of: SoldRow; lines: Line[] }[]) {
  if (fresh.length === 0) return
  const rows = fresh.map(({ of, lines }) => ({ id: of.id, lines }))
  await tx.execute(sql`
    with w as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id integer, lines jsonb)),
    made as (
      insert into sale (shop_id, member_id, staff_id, settled_at, target_month, method, status, refund_of, from_file)
      select o.shop_id, o.member_id, o.staff_id, o.settled_at, o.target_month, o.method, 'paid', o.id, o.from_file
      from w join sale o on o.id = w.id order by o.id
      returning id, refund_of, shop_id
    )
    insert into sale_line (sale_id, line_no, shop_id, product_id, quantity, unit_price, discount, tax, net)
    select m.id, one.at, m.shop_id, (one.line ->> 0)::integer, (one.line ->> 1)::integer, (one.line ->> 2)::integer,
      (one.line ->> 3)::integer, (one.line ->> 4)::integer, (one.line ->> 5)::integer
    from w join made m on m.refund_of = w.id cross join lateral jsonb_array_elements(w.lines) with ordinality as one (line, at)`)
}
