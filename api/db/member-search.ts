import { or, type SQL, sql } from 'drizzle-orm'
import { birthdaysOf } from '#contract/birthday.ts'
import type { Input } from '#contract/endpoint.ts'
import type { member } from '#contract/member.ts'
import { phoneEnd, phonesOf } from '#contract/phone.ts'
import type { Ctx, Scoped, ShopScope } from '../context.ts'
import { tokyoDayOf } from '../lib/time.ts'
import { awaitsApproval, mayApprove } from './approvals.ts'
import { isBirthday, isPhone } from './contact-search.ts'
import { hasKnownClass, idArray, rowsOf } from './expressions.ts'
import { allGrams, gram } from './name-grams.ts'
import { assignedMembers } from './one-member.ts'

// Members that match a list's conditions, over `member_in_scope l`, whose indexes cover every filter and search
// (decision 0011); for the list itself, and for mails to the same people.

export type MemberFilter = Omit<Input<typeof member.list>, 'offset' | 'limit' | 'sortKey' | 'sortDir'>

export interface Sight {
  shops: ShopScope
  /** Whether the contact of all members may be searched, or, as a trainer reads it, of assigned members only. */
  contact: boolean
  /** The time around which bookings with a trainer count. */
  now: Date
  /** Whether the caller approves assignments to trainers. */
  approves: boolean
}

/** Contact is unmasked with the right to change it, and for the member's trainer. */
export const seesContact = (ctx: Ctx) => ctx.can('member.write')

/** Which members the caller's lists contain, and which of their fields may be searched. */
export const sightOf = (ctx: Ctx): Sight => ({
  shops: ctx.shops,
  contact: seesContact(ctx),
  now: ctx.now,
  approves: ctx.can('log.approve'),
})

/** Conditions that `member_count` can answer too; its columns have the same names. */
function kindConditions({ shops }: Sight, filter: MemberFilter): SQL[] {
  return [
    ...(shops === 'all' ? [] : [sql`l.shop_id = any(${idArray(shops)})`]),
    ...(filter.shopId ? [sql`l.shop_id = ${Number(filter.shopId)}`] : []),
    ...(filter.status ? [sql`l.status = ${filter.status}`] : []),
    ...(filter.contractStatus ? [sql`l.contract_status = ${filter.contractStatus}`] : []),
    ...(filter.notLeft ? [sql`l.contract_status <> 'cancel'`] : []),
    ...(filter.planCode ? [sql`l.plan_code = ${filter.planCode}`] : []),
  ]
}

function dayConditions({ joinedFrom, joinedTo, lastVisitFrom, lastVisitTo }: MemberFilter): SQL[] {
  return [
    ...(joinedFrom ? [sql`l.joined_on >= ${joinedFrom}`] : []),
    ...(joinedTo ? [sql`l.joined_on <= ${joinedTo}`] : []),
    ...(lastVisitFrom ? [sql`l.last_visit_on >= ${lastVisitFrom}`] : []),
    ...(lastVisitTo ? [sql`(l.last_visit_on <= ${lastVisitTo} or l.last_visit_on is null)`] : []),
  ]
}

function unapproved(whose: NonNullable<MemberFilter['trainerApproval']>, approves: boolean) {
  const isTheirs = mayApprove(sql`t.id`, approves)
  return sql`select m.id from member m join staff t on t.id = m.trainer_staff_id
    where ${awaitsApproval} and ${whose === 'toApprove' ? isTheirs : sql`not ${isTheirs}`}`
}

/** Conditions on what staff record about members; each uses an index of its own. */
function rareConditions({ now, approves }: Sight, filter: MemberFilter): SQL[] {
  const { tag, trainerStaffId, assigned, trainerApproval, alert, locked, actionId } = filter
  return [
    ...(tag ? [sql`l.tags @> array[${tag}]`] : []),
    ...(trainerStaffId ? [sql`l.trainer_id = ${Number(trainerStaffId)}`] : []),
    ...(assigned ? [sql`l.member_id in (select health_members(${now.toISOString()}::timestamptz))`] : []),
    ...(trainerApproval ? [sql`l.member_id in (${unapproved(trainerApproval, approves)})`] : []),
    ...(alert ? [sql`l.has_alert`] : []),
    ...(locked ? [sql`l.is_locked`] : []),
    // The action is in sight, too.
    ...(actionId
      ? [
          sql`l.member_id in (select x.member_id from report_action_member x join report_action a on a.id = x.action_id
            where a.id = ${Number(actionId)})`,
        ]
      : []),
  ]
}

const has = (query: string) =>
  sql`member_grams(l.names, l.starts, l.number, l.tel, l.email, l.birthday) @@ ${query}::tsquery`

