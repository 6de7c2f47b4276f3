import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { lockRows } from '../db/expressions.ts'
import { followTouched } from '../import/facts/follow.ts'
import { tokyoDayOf } from '../lib/time.ts'

/**
 * Where a member's list has only what is current, a plan that was changed vanishes without an end: it ended on the day
 * before the one that has followed it. Members without another plan, and options, are not touched. `members`: whose
 * lists were read whole; numbers of the club system.
 */
export async function endFollowed(tx: Db, brandCode: string, members: readonly string[], now: Date): Promise<void> {
  const following = sql`from contract o join provider_row q on q.their_id = o.external_id::text
    where o.member_id = c.member_id and o.kind <> 'option' and o.start_on > c.start_on
      and o.start_on <= ${tokyoDayOf(now)}::date and q.brand_code = ${brandCode} and q.resource = 'contracts'
      and q.outcome = 'written' and q.missing_since is null`
  const { rows: ended } = await tx.execute<{ memberId: number; shopId: number; startOn: string }>(
    sql`update contract c set end_on = (select min(o.start_on) - 1 ${following})
      from member m, provider_row p
      where m.external_id = any (${sql.param(members.map(Number))}::integer[]) and c.member_id = m.id
        and c.kind <> 'option' and c.end_on is null and not coalesce(c.provider_values ? 'end_on', false)
        and p.brand_code = ${brandCode} and p.resource = 'contracts' and p.their_id = c.external_id::text
        and p.missing_since is not null
        and exists (select ${following})
      returning c.member_id as "memberId", c.shop_id as "shopId", c.start_on::text as "startOn"`,
  )
  if (ended.length === 0) return
  await lockRows(tx, 'member', sql`t.id = any (${sql.param(ended.map(({ memberId }) => memberId))}::integer[])`)
  await followTouched(tx, 'contract', {
    members: [...new Set(ended.map(({ memberId }) => memberId))],
    shops: [...new Set(ended.map(({ shopId }) => shopId))],
    since: ended.map(({ startOn }) => startOn).toSorted()[0] ?? null,
  })
}
