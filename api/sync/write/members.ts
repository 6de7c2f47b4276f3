import { sql } from 'drizzle-orm'
import { foldText } from '#contract/fold-text.ts'
import { lockRows, rowsOf } from '../../db/expressions.ts'
import { earlierOfFiles, keepEarlier } from '../joined-days.ts'
import {
  failed,
  guest,
  numberOf,
  type Outcome,
  type Outcomes,
  type Row,
  shopOf,
  type Writer,
  type Writing,
} from './outcomes.ts'
import { type Target, upsert, type Wanted } from './upsert.ts'

const target: Target = {
  table: 'member',
  columns: {
    ...{ member_no: 'text', shop_id: 'integer', last_name: 'text', first_name: 'text', last_name_kana: 'text' },
    ...{ first_name_kana: 'text', email: 'text', tel: 'text', gender: 'text', birthday: 'date', zip_code: 'text' },
    ...{ prefecture: 'text', address1: 'text', address2: 'text', joined_on: 'date', representative_email: 'text' },
  },
  natural: ['member_no'],
  // Staff and members share the numbers of users.
  insert: async (tx, rows, columns, values) => {
    const { rows: made } = await tx.execute<{ id: number; externalId: number }>(sql`
      with fresh as materialized (
        select w.*, nextval(pg_get_serial_sequence('user_account', 'id')) as user_id from ${rows} order by w.external_id
      ),
      account as (insert into user_account (id, type) select user_id, 'member' from fresh)
      insert into member (user_id, status, contract_status, ${columns})
      select w.user_id, 'waiting', 'waiting', ${values} from fresh w
      returning id, external_id as "externalId"`)
    return made
  },
}

/** Writes members with the values of the club system; values that only we have stay. */
export const writeMembers: Writer<'members'> = async (writing, rows) => {
  const { tx, now } = writing
  const outcomes: Outcomes = new Map()
  const wanted: Wanted[] = []
  const { refused, anew } = await refusedByNumber(writing, rows)
  await renumber(writing, anew)
  for (const { id, row } of rows) {
    const shop = shopOf(writing, row.studioId)
    const externalId = numberOf(id)
    if (externalId === null) outcomes.set(id, failed('会員の番号が数字ではないため、反映していません。'))
    else if (row.isGuest) outcomes.set(id, guest)
    else if (typeof shop !== 'number') outcomes.set(id, shop as Outcome)
    else if (refused.has(id)) outcomes.set(id, failed(refused.get(id) as string))
    else
      wanted.push({
        ...{ id, externalId },
        values: {
          ...{ member_no: row.memberNo, shop_id: shop, last_name: row.lastName, first_name: row.firstName },
          ...{ last_name_kana: row.lastNameKana, first_name_kana: row.firstNameKana, email: row.email, tel: row.tel },
          ...{ gender: row.gender, birthday: row.birthday, zip_code: row.zipCode, prefecture: row.prefecture },
          ...{ address1: row.address1, address2: row.address2, joined_on: row.joinedOn },
          representative_email: row.representativeEmail,
        },
        initial: {
          ...(row.gender === undefined && { gender: 'none' }),
          ...(row.firstName === undefined && { first_name: '' }),
        },
      })
  }
  const earlier = await earlierOfFiles(
    tx,
    wanted.map(({ externalId, values }) => ({
      externalId: Number(externalId),
      memberNo: String(values.member_no),
      joinedOn: values.joined_on as string | null | undefined,
    })),
  )
  const result = await upsert(tx, target, wanted)
  await keepEarlier(tx, earlier)
  await tx.execute(sql`update member set last_synced_at = ${now.toISOString()}::timestamptz
    where id = any (${sql.param([...result.ids.values()])}::integer[])`)
  const changed = result.written.map(({ id }) => id)
  if (changed.length > 0) await tx.execute(sql`select refresh_member_list(${sql.param(changed)}::integer[])`)
  return new Map([...outcomes, ...result.outcomes])
}

const taken = '会員番号が別の会員のものと同じため、反映していません。'
const isSomebodyElse =
  '番号が同じ会員の氏名も生年月日も異なるため、反映していません。ファイルの番号が別のシステムのものなら、その取り込みを取り消し、番号の列を外して取り込み直してください。'

interface Known {
  id: number
  memberNo: string
  externalId: number | null
  isOfFile: boolean
  /** They have left, and the club system no longer has their number. */
  isGone: boolean
  name: string
  kana: string
  birthday: string | null
}

