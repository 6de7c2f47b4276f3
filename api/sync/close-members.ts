import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { lockRows, rowsOf } from '../db/expressions.ts'
import type { ClosedContracts } from '../db/schema/missing-member.ts'
import { followTouched } from '../import/facts/follow.ts'
import { wentOn } from './known-end.ts'

// Ends the contracts of members who are no longer at the club system, or are at studios that are left out, and takes that
// back, with all that follows from contracts: states, list, months (decision 0069). `ids` are rows of `missing_member`.

interface Touched extends Record<string, unknown> {
  missingId: number
  memberId: number
  shopId: number
  startOn: string
}

const touched = (missing: SQL) => sql`${missing} as "missingId", c.member_id as "memberId", c.shop_id as "shopId",
  c.start_on::text as "startOn"`

const changed = async <Row extends Record<string, unknown>>(tx: Db, statement: SQL) =>
  (await tx.execute<Row>(statement)).rows

/** For a contract of a member who has moved: false for an option that goes on here. */
const isElsewhere = sql`(c.kind <> 'option' or exists (select from provider_row p where p.brand_code = x.brand_code
  and p.resource = 'contracts' and p.their_id = c.external_id::text and p.outcome <> 'written'))`

/** A term that was over before the absence was noticed is that end. */
const thereOn = sql`case when x.kind = 'missing' then greatest(x.last_seen_on, tokyo_day(x.missing_since) - 1) else x.last_seen_on end`

/**
 * Contracts that go on end with the day on which the club system last had the member; one that would have begun later is
 * removed, because a member who never came has not left. The end of a filed withdrawal stands.
 */
export async function closeMembers(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  const these = sql`x.id = any (${sql.param(ids)}::integer[]) and c.member_id = x.member_id and ${wentOn(thereOn)}
    and (x.kind = 'missing' or ${isElsewhere})`
  await hold(tx, ids)
  const untils = await rowsOf<{ id: number; endOn: string }>(
    tx,
    sql`select c.id, c.end_on::text as "endOn" from missing_member x, contract c where ${these} and c.end_on is not null`,
  )
  const untilOf = new Map(untils.map(({ id, endOn }) => [id, endOn]))
  const ended = await changed<Touched & { id: number }>(
    tx,
    sql`update contract c set end_on = x.last_seen_on from missing_member x
      where ${these} and c.start_on <= x.last_seen_on returning ${touched(sql`x.id`)}, c.id`,
  )
  const removed = await changed<Touched & { row: Record<string, unknown> }>(
    tx,
    sql`delete from contract c using missing_member x where ${these} returning ${touched(sql`x.id`)}, to_jsonb(c) as row`,
  )
  const closed = ids.map((id) => ({
    id,
    closed: {
      ended: ended.filter(({ missingId }) => missingId === id).map((row) => row.id),
      untils: Object.fromEntries(
        ended.flatMap((row) => {
          const until = untilOf.get(row.id)
          return row.missingId === id && until ? [[String(row.id), until]] : []
        }),
      ),
      removed: removed.filter(({ missingId }) => missingId === id).map(({ row }) => row),
    } satisfies ClosedContracts,
  }))
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`update missing_member x set state = 'closed', closed = w.closed, sentence = null
    from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as w (id integer, closed jsonb) where x.id = w.id`)
  // Kept rows of their contracts would open them again with the next corrected answer. Rows of members who moved stay.
  await tx.execute(sql`
    update provider_row p set missing_since = ${at} from missing_member x, jsonb_array_elements_text(x.closed -> 'ended') e, contract c
    where x.id = any (${sql.param(ids)}::integer[]) and x.kind = 'missing' and c.id = e::integer and p.brand_code = x.brand_code
      and p.resource = 'contracts' and p.their_id = c.external_id::text and p.missing_since is null`)
  await tx.execute(sql`
    update provider_row p set missing_since = ${at} from missing_member x, jsonb_array_elements(x.closed -> 'removed') r
    where x.id = any (${sql.param(ids)}::integer[]) and x.kind = 'missing' and p.brand_code = x.brand_code
      and p.resource = 'contracts' and p.their_id = r ->> 'external_id' and p.missing_since is null`)
  await follow(tx, [...ended, ...removed])
}

/**
 * What closing has done to contracts, taken back as far as nobody has changed it since. `listed`: of contracts with a
 * number only those that the club system has again.
 */
export async function reopenMembers(tx: Db, ids: readonly number[], listed?: readonly number[]): Promise<void> {
  await hold(tx, ids)
  const these = sql`x.id = any (${sql.param(ids)}::integer[])`
  const isListed = (number: SQL) =>
    listed ? sql`(${number} is null or ${number} = any (${sql.param(listed)}::integer[]))` : sql`true`
  const opened = await changed<Touched>(
    tx,
    sql`update contract c set end_on = (x.closed -> 'untils' ->> e)::date
      from missing_member x, jsonb_array_elements_text(x.closed -> 'ended') e
      where ${these} and c.id = e::integer and c.end_on = x.last_seen_on and ${isListed(sql`c.external_id`)}
      returning ${touched(sql`x.id`)}`,
  )
  const back = await changed<Touched>(
    tx,
    sql`insert into contract as c select (jsonb_populate_record(null::contract, r)).*
      from missing_member x, jsonb_array_elements(x.closed -> 'removed') r
      where ${these} and ${isListed(sql`(r ->> 'external_id')::integer`)} and not exists (select from contract o
        where o.id = (r ->> 'id')::integer or o.external_id = (r ->> 'external_id')::integer)
      returning ${touched(sql`0`)}`,
  )
  await tx.execute(sql`update missing_member x set closed = null where ${these}`)
  await follow(tx, [...opened, ...back])
}

/** Locks members before the rollups, as every other writer does, so that there is no deadlock. */
async function hold(tx: Db, ids: readonly number[]) {
  await tx.execute(sql`set local app.bulk = 'on'`)
  await lockRows(
    tx,
    'member',
    sql`t.id in (select member_id from missing_member where id = any (${sql.param(ids)}::integer[]))`,
  )
}

async function follow(tx: Db, rows: readonly Touched[]) {
  const since = rows.map(({ startOn }) => startOn).reduce<string | null>((a, b) => (a === null || b < a ? b : a), null)
  await followTouched(tx, 'contract', {
    members: [...new Set(rows.map(({ memberId }) => memberId))],
    shops: [...new Set(rows.map(({ shopId }) => shopId))],
    since,
  })
}
