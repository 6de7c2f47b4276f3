import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { type MemberColumn, memberColumnNames } from './member-columns.ts'
import type { Fault, MemberDraft, MemberRows } from './member-rows.ts'

/** What an import of these rows would change. Members that the file does not name are never touched. */
export interface MemberDifference {
  created: number
  unchanged: number
  changed: number
  /** How many members change in each column. */
  changes: Record<string, number>
  /** Rows that are new by their numbers, but have the reading, birthday and phone of somebody here. */
  alike: { row: number; memberNo: string }[]
  faults: Fault[]
}

/** Fields that are compared, under their column's name. */
const compared = {
  memberNo: 'memberNo',
  lastName: 'name',
  firstName: 'name',
  lastNameKana: 'kana',
  firstNameKana: 'kana',
  email: 'email',
  tel: 'tel',
  gender: 'gender',
  birthday: 'birthday',
  zipCode: 'zipCode',
  prefecture: 'prefecture',
  address1: 'address1',
  address2: 'address2',
  shopId: 'shop',
  joinedOn: 'joinedOn',
} as const satisfies Partial<Record<keyof MemberDraft, MemberColumn>>

type Stored = { externalId: number } & Record<keyof typeof compared, string | null>

const chunk = 1000

/**
 * Rows beside the members of the same number: the provider's, then the member's, never the address. An empty cell changes
 * nothing. A row without anybody of its number is new; it needs a name, a shop and a gender.
 */
export async function compareMembers(db: Db, { drafts, faults }: Pick<MemberRows, 'drafts' | 'faults'>) {
  const difference: MemberDifference = {
    created: 0,
    unchanged: 0,
    changed: 0,
    changes: {},
    alike: [],
    faults: [...faults],
  }
  for (let from = 0; from < drafts.length; from += chunk) {
    const part = drafts.slice(from, from + chunk)
    const stored = await membersOf(db, part)
    const fresh: typeof part = []
    for (const { row, draft } of part) {
      const byId = draft.externalId === undefined ? undefined : stored.byId.get(draft.externalId)
      const byNo = draft.memberNo === undefined ? undefined : stored.byNo.get(draft.memberNo)
      if (byId && byNo && byId !== byNo) {
        difference.faults.push({ row, reason: '提供元IDと会員番号が、別々の会員のものです' })
      } else if (byId ?? byNo) {
        addChanges(difference, (byId ?? byNo) as Stored, draft)
      } else fresh.push({ row, draft })
    }
    await addNew(db, difference, fresh)
  }
  difference.faults.sort((a, b) => a.row - b.row)
  return difference
}

async function membersOf(db: Db, part: MemberRows['drafts']) {
  const ids = part.flatMap(({ draft }) => draft.externalId ?? [])
  const numbers = part.flatMap(({ draft }) => draft.memberNo ?? [])
  const found = await rowsOf<Stored>(
    db,
    sql`select external_id as "externalId", member_no as "memberNo", last_name as "lastName", first_name as "firstName",
        last_name_kana as "lastNameKana", first_name_kana as "firstNameKana", email, tel, gender, birthday,
        zip_code as "zipCode", prefecture, address1, address2, shop_id::text as "shopId", joined_on as "joinedOn"
      from member where external_id = any (${sql.param(ids)}::integer[]) or member_no = any (${sql.param(numbers)}::text[])`,
  )
  return {
    byId: new Map(found.map((member) => [member.externalId, member])),
    byNo: new Map(found.map((member) => [member.memberNo ?? '', member])),
  }
}

function addChanges(difference: MemberDifference, stored: Stored, draft: MemberDraft) {
  const fields = Object.keys(compared) as (keyof typeof compared)[]
  const changed = fields.filter((field) => draft[field] !== undefined && draft[field] !== (stored[field] ?? ''))
  if (changed.length === 0) difference.unchanged += 1
  else difference.changed += 1
  for (const column of new Set(changed.map((field) => memberColumnNames[compared[field]]))) {
    difference.changes[column] = (difference.changes[column] ?? 0) + 1
  }
}

async function addNew(db: Db, difference: MemberDifference, fresh: MemberRows['drafts']) {
  const whole = fresh.filter(({ row, draft }) => {
    const reason =
      draft.shopId === undefined
        ? '新しい会員の所属店舗がありません'
        : draft.gender === undefined
          ? '新しい会員の性別がありません（分からないときは未設定）'
          : undefined
    if (reason) difference.faults.push({ row, reason })
    return reason === undefined
  })
  difference.created += whole.length
  difference.alike.push(...(await alikeOf(db, whole)))
}

/** Families share an address, and some a phone: all three must agree. */
async function alikeOf(db: Db, rows: MemberRows['drafts']) {
  const people = rows.flatMap(({ row, draft: { lastNameKana, firstNameKana, birthday, tel } }) =>
    lastNameKana && birthday && tel ? [{ line: row, kana: lastNameKana + (firstNameKana ?? ''), birthday, tel }] : [],
  )
  if (people.length === 0) return []
  const found = await rowsOf<{ line: number; memberNo: string }>(
    db,
    sql`select p.line, min(m.member_no) as "memberNo"
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (line integer, kana text, birthday date, tel text)
      join member m on m.birthday = p.birthday and regexp_replace(m.tel, '\\D', '', 'g') = p.tel
        and m.last_name_kana || coalesce(m.first_name_kana, '') = p.kana
      group by p.line order by p.line`,
  )
  return found.map(({ line, memberNo }) => ({ row: line, memberNo }))
}
