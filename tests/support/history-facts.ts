import { type SQL, sql } from 'drizzle-orm'
import type { Stub } from '../../stub/stub.ts'

// Facts that are here, by what people tell them apart by.

export type RowsOf = (query: SQL) => Promise<Record<string, unknown>[]>

export const factKinds = ['member', 'contract', 'sale', 'visit', 'booking', 'ticket'] as const
export type HistoryFactKind = (typeof factKinds)[number]

export const keyOf = ({ memberNo, key }: { memberNo: string; key: string }) =>
  `${memberNo} ${key}`.replaceAll(/ +/g, ' ').trim()

const minute = (moment: SQL) => sql`to_char(${moment} at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI')`
const day = (moment: SQL) => sql`to_char(${moment} at time zone 'Asia/Tokyo', 'YYYY-MM-DD')`

/** How many there are of each, without refunds that are known from the state of their sale alone. */
export async function factsHere(rowsOf: RowsOf): Promise<Record<HistoryFactKind, Map<string, number>>> {
  const of = async (key: SQL, from: SQL) =>
    new Map(
      (await rowsOf(sql`select ${key} as key, count(*)::integer as n ${from} group by 1`)).map(({ key: name, n }) => [
        String(name).replaceAll(/ +/g, ' ').trim(),
        Number(n),
      ]),
    )
  const whose = sql`coalesce((select m.member_no from member m where m.id = t.member_id), '')`
  return {
    member: await of(sql`member_no`, sql`from member`),
    contract: await of(
      sql`${whose} || ' ' || t.start_on || ' ' || (select p.name from shop_plan p where p.id = t.plan_id)`,
      sql`from contract t`,
    ),
    sale: await of(
      sql`${whose} || ' ' || coalesce(${day(sql`t.settled_at`)}, '') || ' ' || (select coalesce(sum(l.net), 0) from sale_line l where l.sale_id = t.id)`,
      sql`from sale t where t.external_id is not null or t.refund_of is null or t.refund_of = t.id`,
    ),
    visit: await of(sql`${whose} || ' ' || ${minute(sql`t.entered_at`)}`, sql`from visit t`),
    booking: await of(
      sql`${whose} || ' ' || ${minute(sql`t.start_at`)} || ' ' || t.program_name`,
      sql`from reservation t`,
    ),
    ticket: await of(sql`${whose} || ' ' || ${day(sql`t.granted_at`)}`, sql`from member_ticket t`),
  }
}

/** The facts of the provider's rows, by kind and number; of a row that nobody can read, what can be. */
export function factsThere({ world }: Stub, numbers: ReadonlyMap<number, string>): Map<string, string> {
  const numberOf = (id: number | null) => (id === null ? '' : (numbers.get(id) ?? ''))
  const day = (moment: unknown) => String(moment ?? '').slice(0, 10)
  const facts = new Map<string, string>()
  const add = (kind: HistoryFactKind, id: number, memberId: number | null, key: string) =>
    void facts.set(`${kind} ${id}`, `${kind} ${keyOf({ memberNo: numberOf(memberId), key })}`.trim())
  for (const { id } of world.members) add('member', id, id, '')
  for (const one of world.purchases) {
    const net = one.details.reduce((sum, { total_amount }) => sum + total_amount, 0)
    add('sale', one.id, one.member_id, `${day(one.settled_at)} ${net}`)
  }
  for (const one of world.reservations) {
    add('booking', one.id, one.member_id, `${one.start_at.slice(0, 16)} ${one.program_name}`)
    if (one.checkin_at) add('visit', one.id, one.member_id, one.checkin_at.slice(0, 16))
  }
  for (const one of world.plans) add('contract', one.id, one.member_id, `${one.start_on} ${one.plan.name}`)
  for (const one of world.member_tickets) add('ticket', one.id, one.member_id, day(one.granted_at))
  return facts
}
