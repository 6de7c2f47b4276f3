import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/expressions.ts'
import { followTouched } from '../../import/facts/follow.ts'
import {
  failed,
  memberIsMissing,
  membersOf,
  numberOf,
  type Outcomes,
  shopOf,
  skipped,
  type Writer,
} from './outcomes.ts'
import { touchedOf } from './touched.ts'
import { type Target, upsert, type Wanted } from './upsert.ts'

const target: Target = {
  table: 'member_ticket',
  columns: {
    ...{ member_id: 'integer', shop_id: 'integer', ticket_id: 'integer', granted_num: 'integer' },
    ...{ used_num: 'integer', granted_at: 'timestamptz', expires_on: 'date' },
  },
  initial: { home_shop_id: 'integer', source: 'text', unit_price: 'integer' },
  natural: ['member_id', 'ticket_id', 'granted_at'],
  cut: { granted_at: 'day' },
}

/** Tickets that members have. How they got one, and for how much, is not said: it counts as bought at its type's price. */
export const writeMemberTickets: Writer<'memberTickets'> = async (writing, rows) => {
  const { tx } = writing
  const outcomes: Outcomes = new Map()
  const wanted: Wanted[] = []
  const members = await membersOf(
    tx,
    rows.map(({ row }) => row.memberId),
  )
  const types = new Map(
    (
      await rowsOf<{ id: number; externalId: number; unitPrice: number }>(
        tx,
        sql`select id, external_id as "externalId", price / greatest(num, 1) as "unitPrice" from ticket
          where external_id = any (${sql.param(rows.flatMap(({ row }) => numberOf(row.ticketId) ?? []))}::integer[])`,
      )
    ).map((type) => [String(type.externalId), type]),
  )
  for (const { id, row } of rows) {
    const shop = shopOf(writing, row.studioId)
    const externalId = numberOf(id)
    const member = members.get(row.memberId)
    const type = types.get(row.ticketId)
    if (externalId === null) outcomes.set(id, failed('チケットの番号が数字ではないため、反映していません。'))
    else if (typeof shop !== 'number') outcomes.set(id, shop)
    else if (!member) outcomes.set(id, skipped(memberIsMissing))
    else if (!type) outcomes.set(id, failed('チケットの種類が取り込まれていないため、反映していません。'))
    else if (row.usedNum < 0 || row.usedNum > row.grantedNum)
      outcomes.set(id, failed('使用枚数が付与枚数より多いため、反映していません。'))
    else
      wanted.push({
        ...{ id, externalId },
        values: {
          ...{ member_id: member.id, shop_id: shop, ticket_id: type.id, granted_num: row.grantedNum },
          ...{ used_num: row.usedNum, granted_at: row.grantedAt, expires_on: row.expiresOn },
        },
        initial: { home_shop_id: member.shopId, source: 'purchase', unit_price: type.unitPrice },
      })
  }
  const result = await upsert(tx, target, wanted)
  await followTouched(tx, 'ticket', touchedOf(result, []))
  return new Map([...outcomes, ...result.outcomes])
}
