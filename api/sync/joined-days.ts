import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { fewestOfDay } from '../lib/joined-day.ts'

// The day on which a club moved to the club system often stands there as 入会日 of most members (decision 0070). Where a
// file had an earlier one, that one is kept as a locked value. Which days are such is known when all members have come.

interface Given {
  externalId: number
  memberNo: string
  joinedOn: string | null | undefined
}

/** Members whom only files know, with an earlier 入会日 than the club system gives them. Each number by its own index. */
export function earlierOfFiles(tx: Db, given: readonly Given[]) {
  const found = sql`select m.id, m.joined_on::text as "joinedOn", w."joinedOn"::text as theirs
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as w ("externalId" integer, "memberNo" text, "joinedOn" date)
    join member m on m.last_synced_at is null and m.joined_on < w."joinedOn"`
  return rowsOf<{ id: number; joinedOn: string; theirs: string }>(
    tx,
    sql`${found} and m.external_id = w."externalId" union ${found} and m.external_id is null and m.member_no = w."memberNo"`,
  )
}

/** Keeps these days until the run has seen everybody. */
export async function keepEarlier(tx: Db, earlier: Awaited<ReturnType<typeof earlierOfFiles>>): Promise<void> {
  if (earlier.length === 0) return
  await tx.execute(sql`update member m set joined_on = w."joinedOn",
      provider_values = coalesce(m.provider_values, '{}')
        || jsonb_build_object('joined_on', jsonb_build_object('value', w.theirs, 'isUndecided', true))
    from jsonb_to_recordset(${JSON.stringify(earlier)}::jsonb) as w (id integer, "joinedOn" date, theirs date)
    where m.id = w.id and m.joined_on = w.theirs`)
}

/** Kept days stay where the club system's day is one of many members; of others it is right. */
export async function settleJoinedDays(tx: Db): Promise<void> {
  const undecided = sql`m.provider_values -> 'joined_on' ? 'isUndecided'`
  const theirs = sql`(m.provider_values -> 'joined_on' ->> 'value')::date`
  const [found] = await rowsOf<{ any: boolean }>(
    tx,
    sql`select exists (select from member m where m.provider_values is not null and ${undecided}) as any`,
  )
  if (!found?.any) return
  await tx.execute(sql`set local app.bulk = 'on'`)
  const { rows } = await tx.execute<{ id: number }>(sql`
    with given as materialized (
      select coalesce(${theirs}, m.joined_on) as day, count(*) as members from member m group by 1
    ),
    reported as (
      select day from given where day is not null and members >= ${fewestOfDay}
        and 5 * members > (select sum(members) from given where day is not null)
    )
    update member m set
      joined_on = case when ${theirs} in (select day from reported) then m.joined_on else ${theirs} end,
      provider_values = case when ${theirs} in (select day from reported) then m.provider_values #- '{joined_on,isUndecided}'
        else nullif(m.provider_values - 'joined_on', '{}') end
    where m.provider_values is not null and ${undecided} returning m.id`)
  await tx.execute(sql`select refresh_member_list(${sql.param(rows.map(({ id }) => id))}::integer[])`)
}