/** A member who has left and has another number by now. */
interface Anew {
  memberId: number
  number: number
}

const isGone = (brandCode: string) => sql`(last_synced_at is not null and contract_status = 'cancel'
  and not exists (select from provider_row p where p.brand_code = ${brandCode} and p.resource = 'members'
    and p.their_id = member.external_id::text and p.missing_since is null))`

/**
 * Rows that are not written, with why: their 会員番号 is another member's, here or on the same page, or a number of theirs
 * is with somebody of another name and birthday whom only a file knows. `anew`: rows with the 会員番号 of somebody who had
 * left, and who is the same person; without a brand code none are looked for.
 */
export async function refusedByNumber(
  { tx, brandCode }: Pick<Writing, 'tx'> & { brandCode: string | null },
  rows: readonly Row<'members'>[],
) {
  const found = await rowsOf<Known>(
    tx,
    sql`select id, member_no as "memberNo", external_id as "externalId", last_synced_at is null as "isOfFile",
        ${brandCode === null ? sql`false` : isGone(brandCode)} as "isGone",
        concat(last_name, first_name) as name, concat(last_name_kana, first_name_kana) as kana, birthday::text
      from member where member_no = any (${sql.param(rows.map(({ row }) => row.memberNo))}::text[])
        or external_id = any (${sql.param(rows.flatMap(({ id }) => numberOf(id) ?? []))}::integer[])`,
  )
  const byNo = new Map(found.map((member) => [member.memberNo, member]))
  const byId = new Map(found.map((member) => [String(member.externalId), member]))
  const refused = new Map<string, string>()
  const anew: Anew[] = []
  const seen = new Map<string, string>()
  const onPage = new Set(rows.map(({ id }) => id))
  for (const { id, row } of rows) {
    const [ofNo, ofId] = [byNo.get(row.memberNo), byId.get(id)]
    const first = seen.get(row.memberNo) ?? id
    seen.set(row.memberNo, first)
    const isOthers = ofNo && ofNo !== ofId && ofNo.externalId !== null && (!ofNo.isOfFile || ofId)
    const number = numberOf(id)
    const isBack = ofNo?.isGone && !ofId && !onPage.has(String(ofNo.externalId)) && isSamePerson(row, ofNo)
    if (isBack && number !== null && first === id) anew.push({ memberId: ofNo.id, number })
    else if (isOthers || first !== id) refused.set(id, taken)
    else if (ofNo !== ofId && [ofNo, ofId].some((member) => member && !mayBe(row, member)))
      refused.set(id, isSomebodyElse)
  }
  return { refused, anew }
}

/** The 会員番号 alone is not enough: it may have been given to another member. */
const isSamePerson = ({ birthday, ...row }: Row<'members'>['row'], known: Known) =>
  isSameNamed(row, known) && (birthday == null || known.birthday === null || birthday === known.birthday)

/** Members who had left get the number under which the club system has them now; what was closed follows them. */
async function renumber({ tx, brandCode }: Writing, anew: readonly Anew[]) {
  if (anew.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(anew)}::jsonb) as w ("memberId" integer, number integer)`
  await lockRows(tx, 'member', sql`t.id = any (${sql.param(anew.map(({ memberId }) => memberId))}::integer[])`)
  await tx.execute(sql`update member m set external_id = w.number from ${given} where m.id = w."memberId"`)
  await tx.execute(sql`update missing_member x set their_id = w.number::text from ${given}
    where x.member_id = w."memberId" and x.brand_code = ${brandCode} and (x.state <> 'returned' or x.closed is not null)`)
}

/** Whether the name, its kana or the birthday agrees; a member whom the club system already has always agrees. */
const mayBe = (row: Row<'members'>['row'], member: Known) =>
  !member.isOfFile || (row.birthday != null && row.birthday === member.birthday) || isSameNamed(row, member)

const isSameNamed = (row: Omit<Row<'members'>['row'], 'birthday'>, { name, kana }: Known) =>
  isSameName(`${row.lastName}${row.firstName ?? ''}`, name) ||
  isSameName(`${row.lastNameKana ?? ''}${row.firstNameKana ?? ''}`, kana)

/** Also where a source has the last name alone. */
function isSameName(...names: [string, string]) {
  const [short = '', long = ''] = names.map(foldText).sort((one, other) => one.length - other.length)
  return short !== '' && long.startsWith(short)
}
