import { sql } from 'drizzle-orm'
import { foldText } from '#contract/fold-text.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { refusedByNumber } from '../write/members.ts'
import { numberOf, type Row } from '../write/outcomes.ts'

// Which of our members a member of the club system is: by number, or alike under another number.

export interface PersonMatch {
  is: 'number' | 'alike' | 'refused' | 'new'
  memberId: number | null
}

interface Known {
  id: number
  memberNo: string
  externalId: number | null
  isOfFile: boolean
  name: string
  kana: string
  birthday: string | null
  tel: string | null
}

/**
 * Each of our members is alike at most one of theirs; `taken` has those of earlier pages. `brandCode` null: nothing of
 * the club system was read yet.
 */
export async function matchPeople(
  { tx, brandCode }: { tx: Db; brandCode: string | null },
  rows: readonly Row<'members'>[],
  taken: Set<number> = new Set(),
): Promise<Map<string, PersonMatch>> {
  const { refused } = await refusedByNumber({ tx, brandCode }, rows)
  const found = await rowsOf<Known>(
    tx,
    sql`select id, member_no as "memberNo", external_id as "externalId", last_synced_at is null as "isOfFile",
        concat(last_name, first_name) as name, concat(last_name_kana, first_name_kana) as kana, birthday::text, tel
      from member where member_no = any (${sql.param(rows.map(({ row }) => row.memberNo))}::text[])
        or external_id = any (${sql.param(rows.flatMap(({ id }) => numberOf(id) ?? []))}::integer[])
        or last_synced_at is null and birthday = any (${sql.param(rows.flatMap(({ row }) => row.birthday ?? []))}::date[])`,
  )
  const byId = new Map(found.flatMap((one) => (one.externalId === null ? [] : [[String(one.externalId), one]])))
  const byNo = new Map(found.map((one) => [one.memberNo, one]))
  const matches = new Map<string, PersonMatch>()
  for (const { id, row } of rows) {
    const known = byId.get(id) ?? byNo.get(row.memberNo)
    if (refused.has(id)) matches.set(id, { is: 'refused', memberId: null })
    else if (known) {
      matches.set(id, { is: 'number', memberId: known.id })
      taken.add(known.id)
    }
  }
  for (const { id, row } of rows) {
    if (matches.has(id)) continue
    const alike = found.find((one) => one.isOfFile && !taken.has(one.id) && isAlike(row, one))
    if (alike) taken.add(alike.id)
    matches.set(id, alike ? { is: 'alike', memberId: alike.id } : { is: 'new', memberId: null })
  }
  return matches
}

/** The birthday, with kana, name or telephone. */
function isAlike({ birthday, ...row }: Row<'members'>['row'], one: Known) {
  if (birthday == null || birthday !== one.birthday) return false
  return (
    isSame(`${row.lastNameKana ?? ''}${row.firstNameKana ?? ''}`, one.kana) ||
    isSame(`${row.lastName}${row.firstName ?? ''}`, one.name) ||
    isSame(digitsOf(row.tel), digitsOf(one.tel))
  )
}

const digitsOf = (tel: string | null | undefined) => (tel ?? '').replaceAll(/\D/g, '')
const isSame = (one: string, other: string) => one !== '' && foldText(one) === foldText(other)
