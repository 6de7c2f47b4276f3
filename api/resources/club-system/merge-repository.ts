import { eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import type { ClubMerge, MergeRow } from '#contract/club-merge.ts'
import type { clubSystem } from '#contract/club-system.ts'
import type { Input } from '#contract/endpoint.ts'
import type { MergeState } from '#contract/words/club-merge.ts'
import type { Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { clubMerge } from '../../db/schema/club-merge.ts'
import { clubConnection } from '../../db/schema/club-system.ts'
import { staff } from '../../db/schema/organisation.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import { salesFrom } from '../../sync/lists.ts'
import { needsChoice } from '../../sync/merge/hold.ts'

export async function readMergeShown(scoped: Scoped, brandCode: string) {
  const [found] = await scoped
    .select({ ...getTableColumns(clubMerge), decidedBy: { id: staff.id, displayName: staff.displayName } })
    .from(clubMerge)
    .leftJoin(staff, eq(staff.id, clubMerge.decidedBy))
    .where(eq(clubMerge.brandCode, brandCode))
  return found ?? null
}

/** How far the connected club system and imported data have come together; null: nothing is connected, or nothing met. */
export async function readWaitingMerge(scoped: Scoped): Promise<{ brandCode: string; state: MergeState } | null> {
  const [found] = await scoped
    .select({ brandCode: clubConnection.brandCode, state: clubMerge.state })
    .from(clubConnection)
    .leftJoin(clubMerge, eq(clubMerge.brandCode, clubConnection.brandCode))
    .where(isNotNull(clubConnection.sealed))
  if (!found) return null
  const { brandCode, state } = found
  if (state !== null) return { brandCode, state }
  return (await needsChoice(scoped, brandCode)) ? { brandCode, state: 'open' } : null
}

/**
 * Imports that can still be taken back, the newest first. One is covered where all that it has written is within what the
 * club system has: sales of the months that a first run reads, contracts that have not ended.
 */
export async function readImports(scoped: Scoped, now: Date): Promise<ClubMerge['imports']> {
  const today = tokyoDayOf(now)
  const written = sql`r.import_id = f.id and r.outcome in ('created', 'changed')`
  const rows = await rowsOf<ClubMerge['imports'][number]>(
    scoped,
    sql`select f.id::text as id, f.name, f.kind, f.written_at as "writtenAt", case f.kind
        when 'sale' then not exists (select from import_row r join sale t on t.id = r.fact_id
          where ${written} and tokyo_day(t.settled_at) < ${salesFrom(today)}::date)
        when 'contract' then not exists (select from import_row r join contract t on t.id = r.fact_id
          where ${written} and t.end_on < ${today}::date)
        when 'member' then true when 'ticket' then true else false end as "isCovered"
      from import_file f
      where f.state = 'written' and f.kind <> 'staff' and f.expires_at > ${now.toISOString()}::timestamptz
      order by f.written_at desc, f.id desc`,
  )
  return rows.map((row) => ({ ...row, writtenAt: toTokyoDateTime(new Date(row.writtenAt)) }))
}

/** One page of the rows that groups ask about, and the exact total. */
export async function listMergeRows(scoped: Scoped, brandCode: string, query: Input<typeof clubSystem.mergeRows>) {
  const { key, keyword } = query
  const from = sql`from merge_pair p left join member m on m.id = p.member_id
    where p.brand_code = ${brandCode} and ${key === undefined ? sql`true` : sql`p.key = ${key}`}
      and ${
        keyword === undefined
          ? sql`true`
          : sql`exists (select from member_in_scope l where l.member_id = m.id
            and (position(fold_text(${keyword}) in l.names) > 0 or position(fold_text(${keyword}) in l.number) > 0))`
      }`
  const [{ total = 0 } = {}] = await rowsOf<{ total: number }>(scoped, sql`select count(*)::integer as total ${from}`)
  const direction = query.sortDir === 'desc' ? sql`desc` : sql`asc`
  const rows = await rowsOf<MergeRow>(
    scoped,
    sql`select p.id::text as id, p.here, p.there, case when m.id is not null then jsonb_build_object('id', m.user_id::text,
        'memberNo', m.member_no, 'lastName', m.last_name, 'firstName', m.first_name, 'lastNameKana', m.last_name_kana,
        'firstNameKana', m.first_name_kana) end as member
      ${from} order by p.id ${direction} limit ${query.limit} offset ${query.offset}`,
  )
  return { rows, total }
}
