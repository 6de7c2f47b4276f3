import { sql } from 'drizzle-orm'
import type { MailConsentState } from '#contract/words/mail-consent.ts'
import { type Gender, genders } from '#contract/words/member.ts'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { numberRefused } from '../db/refused-values.ts'
import type { Compared, Comparing } from './compared.ts'
import { isShort, type ShortNumber } from './lost-zeros.ts'
import { type ConsentKept, consentBeside, countWithoutDay, withKept } from './mail-consent.ts'
import { columnsOf, memberTable, wholeConsent } from './member-fields.ts'
import type { MemberDraft } from './member-rows.ts'
import { changedRow, type Stored, settleConfirmed } from './owner.ts'
import { countUnknown, type UnknownValues } from './rows.ts'
import { inShops, isIn } from './scope.ts'

export interface DraftRow {
  row: number
  draft: MemberDraft
}

/** `unknown`: cells without which nobody new can be made, with their rows; of a gender and a shop one answer is for all. */
type Rules = Pick<Comparing, 'shops' | 'overwrite' | 'values'> & {
  unknown: UnknownValues
  kept: ConsentKept
  nobodys: ShortNumber[]
}

interface Member extends Stored {
  external_id: number | null
  member_no: string
  last_name: string
  first_name: string
  shop_id: number
  shopName: string
  mail_consent: MailConsentState | null
}

/**
 * Rows beside the members of the same number: the provider's, then the member's, never the address. A row without
 * anybody of its number is new; it needs a shop and a gender. Members that no row names are never touched.
 */
export async function compareMembers(db: Db, part: readonly DraftRow[], rules: Rules): Promise<Compared> {
  const stored = await membersOf(db, part)
  const compared: Compared = { rows: [], unchanged: 0, alike: [] }
  const fresh: DraftRow[] = []
  for (const { row, draft: read } of part) {
    const draft = withAnswers(read, rules, stored)
    const byId = draft.externalId === undefined ? undefined : stored.byId.get(draft.externalId)
    const byNo = draft.memberNo === undefined ? undefined : stored.byNo.get(draft.memberNo)
    const known = byId ?? byNo
    // For a member of another shop the answer is that of a new member, except for the number itself.
    const isSeen = [byId, byNo].some((one) => one && isIn(rules.shops, one.shop_id))
    const reason = isSeen ? faultOfShop(draft, rules) : faultOfNew(draft, rules)
    const conflict = known && conflictOf(draft, { byId, byNo }, rules)
    const asked = rules.shops === 'all' ? undefined : askedBy(draft, { byId, byNo }, rules)
    if (reason === noGender) countUnknown(rules.unknown, 'gender', '')
    if (reason === noShop) countUnknown(rules.unknown, 'shop', '')
    if (reason) compared.rows.push({ row, outcome: 'refused', fault: { reason } })
    else if (conflict) {
      const fault = { reason: asked === undefined ? conflict : numberRefused }
      compared.rows.push({ row, outcome: 'refused', fault, ...(asked !== undefined && { asked, why: conflict }) })
    } else if (known) {
      const { draft: said, isKept } = consentBeside(draft, known.mail_consent)
      const given = columnsOf(said)
      const implied = (names: string[]) => wholeConsent(names, given, known)
      const changed = withKept(changedRow(memberTable, row, given, known, { ...rules, implied }), isKept)
      if (isKept) rules.kept.rows.push(row)
      if (changed.after?.mail_consent !== undefined) countWithoutDay(rules.kept, said)
      const isAsking = asked !== undefined && changed.outcome !== 'confirmed'
      compared.rows.push({ ...changed, memberId: String(known.id), ...(isAsking && { asked }) })
    } else {
      fresh.push({ row, draft })
      countWithoutDay(rules.kept, draft)
      compared.rows.push({ row, outcome: 'created', after: columnsOf(draft), ...(asked !== undefined && { asked }) })
    }
  }
  rules.nobodys.push(...fresh.flatMap(({ draft }) => shortOf(draft)))
  compared.alike = await alikeOf(db, fresh, rules.shops)
  return settleConfirmed(db, 'member', compared)
}

/** For a new member: a number that may have lost its zeros, with who they are. */
function shortOf({ memberNo, lastName, firstName, lastNameKana, firstNameKana, birthday, tel }: MemberDraft) {
  if (!isShort(memberNo)) return []
  const kana = lastNameKana ? bare(lastNameKana + (firstNameKana ?? '')) : null
  const name = bare((lastName ?? '') + (firstName ?? ''))
  return [{ text: memberNo, rows: 1, person: { name, kana, birthday: birthday ?? null, tel: tel ?? null } }]
}

