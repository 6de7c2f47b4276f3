import { type SQL, sql } from 'drizzle-orm'
import type { LeadFigure } from '#contract/words/drill-down.ts'
import type { LeadKind } from '#contract/words/report.ts'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf, tokyoDay } from '../../db/expressions.ts'
import { happenedIn, type Period } from '../periods.ts'
import {
  foundRows,
  isPlain,
  type Page,
  type PersonColumns,
  type SortKeyOf,
  shopOrder,
  slice,
  withNames,
} from './period.ts'

export interface LeadRow extends PersonColumns {
  date: string
  shopName: string
  kind: LeadKind
  joinedOn: string | null
}

export interface LeadRows {
  rows: LeadRow[]
  total: number
  figure: number
  allRows: number
}

const counted = {
  tours: sql`l.kind = 'tour'`,
  trials: sql`l.kind = 'trial'`,
  trialsJoined: sql`l.kind = 'trial' and l.joined_on is not null`,
}

/** Tours and trials in these shops and days, in order, with the date they joined. */
export async function leadRows(
  db: Db,
  shopIds: readonly string[],
  ofFigure: LeadFigure,
  period: Period,
  page: Page<SortKeyOf<'leads'>>,
): Promise<LeadRows> {
  const came = sql`lead_in_scope l
    where l.shop_id = any(${idArray(shopIds)}) and ${happenedIn(sql`l.at`, period)} and ${counted[ofFigure]}`
  const [sum] = await rowsOf<{ total: number }>(db, sql`select count(*) as total from ${came}`)
  const figure = sum?.total ?? 0
  const shown = (page: SQL) =>
    withNames(page, sql`${tokyoDay(sql`page.at`)} as date, page.kind, page.joined_on as "joinedOn"`)
  const found = isPlain(page)
    ? {
        rows: await rowsOf<LeadRow>(db, shown(sql`select l.* from ${came} order by l.at, l.id ${slice(page)}`)),
        total: figure,
      }
    : await foundRows<LeadRow, SortKeyOf<'leads'>>(db, page, {
        counted: sql`select l.* from ${came}`,
        orders: { date: sql`c.at`, kind: sql`c.kind`, name: sql`n.kana`, shop: shopOrder, joinedOn: sql`c.joined_on` },
        own: sql`c.at, c.id`,
        shown,
      })
  return { ...found, figure, allRows: figure }
}
