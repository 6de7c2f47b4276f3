import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { hasWindow, type OfLists, type OfMembers, windowOf } from './lists.ts'
import type { RunRow } from './runs.ts'

// A row of something that is here, or cannot be read, and that is missing there is a suspicion: it is marked and counted, and nothing of ours
// is closed for it.

/** Marks rows that a whole reading has not seen. Sales are never missing, because only days of them are read. */
export async function countMissing(tx: Db, { id, brandCode }: RunRow, resource: OfLists, today: string, now: Date) {
  if (resource === 'purchases') return 0
  const isOurs = hasWindow(resource)
    ? isInWindow(resource, today)
    : resource === 'members'
      ? sql`(p.outcome <> 'skipped' or ${isHere})`
      : sql`p.outcome <> 'skipped'`
  return mark(tx, brandCode, resource, sql`p.seen_in is distinct from ${Number(id)} and ${isOurs}`, now)
}

/** For `provider_row p` of a member: they are here, though their row may be skipped or unreadable. */
export const isHere = sql`exists (select from member h
  where h.external_id = case when p.their_id ~ '^[1-9][0-9]{0,9}$' then p.their_id::bigint end)`

function isInWindow(resource: OfLists, today: string): SQL {
  const { from, to } = windowOf(today)
  const table = sql.identifier(resource === 'lessons' ? 'slot' : 'reservation')
  return sql`p.their_id = any (array(select f.external_id::text from ${table} f
    where f.external_id is not null and f.start_at >= day_start(${from}::date) and f.start_at < day_start(${to}::date + 1)))`
}

/** Marks contracts or tickets that the list of their member, once read, does not have. */
export function countMissingOfMembers(
  tx: Db,
  brandCode: string,
  resource: OfMembers,
  memberIds: readonly string[],
  seen: readonly string[],
  now: Date,
) {
  const table = sql.identifier(resource === 'contracts' ? 'contract' : 'member_ticket')
  const theirs = sql`select f.external_id::text from member m join ${table} f on f.member_id = m.id
    where m.external_id = any (${sql.param(memberIds.map(Number))}::integer[]) and f.external_id is not null`
  const unread = sql`select u.their_id from provider_row u where u.resource = ${resource} and u.outcome = 'failed'
    and u.missing_since is null and u.brand_code = ${brandCode} and u.known_member = any (${sql.param(memberIds)}::text[])`
  const which = sql`p.their_id = any (array(${theirs} union all ${unread})) and p.their_id <> all (${sql.param(seen)}::text[])`
  return mark(tx, brandCode, resource, which, now)
}

async function mark(tx: Db, brandCode: string, resource: string, which: SQL, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    with marked as (
      update provider_row p set missing_since = ${now.toISOString()}::timestamptz
      where p.brand_code = ${brandCode} and p.resource = ${resource} and p.missing_since is null and ${which}
      returning 1
    )
    select count(*)::integer as n from marked`)
  return rows[0]?.n ?? 0
}
