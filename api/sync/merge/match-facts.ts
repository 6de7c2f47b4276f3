import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { productsByName } from '../../import/facts/sales.ts'
import { pairSales, salesLike, sameMoment } from '../../import/facts/same-fact.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import { isSamePast, meantOf } from '../write/contracts.ts'
import { type KnownMember, membersOf, numberOf, type Row, shopOf, type Writing } from '../write/outcomes.ts'
import { linesOf } from '../write/purchases.ts'

// Which of our facts a fact of the club system is, by what its writer goes by. What is left on both sides is compared
// afterwards (`alike.ts`).

/** What facts of both sides are compared by. */
export interface Fact {
  memberId: number | null
  shopId: number
  /** YYYY-MM-DD in Tokyo. */
  day: string
  /** As staff read it. */
  text: string
  /** Of money: yen with tax. */
  yen?: number
  /** What it has in common with one of the other side: a kind, a name, a minute. */
  key?: string
  /** Of dues: the month that they are for, YYYY-MM. */
  month?: string | null
}

/** A fact of the club system without one of ours. */
export interface TheirFact extends Fact {
  theirId: string
  /** Of a buyer whom the club system no longer has, so that nobody knows who it is. */
  isOfStranger?: boolean
  /** Of money: not paid, or not yet. */
  isOpen?: boolean
}

export interface Matched {
  /** Ours, each once. */
  same: Set<number>
  sameYen: number
  left: TheirFact[]
}
export const noMatches = (): Matched => ({ same: new Set(), sameYen: 0, left: [] })

type Members = Awaited<ReturnType<typeof membersOf>>
const whose = (members: Members, id: string | null | undefined): KnownMember | null =>
  id == null ? null : (members.get(id) ?? null)

/** Ours by their numbers or by what else identifies them: `pairs` selects `id` (theirs) and `ours`. */
async function ours(db: Db, pairs: SQL, into: Matched): Promise<Set<string>> {
  const found = await rowsOf<{ id: string; ours: number }>(db, pairs)
  for (const one of found) into.same.add(one.ours)
  return new Set(found.map(({ id }) => id))
}

export async function matchContracts(writing: Writing, rows: readonly Row<'contracts'>[], into: Matched) {
  const { tx } = writing
  const members = await membersOf(
    tx,
    rows.map(({ row }) => row.memberId),
  )
  const meant = rows.flatMap(({ id, row }) => {
    const one = meantOf(writing, { id, row }, members)
    return 'is' in one ? [] : [one]
  })
  const given = meant.map(({ id, row, externalId, planId, memberId, shopId, kind }) => ({
    ...{ id, externalId, planId, memberId, shopId, name: row.plan.name, startOn: row.startOn },
    endOn: kind === 'option' ? null : (row.endOn ?? null),
  }))
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as w (id text, "externalId" integer, "planId" integer,
    "memberId" integer, "shopId" integer, name text, "startOn" date, "endOn" date)`
  const known = await ours(
    tx,
    sql`select w.id, t.id as ours from ${wanted} join contract t on t.external_id = w."externalId"
      union select w.id, t.id from ${wanted} join contract t on t.member_id = w."memberId" and t.start_on = w."startOn" and t.from_file
        join shop_plan p on p.id = t.plan_id and p.shop_id = w."shopId" and (p.external_id = w."planId" or p.name = w.name)
      union select w.id, t.id from ${wanted} join contract t on ${isSamePast(sql`w`)}`,
    into,
  )
  for (const { id, row, memberId, shopId, kind } of meant) {
    if (known.has(id)) continue
    const text = `${row.plan.name} ${row.startOn.replaceAll('-', '/')}〜${row.endOn?.replaceAll('-', '/') ?? ''}`
    const isRunning = row.endOn == null || row.endOn >= tokyoDayOf(writing.now)
    const key = kind === 'option' ? 'option' : isRunning ? 'running' : 'past'
    into.left.push({ theirId: id, memberId, shopId, day: row.startOn, text, key })
  }
}

export async function matchTickets(writing: Writing, rows: readonly Row<'memberTickets'>[], into: Matched) {
  const { tx } = writing
  const members = await membersOf(
    tx,
    rows.map(({ row }) => row.memberId),
  )
  const types = await rowsOf<{ id: number; externalId: number; name: string }>(
    tx,
    sql`select id, external_id as "externalId", name from ticket where external_id is not null`,
  )
  const typeOf = new Map(types.map((type) => [String(type.externalId), type]))
  const given = rows.flatMap(({ id, row }) => {
    const [member, shopId, type] = [
      whose(members, row.memberId),
      shopOf(writing, row.studioId),
      typeOf.get(row.ticketId),
    ]
    if (!member || typeof shopId !== 'number' || !type) return []
    return [
      { id, externalId: numberOf(id), memberId: member.id, shopId, ticketId: type.id, at: row.grantedAt, type, row },
    ]
  })
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(given.map(({ type: _, row: __, ...one }) => one))}::jsonb)
    as w (id text, "externalId" integer, "memberId" integer, "ticketId" integer, at timestamptz)`
  const known = await ours(
    tx,
    sql`select w.id, t.id as ours from ${wanted} join member_ticket t on t.external_id = w."externalId"
      union select w.id, t.id from ${wanted} join member_ticket t on t.member_id = w."memberId" and t.ticket_id = w."ticketId"
        and t.from_file and ${sameMoment('day', sql`t.granted_at`, sql`w.at`)}`,
    into,
  )
  for (const { id, memberId, shopId, type, row } of given) {
    if (known.has(id)) continue
    const day = tokyoDayOf(new Date(row.grantedAt))
    const text = `${type.name} ${day.replaceAll('-', '/')} ${row.grantedNum}枚`
    into.left.push({ theirId: id, memberId, shopId, day, text, key: `${type.id} ${row.grantedNum}` })
  }
}