const bare = (text: string) => text.replace(/\s/g, '')

interface Found {
  byId: Member | undefined
  byNo: Member | undefined
}

/** Whose the numbers are, where that is not one member of these shops; said to whoever sees every shop. */
function conflictOf(draft: MemberDraft, { byId, byNo }: Found, { shops }: Rules): string | undefined {
  const hidden = [byId, byNo].find((one) => one && !isIn(shops, one.shop_id))
  if (hidden) {
    const { shopName, member_no, last_name, first_name } = hidden
    return `${shopName}の会員${member_no} ${last_name} ${first_name}の番号です`
  }
  if (byId && byNo && byId !== byNo) return '提供元IDと会員番号が、別々の会員のものです'
  const otherId = byNo && !byId && draft.externalId !== undefined && byNo.external_id !== null
  return otherId ? 'この会員番号の会員には、別の提供元IDがあります' : undefined
}

/** The numbers of a row, unless both are of one member whom the person sees. */
function askedBy({ externalId, memberNo }: MemberDraft, { byId, byNo }: Found, { shops }: Rules): string | undefined {
  const seen = [byId, byNo].find((one) => one && isIn(shops, one.shop_id))
  const isOwn =
    (externalId === undefined || seen?.external_id === externalId) &&
    (memberNo === undefined || seen?.member_no === memberNo)
  return isOwn ? undefined : `会員 ${externalId ?? ''} ${memberNo ?? ''}`
}

const faultOfShop = ({ shopId }: MemberDraft, { shops }: Rules) =>
  shopId !== undefined && !isIn(shops, shopId) ? '担当していない店舗です' : undefined

/** For a new member: the answers of staff for empty cells. */
function withAnswers(
  draft: MemberDraft,
  { values }: Rules,
  stored: Awaited<ReturnType<typeof membersOf>>,
): MemberDraft {
  const isKnown =
    (draft.externalId !== undefined && stored.byId.has(draft.externalId)) ||
    (draft.memberNo !== undefined && stored.byNo.has(draft.memberNo))
  if (isKnown) return draft
  const [gender, shopId] = [values.gender?.[''], values.shop?.['']]
  return {
    ...(gender && Object.hasOwn(genders, gender) && { gender: gender as Gender }),
    ...(shopId && { shopId }),
    ...draft,
  }
}

const noGender = '新しい会員の性別がありません（分からないときは未設定）'
const noShop = '新しい会員の所属店舗がありません'

function faultOfNew({ memberNo, shopId, gender }: MemberDraft, { shops }: Rules): string | undefined {
  if (memberNo === undefined) return '新しい会員の会員番号がありません'
  if (shopId === undefined) return noShop
  if (!isIn(shops, shopId)) return '担当していない店舗です'
  return gender === undefined ? noGender : undefined
}

async function membersOf(db: Db, part: readonly DraftRow[]) {
  const ids = part.flatMap(({ draft }) => draft.externalId ?? [])
  const numbers = part.flatMap(({ draft }) => draft.memberNo ?? [])
  const members = await rowsOf<Member>(
    db,
    sql`select f.*, (select s.name from shop s where s.id = f.shop_id) as "shopName" from (${memberTable.source}) f
      where f.external_id = any (${sql.param(ids)}::integer[]) or f.member_no = any (${sql.param(numbers)}::text[])`,
  )
  return {
    byId: new Map(members.map((member) => [member.external_id, member])),
    byNo: new Map(members.map((member) => [member.member_no, member])),
  }
}

/** Families share an address, and some a phone: all three must agree. */
async function alikeOf(db: Db, rows: readonly DraftRow[], shops: ShopScope) {
  const people = rows.flatMap(({ row, draft: { lastNameKana, firstNameKana, birthday, tel } }) =>
    lastNameKana && birthday && tel
      ? [{ line: row, kana: (lastNameKana + (firstNameKana ?? '')).replaceAll(' ', ''), birthday, tel }]
      : [],
  )
  if (people.length === 0) return []
  const found = await rowsOf<{ line: number; memberNo: string }>(
    db,
    sql`select p.line, min(m.member_no) as "memberNo"
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (line integer, kana text, birthday date, tel text)
      join member m on m.birthday = p.birthday and regexp_replace(m.tel, '\\D', '', 'g') = p.tel
        and regexp_replace(m.last_name_kana || coalesce(m.first_name_kana, ''), '\\s', '', 'g') = p.kana
      where ${inShops(sql`m.shop_id`, shops)}
      group by p.line order by p.line`,
  )
  return found.map(({ line, memberNo }) => ({ row: line, memberNo }))
}
