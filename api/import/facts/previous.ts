import { sql } from 'drizzle-orm'
import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import type { ShopScope } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { ComparedRow } from '../compared.ts'
import { inShops } from '../scope.ts'

// Contracts that replace one another (decision 0110): a file has the new contract of somebody whose earlier one has no end
// here. One answer for the file ends the earlier ones on the day before, or leaves both.

/** An earlier contract without an end, as it is once the file is written. */
interface Earlier {
  /** The row of the file that writes it; null: it is here and the file leaves it. */
  line: number | null
  outcome: 'created' | 'changed' | null
  factId: number | null
  memberId: number
  isOfFile: boolean
  locks: unknown
  /** The day before the next contract begins. */
  endOn: string
}

/**
 * What a checked file does to earlier contracts: how many would run beside a later one, and with the answer 'end' the rows
 * that end them. A row of the file that writes the earlier contract gets the end itself; an end of one that the file
 * leaves is a row with a negative number. Contracts of the club system are counted and never changed.
 */
export async function endPrevious(
  db: Db,
  importId: string,
  shops: ShopScope,
  answer: ImportAnswers['previous'],
): Promise<{ found: NonNullable<ImportResult['previous']>; rows: ComparedRow[]; ended: number }> {
  const earlier = await earlierContracts(db, Number(importId), shops)
  const ours = earlier.filter(({ isOfFile }) => isOfFile)
  const found = { contracts: ours.length, ofClubSystem: earlier.length - ours.length }
  if (answer !== 'end') return { found, rows: [], ended: 0 }
  const ends = ours.flatMap(({ line, endOn }) => (line === null ? [] : [{ line, end_on: endOn }]))
  await db.execute(sql`update import_row r set after = r.after || jsonb_build_object('end_on', e.end_on),
      before = case when r.outcome = 'changed' then jsonb_build_object('end_on', null) || r.before end
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e (line integer, end_on text)
    where r.import_id = ${Number(importId)} and r.line = e.line`)
  const rows = ours
    .filter(({ line }) => line === null)
    .map(({ factId, memberId, locks, endOn }, at): ComparedRow => {
      const before = { from_file: true, provider_values: locks, end_on: null }
      const whose = { memberId: String(memberId), factId: factId as number }
      return { row: -1 - at, outcome: 'changed', ...whose, before, after: { end_on: endOn } }
    })
  return { found, rows, ended: ends.length }
}

/**
 * A suspension that has an end interrupts a contract and does not replace it; options run beside any. A pair counts where
 * the file writes one of both: others were answered before. Contracts of other shops are not looked at.
 */
const earlierContracts = (db: Db, importId: number, shops: ShopScope) =>
  rowsOf<Earlier>(
    db,
    sql`with written as materialized (
        select line, outcome, fact_id, member_id, after from import_row
        where import_id = ${importId} and outcome in ('created', 'changed') and line > 0
      ),
      contracts as materialized (
        select w.line, w.outcome, c.id as fact_id, c.member_id, coalesce((w.after ->> 'shop_id')::integer, c.shop_id) as shop_id,
          coalesce(w.after ->> 'kind', c.kind) as kind, coalesce((w.after ->> 'start_on')::date, c.start_on) as start_on,
          case when w.after ? 'end_on' then (w.after ->> 'end_on')::date else c.end_on end as end_on, c.from_file,
          c.provider_values, coalesce(w.after ?| array['start_on', 'end_on', 'kind'], false) as is_new
        from contract c left join written w on w.fact_id = c.id
        where c.member_id in (select member_id from written) and ${inShops(sql`c.shop_id`, shops)}
        union all
        select line, outcome, null, member_id, (after ->> 'shop_id')::integer, after ->> 'kind', (after ->> 'start_on')::date,
          (after ->> 'end_on')::date, true, null, true
        from written where outcome = 'created'
      )
      select c.line, c.outcome, c.fact_id as "factId", c.member_id as "memberId", c.from_file as "isOfFile",
        c.provider_values as locks, to_char(n.start_on - 1, 'YYYY-MM-DD') as "endOn"
      from contracts c
      cross join lateral (
        select min(l.start_on) as start_on, bool_or(l.is_new) as is_new from contracts l
        where l.member_id = c.member_id and l.start_on > c.start_on
          and (l.kind = 'regular' or l.kind = 'suspension' and l.end_on is null)
      ) n
      where c.kind <> 'option' and c.end_on is null and n.start_on is not null and (c.is_new or n.is_new)
      order by c.member_id, c.start_on`,
  )

/**
 * Before ends of earlier contracts are written: those whose later contract is not there are not, and those that the check
 * had found and somebody has changed since are found by the write itself.
 */
export async function leaveWithoutNext(tx: Db, importId: number): Promise<void> {
  await tx.execute(sql`update import_row r set outcome = 'stale'
    where r.import_id = ${importId} and r.line < 0 and r.outcome = 'changed' and not exists (
      select from contract c where c.member_id = r.member_id and c.kind <> 'option'
        and c.start_on = (r.after ->> 'end_on')::date + 1)`)
}
