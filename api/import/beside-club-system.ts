import { type SQL, sql } from 'drizzle-orm'
import type { ImportKind } from '#contract/words/import.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'

// A file that is imported once the club system has been read: what it adds beside what the club system has of the same
// shops and days would count twice. Said before it is written.

/** Shops that the club system has been read of. */
const itsShops = sql`(select s.shop_id from club_studio s where s.shop_id is not null and exists (select from sync_run r
  where r.brand_code = s.brand_code and r.kind in ('manual', 'night') and r.state in ('done', 'partial')))`

interface Beside {
  rows: number
  yen: number
}

/** A sentence for staff about the new rows of a checked file; empty where nothing of them can be there already. */
export async function besideClubSystem(
  db: Db,
  { importId, kind, today }: { importId: string; kind: ImportKind; today: string },
): Promise<string[]> {
  const created = sql`import_row r where r.import_id = ${Number(importId)} and r.outcome = 'created'
    and (r.after ->> 'shop_id')::integer in ${itsShops}`
  const found = await rowsOf<Beside>(db, queries[kind]?.(created, today) ?? sql`select 0 as rows, 0 as yen`)
  const { rows = 0, yen = 0 } = found[0] ?? {}
  return rows === 0
    ? []
    : [`会員管理システムから取得している店舗に、${sentences[kind]?.(rows.toLocaleString('ja-JP'), yen)}`]
}

const queries: Partial<Record<ImportKind, (created: SQL, today: string) => SQL>> = {
  member: (created) => sql`select count(*)::integer as rows, 0 as yen from ${created}`,
  // Of days from the first one on of which the club system has a sale of the shop.
  sale: (created) => sql`select count(*)::integer as rows, coalesce(sum((select sum((l ->> 'net')::integer)
      from jsonb_array_elements(r.after -> 'lines') l)), 0)::double precision as yen from ${created}
    and (r.after ->> 'settled_at')::timestamptz >= (select min(t.settled_at) from sale t
      where t.shop_id = (r.after ->> 'shop_id')::integer and not t.from_file)`,
  // Of members who have a running one of the club system.
  contract: (
    created,
    today,
  ) => sql`select count(distinct (r.after ->> 'member_id'))::integer as rows, 0 as yen from ${created}
    and r.after ->> 'kind' = 'regular' and coalesce((r.after ->> 'end_on')::date, 'infinity') > ${today}::date
    and exists (select from contract t where t.member_id = (r.after ->> 'member_id')::integer and t.kind = 'regular'
      and not t.from_file and coalesce(t.end_on, 'infinity') > ${today}::date)`,
}

const sentences: Partial<Record<ImportKind, (rows: string, yen: number) => string>> = {
  member: (rows) =>
    `提供元にない会員${rows}名が加わります。提供元にいる人のときは、ファイルの会員番号を提供元と同じにしてください。`,
  sale: (rows, yen) =>
    `提供元と一致しない売上${rows}件（¥${yen.toLocaleString('ja-JP')}）が加わります。提供元にある売上なら、二重に数えます。`,
  contract: (rows) => `提供元の契約がある会員${rows}名の契約が加わり、契約中の基本契約が二つになります。`,
}
