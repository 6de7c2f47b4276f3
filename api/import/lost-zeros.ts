import { sql } from 'drizzle-orm'
import type { ImportResult } from '#contract/file-import.ts'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { inShops } from './scope.ts'

// A spreadsheet that takes a member's number for a figure drops its zeros in every row: nothing in the file shows it, but
// the members here do.

/** A number of digits that no member here has. */
export interface ShortNumber {
  text: string
  rows: number
  /** Of a file of members: who it is, without spaces. They must be the same person. */
  person?: { name: string; kana: string | null; birthday: string | null; tel: string | null }
}

export const isShort = (memberNo: string | undefined): memberNo is string =>
  memberNo !== undefined && /^[1-9]\d*$/.test(memberNo)

/** At most so many are looked up: that is enough to find the width. */
const mostNumbers = 5000
const examples = 3

/** The width at which most of these numbers are those of members of these shops, each of one alone; null: of nobody. */
export async function lostZeros(
  db: Db,
  numbers: readonly ShortNumber[],
  shops: ShopScope,
): Promise<ImportResult['zeros'] | null> {
  if (numbers.length === 0) return null
  const given = numbers
    .slice(0, mostNumbers)
    .map(({ text, rows, person }, at) => ({ at, text, rows, ...person, alone: !person }))
  const found = await rowsOf<{ text: string; memberNo: string; rows: number }>(
    db,
    sql`select n.text, min(m.member_no) as "memberNo", min(n.rows) as rows
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as n (at integer, text text, rows integer, name text, kana text, birthday date, tel text, alone boolean)
      join member m on ltrim(m.member_no, '0') = n.text and m.member_no like '0%' and ${inShops(sql`m.shop_id`, shops)}
        and (n.alone or (regexp_replace(m.last_name || m.first_name, '\\s', '', 'g') = n.name
            or regexp_replace(m.last_name_kana || coalesce(m.first_name_kana, ''), '\\s', '', 'g') = n.kana)
          and (m.birthday = n.birthday or regexp_replace(m.tel, '\\D', '', 'g') = n.tel))
      group by n.at, n.text having count(*) = 1`,
  )
  const [most] = [...Map.groupBy(found, ({ memberNo }) => memberNo.length)].sort(([, a], [, b]) => b.length - a.length)
  if (!most) return null
  const [width, those] = most
  return {
    width,
    rows: those.reduce((sum, { rows }) => sum + rows, 0),
    examples: those.slice(0, examples).map(({ text, memberNo }) => ({ text, memberNo })),
  }
}
