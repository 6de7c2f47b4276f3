import { sql } from 'drizzle-orm'
import type { LeadFigure, LeadKind } from '#contract/figure-rows.ts'
import type { Db } from '../db/client.ts'
import { happenedIn, type Page, slice } from './figure-rows.ts'
import { rowsOf } from './head.ts'
import type { Period } from './periods.ts'
import { idArray, tokyoDay } from './rollup.ts'

export interface LeadRow {
  date: string
  shopName: string
  kind: LeadKind
  userId: number | null
  memberId: number | null
  memberNo: string | null
  lastName: string | null
  firstName: string | null
  joinedOn: string | null
}

export interface LeadRows {
  rows: LeadRow[]
  total: number
  figure: number
}

const counted = {
  tours: sql`l.kind = 'tour'`,
  trials: sql`l.kind = 'trial'`,
  trialsJoined: sql`l.kind = 'trial' and l.joined_on is not null`,
}

/** Who came to look or to try in these shops and days, in their order, and when they joined. */
export async function leadRows(
  db: Db,
  shopIds: readonly string[],
  figure: LeadFigure,
  period: Period,
  page: Page,
): Promise<LeadRows> {
  const came = sql`lead_in_scope l
    where l.shop_id = any(${idArray(shopIds)}) and ${happenedIn(sql`l.at`, period)} and ${counted[figure]}`
  const [sum] = await rowsOf<{ total: number }>(db, sql`select count(*) as total from ${came}`)
  const total = sum?.total ?? 0
  const rows = await rowsOf<LeadRow>(
    db,
    sql`
      select ${tokyoDay(sql`page.at`)} as date, (select name from shop where id = page.shop_id) as "shopName", page.kind,
        m.user_id as "userId", n.member_id as "memberId", n.member_no as "memberNo", n.last_name as "lastName",
        n.first_name as "firstName", page.joined_on as "joinedOn"
      from (select l.* from ${came} order by l.at, l.id ${slice(page)}) page
      left join member_name_in_scope n on n.member_id = page.member_id
      left join member m on m.id = page.member_id
      order by page.at, page.id`,
  )
  return { rows, total, figure: total }
}