/** Bookings, and the visits of those that were checked in. */
export async function matchBookings(
  writing: Writing,
  rows: readonly Row<'bookings'>[],
  into: { bookings: Matched; visits: Matched },
) {
  const { tx } = writing
  const members = await membersOf(
    tx,
    rows.map(({ row }) => row.memberId ?? null),
  )
  const given = rows.flatMap(({ id, row }) => {
    const member = whose(members, row.memberId)
    const shopId = row.studioId === undefined ? member?.shopId : shopOf(writing, row.studioId)
    if (typeof shopId !== 'number' || (row.memberId != null && !member)) return []
    const { startAt, programName = '予約', checkedInAt = null } = row
    return [{ id, externalId: numberOf(id), memberId: member?.id ?? null, shopId, startAt, programName, checkedInAt }]
  })
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as w (id text, "externalId" integer,
    "memberId" integer, "shopId" integer, "startAt" timestamptz, "programName" text, "checkedInAt" timestamptz)`
  const known = await ours(
    tx,
    sql`select w.id, t.id as ours from ${wanted} join reservation t on t.external_id = w."externalId"
      union select w.id, t.id from ${wanted} join reservation t on t.member_id = w."memberId" and t.program_name = w."programName"
        and t.from_file and ${sameMoment('minute', sql`t.start_at`, sql`w."startAt"`)}`,
    into.bookings,
  )
  const visited = await ours(
    tx,
    sql`select w.id, t.id as ours from ${wanted} join visit t on t.member_id = w."memberId" and t.shop_id = w."shopId"
      and ${sameMoment('minute', sql`t.entered_at`, sql`w."checkedInAt"`)}`,
    into.visits,
  )
  for (const { id, memberId, shopId, startAt, programName, checkedInAt } of given) {
    const shown = (at: string) => `${tokyoDayOf(new Date(at)).replaceAll('-', '/')} ${minuteOf(at)}`
    const one = { theirId: id, memberId, shopId }
    if (!known.has(id)) {
      const day = tokyoDayOf(new Date(startAt))
      into.bookings.left.push({ ...one, day, text: `${shown(startAt)} ${programName}`, key: minuteOf(startAt) })
    }
    if (checkedInAt !== null && memberId !== null && !visited.has(id)) {
      into.visits.left.push({ ...one, day: tokyoDayOf(new Date(checkedInAt)), text: shown(checkedInAt) })
    }
  }
}

/** HH:MM in Tokyo. */
const minuteOf = (at: string) => toTokyoDateTime(new Date(at)).slice(11, 16)

/** Sales that are paid, and dues that are not: a file may have them as sold. */
export async function matchSales(writing: Writing, rows: readonly Row<'purchases'>[], into: Matched) {
  const { tx } = writing
  const products = await productsByName(tx)
  const members = await membersOf(
    tx,
    rows.map(({ row }) => row.memberId ?? null),
  )
  const unknown = rows.flatMap(({ row }) => (row.memberId && !members.has(row.memberId) ? row.memberId : []))
  const listed = unknown.length > 0 ? await writing.kept('members', unknown) : new Map<string, never>()
  const given = rows.flatMap(({ id, row }) => {
    const [shopId, member, externalId] = [shopOf(writing, row.studioId), whose(members, row.memberId), numberOf(id)]
    if (typeof shopId !== 'number' || externalId === null) return []
    const isOfStranger = row.memberId != null && !member
    // A sale of a member of the list who is not here yet comes with a later run.
    if (isOfStranger && listed.has(row.memberId as string)) return []
    const lines = linesOf(writing, row, products, [])
    const isDues = lines.some(({ category }) => category === 'membershipFee')
    const isOpen = !row.settledAt
    const day = row.settledAt ? tokyoDayOf(new Date(row.settledAt)) : isDues ? row.targetMonth : null
    if (!day) return []
    const month = isDues ? (row.targetMonth ?? day).slice(0, 7) : null
    return [{ id, externalId, memberId: member?.id ?? null, shopId, day, lines, isDues, month, isOfStranger, isOpen }]
  })
  const numbers = sql`${sql.param(given.map(({ externalId }) => externalId))}::integer[]`
  const known = await ours(
    tx,
    sql`select t.external_id::text as id, t.id as ours from sale t where t.external_id = any (${numbers})`,
    into,
  )
  const fresh = given.filter(({ id, isOfStranger, isOpen }) => !known.has(id) && !isOfStranger && !isOpen)
  const stored = await salesLike(
    tx,
    fresh,
    sql`t.from_file and (t.external_id is null or t.external_id <> all (${numbers}))`,
  )
  const pairs = pairSales(
    fresh,
    stored.filter(({ id }) => !into.same.has(id)),
  )
  for (const one of given) {
    const { id, memberId, shopId, day, month, isDues, isOfStranger, isOpen } = one
    const yen = one.lines.reduce((sum, { net }) => sum + net, 0)
    const pair = pairs.get(one)
    if (pair) into.same.add(pair.id)
    if (pair || known.has(id)) into.sameYen += isOpen ? 0 : yen
    else {
      const names = one.lines.map(({ product }) => product).join('・')
      const note = `${isOpen ? '（入金なし）' : ''}${isOfStranger ? '（購入者は提供元の会員にいません）' : ''}`
      const text = `${day.replaceAll('-', '/')} ¥${yen.toLocaleString('ja-JP')} ${names}${note}`
      into.left.push({
        ...{ theirId: id, memberId, shopId, day, text, yen, month, isOfStranger, isOpen },
        key: isDues ? 'dues' : '',
      })
    }
  }
}