/** How members with this telephone number or birthday are looked up in the index, and verified. */
async function contactWays(
  scoped: Scoped,
  { contact, now }: Sight,
  typed: string,
): Promise<{ ways: string[]; proof: SQL } | null> {
  const is = or(isPhone(sql`l.tel`, typed), isBirthday(sql`l.birthday`, typed, now))
  if (!is) return null
  // Who reads masked contact would learn it from what is found, and from how long it takes: the assigned members are read
  // before, whether anybody has that number or not.
  const assigned = contact ? null : await assignedMembers(scoped, now)
  const isRead = assigned ? sql`l.member_id = any(${idArray(assigned.map(String))})` : sql`true`
  const ends = new Set(phonesOf(typed).map((phone) => gram('8', phone.slice(-phoneEnd))))
  const days = birthdaysOf(typed, tokyoDayOf(now)).map((date) => gram('b', date.replaceAll('-', '')))
  return { ways: [...ends, ...days], proof: sql`(${is} and ${isRead})` }
}

/**
 * Members in scope whose telephone number or birthday the text is, and whose contact the caller reads; null for a text
 * that is neither. On `member_in_scope l`.
 */
export async function contactCondition(scoped: Scoped, sight: Sight, typed: string): Promise<SQL | null> {
  const found = await contactWays(scoped, sight, typed)
  return found && sql`(${has(found.ways.join('|'))} and ${found.proof})`
}

/** The members (internal ids) whose telephone number or birthday the text is, as above. */
export async function membersByContact(scoped: Scoped, sight: Sight, typed = ''): Promise<number[]> {
  const contact = await contactCondition(scoped, sight, typed)
  if (!contact) return []
  const rows = await rowsOf<{ id: number }>(
    scoped,
    sql`select l.member_id as id from member_in_scope l where ${contact}`,
  )
  return rows.map(({ id }) => id)
}

/** Members in scope who match a keyword, among few rows that are read anyway. On `member_in_scope l`. */
export async function memberMatches(scoped: Scoped, sight: Sight, keyword: string): Promise<SQL> {
  const contact = (await contactCondition(scoped, sight, keyword)) ?? sql`false`
  const word = sql`fold_text(${keyword})`
  return sql`(position(${word} in l.names) > 0 or position(${word} in l.number) > 0 or ${contact})`
}

/**
 * One letter matches names and readings that begin with it; two or more match any part. Numbers and addresses need
 * three letters, because shorter ones match nearly all; telephone numbers need the last four digits, the last eight or
 * all, in any spelling. An address is matched by its part before the @, or as a whole. The prefixes are those of
 * `member_grams` (api/db/sql/090-member-list.sql).
 */
async function keywordCondition(scoped: Scoped, sight: Sight, typed: string, folded: string): Promise<SQL> {
  // The bar separates name and reading.
  if (folded.includes('|')) return sql`false`
  const letters = [...folded]
  if (letters.length === 1) return has(gram('^', folded))
  if (letters.length === 2) return has(gram('n', folded))

  const ways = [allGrams('n', letters, 2), allGrams('#', letters, 3)]
  const proofs = [sql`position(${folded} in l.names) > 0`, sql`position(${folded} in l.number) > 0`]
  if (/^\d{4}$/.test(folded)) {
    ways.push(gram('=', folded))
    proofs.push(sql`right(l.tel, 4) = ${folded}`)
  }
  const local = folded.includes('@') ? [...folded.slice(0, folded.indexOf('@') + 1)] : letters
  if (sight.contact && local.length >= 3) {
    ways.push(allGrams('@', local, 3))
    proofs.push(
      sql`position(${folded} in ${local.includes('@') ? sql`l.email` : sql`split_part(l.email, '@', 1)`}) > 0`,
    )
  }
  const contact = await contactWays(scoped, sight, typed)
  if (contact) {
    ways.push(...contact.ways)
    proofs.push(contact.proof)
  }
  return sql`${has(ways.join('|'))} and (${sql.join(proofs, sql` or `)})`
}

interface Found {
  where: SQL
  /** The conditions that the stored totals are counted by. */
  kinds: SQL[]
  /** The folded keyword. */
  folded: string
  /** Conditions with an index of their own: the members are looked up once, for total and page. */
  isFound: boolean
}

/** The SQL condition for `filter`, as far as the caller may use it. */
export async function membersWhere(scoped: Scoped, sight: Sight, filter: MemberFilter): Promise<Found> {
  const { keyword = '' } = filter
  const folded = keyword
    ? (await rowsOf<{ text: string }>(scoped, sql`select fold_text(${keyword}) as text`))[0]?.text
    : undefined
  const kinds = kindConditions(sight, filter)
  const rare = rareConditions(sight, filter)
  const conditions = [
    sql`true`,
    ...kinds,
    ...(filter.unpaid ? [sql`l.unpaid_amount > 0`] : []),
    ...dayConditions(filter),
    ...(filter.visitTrend ? [sql`l.visit_class = ${filter.visitTrend}`] : []),
    ...(filter.risk ? [sql`l.risk = ${filter.risk}`] : []),
    ...(filter.visitTrend || filter.risk ? [hasKnownClass(sql`l.shop_id`)] : []),
    ...(filter.leanBody ? [sql`l.with_lean_body = ${filter.leanBody === 'true'}`] : []),
    ...rare,
    ...(folded ? [await keywordCondition(scoped, sight, keyword, folded)] : []),
  ]
  return {
    where: sql.join(conditions, sql` and `),
    kinds,
    folded: folded ?? '',
    isFound: Boolean(folded) || rare.length > 0,
  }
}
