import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { Member, MemberRow, member } from '#contract/member.ts'
import type { Risk, VisitClass } from '#contract/words/member.ts'
import type { RiskSign } from '#contract/words/risk.ts'
import type { Scoped } from '../../context.ts'
import { awaitsApproval } from '../../db/approvals.ts'
import { hasKnownClass, idArray, rowsOf, tokyoDay } from '../../db/expressions.ts'
import { type MemberFilter, membersWhere, type Sight } from '../../db/member-search.ts'
import type { ProviderValues } from '../../db/schema/facts.ts'
import { pagesOf } from '../../lib/pages.ts'
import { hasNoConsent, hasNoConsentHere, isBounced } from '../../mail/audience.ts'

// Reads the view `member_in_scope`, whose indexes cover every order, filter and search (decision 0011).

type ListInput = Input<typeof member.list>
export type MemberOrder = Pick<ListInput, 'sortKey' | 'sortDir'>

/** A member as stored: ids are numbers, and nothing is masked yet. */
export interface FoundMember
  extends Omit<Required<MemberRow>, 'id' | 'shop' | 'coming' | 'trainer' | 'visitTrend' | 'risk' | 'foundBirthday'> {
  id: number
  memberId: number
  shopId: number
  shopName: string
  trainerId: number | null
  trainerName: string | null
  trainerAwaitsApproval: boolean | null
  birthday: string | null
  comingKind: NonNullable<MemberRow['coming']>['kind'] | null
  comingOn: string | null
  trend: { class: VisitClass; came: number; cameBefore: number; risk: Risk; signs: RiskSign[] } | null
}

const sortColumns: Record<MemberOrder['sortKey'], { column: SQL; mayBeBlank: boolean }> = {
  kana: { column: sql`l.kana`, mayBeBlank: true },
  memberNo: { column: sql`l.member_no`, mayBeBlank: false },
  joinedOn: { column: sql`l.joined_on`, mayBeBlank: true },
  lastVisitOn: { column: sql`l.last_visit_on`, mayBeBlank: true },
  visits30d: { column: sql`l.visits_30d`, mayBeBlank: false },
  unpaidAmount: { column: sql`l.unpaid_amount`, mayBeBlank: false },
  // By reading without a keyword, and in a file; `listFound` puts names that begin with the keyword first.
  match: { column: sql`l.kana`, mayBeBlank: true },
}

/** The list's order, nulls last in both directions and ids in the same direction, or exactly its reverse. */
const orderBy = (order: MemberOrder, reversed = false) => sql`order by ${orderTerms(order, reversed)}`

function orderTerms({ sortKey, sortDir }: MemberOrder, reversed = false): SQL {
  const { column, mayBeBlank } = sortColumns[sortKey]
  const direction = sql.raw((sortDir === 'desc') === reversed ? 'asc' : 'desc')
  const blanks = sql.raw(mayBeBlank ? (reversed ? 'nulls first' : 'nulls last') : '')
  return sql`${column} ${direction} ${blanks}, l.member_id ${direction}`
}

/** Names that begin with the keyword first. */
const foremost = (order: MemberOrder) =>
  sql`order by l.begins ${sql.raw(order.sortDir === 'desc' ? 'asc' : 'desc')}, ${orderTerms(order)}`

interface Search {
  where: SQL
  /** The folded keyword. */
  folded: string
  /** The total alone; matches of a selective index are looked up once, for total and page. */
  counted: SQL | null
}

async function searchOf(scoped: Scoped, sight: Sight, filter: MemberFilter): Promise<Search> {
  const { where, kinds, folded, isFound } = await membersWhere(scoped, sight, filter)
  if (isFound) return { where, folded, counted: null }
  const all = sql.join([sql`true`, ...kinds, ...(filter.unpaid ? [sql`l.owes`] : [])], sql` and `)
  const kept = filter.leanBody || filter.visitTrend || filter.risk ? null : totalsOf(sight, filter, all)
  return {
    where,
    folded: '',
    counted: kept ?? sql`select count(*)::integer as total from member_in_scope l where ${where}`,
  }
}

/**
 * Totals are stored by filter combination and shop, and over all shops by combination and day; not by day within some
 * shops.
 */
function totalsOf({ shops }: Sight, filter: MemberFilter, kinds: SQL): SQL | null {
  const { shopId, joinedFrom, joinedTo, lastVisitFrom, lastVisitTo } = filter
  const [joined, visited] = [joinedFrom || joinedTo, lastVisitFrom || lastVisitTo]
  const sum = sql`select coalesce(sum(l.members), 0)::integer as total`
  if (!joined && !visited) return sql`${sum} from member_count l where ${kinds}`
  if ((joined && visited) || shopId || shops !== 'all') return null
  const [what, from, to] = joined ? ['joined', joinedFrom, joinedTo] : ['lastVisit', lastVisitFrom, lastVisitTo]
  // Members without a visit match only "no visit since".
  const lowest = from ? sql`l.day >= ${from}` : joined ? sql`l.day > '-infinity'` : sql`true`
  return sql`${sum} from member_day_in_scope l
    where l.what = ${what} and ${lowest} and ${to ? sql`l.day <= ${to}` : sql`true`} and ${kinds}`
}

/** The rows of the ids that `page` selects, in order. */
const rowsAround = (page: SQL) => sql`
  select m.user_id as id, m.id as "memberId", m.member_no as "memberNo", m.last_name as "lastName",
    m.first_name as "firstName", m.last_name_kana as "lastNameKana", m.first_name_kana as "firstNameKana", m.gender,
    extract(year from age((select ${tokyoDay(sql`data_as_of`)} from data_state), m.birthday))::integer as age,
    m.birthday, m.tel, m.email, s.id as "shopId", s.name as "shopName", m.status, m.contract_status as "contractStatus",
    p.id as "planId", p.name as "planName", l.coming_kind as "comingKind", l.coming_on as "comingOn", l.joined_on as "joinedOn",
    l.last_visit_on as "lastVisitOn",
    case when l.visit_class is not null and ${hasKnownClass(sql`l.shop_id`)} then json_build_object('class', l.visit_class,
      'came', l.came, 'cameBefore', l.came_before, 'risk', l.risk, 'signs', l.risk_signs) end as trend,
    case when exists (select from member_visit_month) then l.visits_30d end as "visits30d",
    m.unpaid_amount as "unpaidAmount", m.tags,
    t.id as "trainerId", t.display_name as "trainerName",
    ${awaitsApproval} as "trainerAwaitsApproval", m.alert_note is not null as "hasAlert",
    m.with_lean_body_content as "withLeanBodyContent",
    m.locked_with_lean_body_content or m.locked_has_active_plan as "isLocked"
  from (select member_id, row_number() over () as place from (${page}) ids) page
  join member_in_scope l using (member_id)
  join member m on m.id = page.member_id
  join shop s on s.id = m.shop_id
  left join shop_plan p on p.id = l.plan_id
  left join staff t on t.id = m.trainer_staff_id
  order by page.place`

/** Rows that one statement reads: on the embedded database others come between two. */
const readAtOnce = 100

/** The rows of these ids (internal ones), in their order, in several short statements. */
async function rowsOfIds(scoped: Scoped, ids: readonly { id: number }[]): Promise<FoundMember[]> {
  const found: FoundMember[] = []
  for (const some of pagesOf(ids, readAtOnce)) {
    const given = idArray(some.map(({ id }) => String(id)))
    const page = sql`select id::integer as member_id from unnest(${given}) with ordinality u (id, place) order by place`
    found.push(...(await rowsOf<FoundMember>(scoped, rowsAround(page))))
  }
  return found
}

/** The rows of the members that `page` selects, in its order: few at once, many by and by. */
async function rowsInPieces(scoped: Scoped, page: SQL, atMost: number): Promise<FoundMember[]> {
  if (atMost <= readAtOnce) return rowsOf<FoundMember>(scoped, rowsAround(page))
  return rowsOfIds(scoped, await rowsOf<{ id: number }>(scoped, sql`select member_id as id from (${page}) page`))
}

/** From this many matches on, reading in the order's index is cheaper than finding and sorting them. */
const manyMembers = 20_000

/** One page and the exact total. */
export async function listMembers(
  scoped: Scoped,
  sight: Sight,
  { offset, limit, ...query }: ListInput,
): Promise<{ rows: FoundMember[]; total: number }> {
  const { where, folded, counted } = await searchOf(scoped, sight, query)
  if (!counted) return listFound(scoped, where, folded, { offset, limit, ...query })
  const [{ total = 0 } = {}] = await rowsOf<{ total: number }>(scoped, counted)
  const size = Math.min(limit, total - offset)
  if (size <= 0) return { rows: [], total }
  // The planner does not know that index-only access needs no table reads.
  if (total > manyMembers) {
    await scoped.execute(
      sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
    )
  }
  // A page in the second half is read from the end.
  const fromEnd = offset > total / 2
  const page = sql`select l.member_id from member_in_scope l where ${where}
    ${orderBy(query, fromEnd)} limit ${size} offset ${fromEnd ? total - offset - size : offset}`
  const rows = await rowsInPieces(scoped, page, size)
  return { rows: fromEnd ? rows.reverse() : rows, total }
}

/** Finds the matches once, for both the count and the page. */
async function listFound(scoped: Scoped, where: SQL, folded: string, { offset, limit, ...order }: ListInput) {
  const { column } = sortColumns[order.sortKey]
  const byMatch = order.sortKey === 'match'
  const begins = byMatch
    ? sql`, starts_with(l.names, ${folded}) or position(${`|${folded}`} in l.names) > 0 as begins`
    : sql``
  const page = sql`
    select l.member_id from found l ${byMatch ? foremost(order) : orderBy(order)} limit ${limit} offset ${offset}`
  const isShort = limit <= readAtOnce
  const around = isShort ? rowsAround(page) : sql`select member_id as id from (${page}) page`
  const [{ total, rows } = { total: 0, rows: [] }] = await rowsOf<{ total: number; rows: FoundMember[] }>(
    scoped,
    sql`
      with found as materialized (select l.member_id, ${column}${begins} from member_in_scope l where ${where})
      select (select count(*)::integer from found) as total,
        (select coalesce(json_agg(row), '[]') from (${around}) row) as rows`,
  )
  return { total, rows: isShort ? rows : await rowsOfIds(scoped, rows) }
}

/** The members in scope with these user ids. */
export const membersByUserIds = (scoped: Scoped, userIds: readonly string[]): Promise<FoundMember[]> =>
  rowsOf<FoundMember>(
    scoped,
    rowsAround(sql`select m.id as member_id from member m where m.user_id = any(${idArray(userIds)})`),
  )

/** Where an export continues: after this value and id of the order; among nulls, after this id. */
type Mark = { value?: string | number; id: number } | { blank: true; id: number }

/**
 * The next rows of the whole list after `after`, found by value, so that the last page costs no more than the first.
 */
export async function listMembersAfter(
  scoped: Scoped,
  sight: Sight,
  query: MemberFilter & MemberOrder,
  after: string | null,
  limit: number,
): Promise<{ rows: FoundMember[]; after: string | null }> {
  const { where } = await searchOf(scoped, sight, query)
  const { column, mayBeBlank } = sortColumns[query.sortKey]
  const mark = (after === null ? null : JSON.parse(after)) as Mark | null
  const beyond = sql.raw(query.sortDir === 'desc' ? '<' : '>')
  const inBlanks = mark !== null && 'blank' in mark
  const from = inBlanks
    ? sql`${column} is null and l.member_id ${beyond} ${mark.id}`
    : mark
      ? sql`(${column}, l.member_id) ${beyond} (${mark.value}, ${mark.id})`
      : mayBeBlank
        ? sql`${column} is not null`
        : sql`true`
  const rows = await rowsOf<FoundMember & { value: string | number | null }>(
    scoped,
    sql`select row.*, ${column} as value from (${rowsAround(sql`
      select l.member_id from member_in_scope l where ${where} and ${from} ${orderBy(query)} limit ${limit}`)}) row
      join member_in_scope l on l.member_id = row."memberId" ${orderBy(query)}`,
  )
  const last = rows.at(-1)
  if (rows.length === limit && last) {
    const next: Mark = inBlanks ? { blank: true, id: last.memberId } : { value: last.value ?? '', id: last.memberId }
    return { rows, after: JSON.stringify(next) }
  }
  if (inBlanks || !mayBeBlank) return { rows, after: null }
  const beforeAll = query.sortDir === 'desc' ? 2147483647 : 0
  return { rows, after: JSON.stringify({ blank: true, id: beforeAll } satisfies Mark) }
}

export interface MemberDetail extends FoundMember {
  externalId: number | null
  zipCode: string | null
  prefecture: string | null
  address1: string | null
  address2: string | null
  hasActivePlan: boolean
  lockedHasActivePlan: boolean
  lockedWithLeanBodyContent: boolean
  staffNote: string | null
  alertNote: string | null
  ticketsLeft: number
  leanBodyByPlans: boolean
  suspension: { from: string; to: string | null } | null
  nextReservation: { id: number; programName: string; startAt: string; shopId: number; shopName: string } | null
  joinRoute: 'tour' | 'trial' | 'referral' | 'rejoin' | 'web' | null
  joinedDay: Member['joinedDay']
  cancelledOn: string | null
  missing: Member['missing']
  mailOptIn: boolean
  mailAddress: string | null
  /** What letters of the reader's shops met. */
  mailBounce: { at: string; detail: string; isComplaint: boolean } | null
  /** Some mails are not sent for what somebody's letters met, or somebody with the address said, in any other shop. */
  isUnreachable: boolean
  trainerApproval: {
    assignedBy: number | null
    assignedAt: string
    approvedBy: number | null
    approvedAt: string | null
    isOwnAppointee: boolean
  } | null
  lastSyncedAt: string | null
  providerValues: ProviderValues | null
  hasChosen: boolean
  editorId: number | null
  editorName: string | null
  updatedAt: string | null
  version: number
  plans: {
    id: number
    planId: number
    planName: string
    shopId: number
    shopName: string
    kind: 'regular' | 'suspension' | 'option'
    startOn: string
    endOn: string | null
    monthlyFee: number
  }[]
  visitMonths: { month: string; days: number | null }[]
}

const shownPlans = 20
const shownMonths = 12

export async function memberByUserId(scoped: Scoped, userId: string, now: Date): Promise<MemberDetail | null> {
  const own = sql`select m.id from member m where m.user_id = ${Number(userId)}`
  const [found] = await rowsOf<MemberDetail>(
    scoped,
    sql`
      select row.*, m.external_id as "externalId", m.zip_code as "zipCode", m.prefecture, m.address1,
        m.address2, m.has_active_plan as "hasActivePlan", m.locked_has_active_plan as "lockedHasActivePlan",
        m.locked_with_lean_body_content as "lockedWithLeanBodyContent", m.staff_note as "staffNote",
        m.alert_note as "alertNote", m.join_route as "joinRoute", m.cancelled_on as "cancelledOn",
        case when m.trainer_assigned_at is not null then json_build_object('assignedBy', m.trainer_assigned_by,
          'assignedAt', m.trainer_assigned_at, 'approvedBy', m.trainer_approved_by, 'approvedAt', m.trainer_approved_at,
          'isOwnAppointee', appoints(m.trainer_staff_id, app_staff())) end as "trainerApproval",
        m.mail_opt_in as "mailOptIn", mail_address(m.email, m.representative_email) as "mailAddress", lean_body_by_plans(m.id) as "leanBodyByPlans", m.last_synced_at as "lastSyncedAt", m.provider_values as "providerValues", has_chosen(m.id) as "hasChosen", e.id as "editorId",
        e.display_name as "editorName", m.updated_at as "updatedAt", m.version,
        (select json_build_object('kind', x.kind, 'state', x.state, 'lastSeenOn', x.last_seen_on,
            'isByRun', x.decided_at is not null and x.decided_by is null, 'rejoinedOn', x.rejoined_on)
          from missing_member x where x.member_id = m.id and (x.state <> 'returned' or x.rejoined_on is not null)
          order by x.id desc limit 1) as missing,
        (select json_build_object('given', d.day, 'answer', d.answer) from joined_day d
          where d.day = m.joined_on and d.answer <> 'correct') as "joinedDay",
        (select coalesce(sum(t.granted_num - t.used_num), 0)::integer from member_ticket t
          where t.member_id = m.id and (t.expires_on >= data_date()) is not false) as "ticketsLeft",
        (select json_build_object('at', b.at, 'detail', b.detail, 'isComplaint', b.is_complaint) from mail_bounce b
          where b.email = lower(mail_address(m.email, m.representative_email))
          order by b.is_complaint desc, b.at desc limit 1) as "mailBounce",
        coalesce(${isBounced} or ${hasNoConsent} and not ${hasNoConsentHere}, false) as "isUnreachable",
        (select json_build_object('from', c.start_on, 'to', c.end_on) from contract c
          where c.member_id = m.id and c.kind = 'suspension' and (c.end_on >= data_date()) is not false
          order by c.start_on, c.id limit 1) as suspension,
        (select json_build_object('id', r.id, 'programName', r.program_name, 'startAt', r.start_at, 'shopId', s.id,
            'shopName', s.name)
          from reservation r join shop s on s.id = r.shop_id
          where r.member_id = m.id and r.start_at >= ${now.toISOString()}::timestamptz
            and r.status in ('booked', 'checkedIn')
          order by r.start_at limit 1) as "nextReservation",
        (select coalesce(json_agg(plan), '[]') from (
          select c.id, p.id as "planId", p.name as "planName", s.id as "shopId", s.name as "shopName", c.kind, c.start_on as "startOn",
            c.end_on as "endOn", c.monthly_fee as "monthlyFee"
          from contract c join shop_plan p on p.id = c.plan_id join shop s on s.id = c.shop_id
          where c.member_id = m.id order by c.start_on desc, c.id desc limit ${shownPlans}
        ) plan) as plans,
        (select coalesce(json_agg(json_build_object('month', to_char(first, 'YYYY-MM'), 'days',
            case when known.kind is not null and not exists (select from rollup_later where month = first) then (
              select coalesce(bit_count(bit_or(v.days)::bit(32)), 0) from member_visit_month v
              where v.member_id = m.id and v.month = first) end) order by first), '[]')
          from (
            select generate_series(date_trunc('month', day) - (${shownMonths - 1} * interval '1 month'), day, '1 month')::date as first
            from (select ${tokyoDay(sql`data_as_of`)}::timestamp as day from data_state) today
          ) months
          left join known_days(array[m.shop_id], false) known on known.kind = 'visits' and known.last_on >= first
            and known.first_on < first + interval '1 month') as "visitMonths"
      from (${rowsAround(sql`select id as member_id from (${own}) own`)}) row
      join member m on m.id = row."memberId"
      left join staff e on e.id = m.updated_by`,
  )
  return found ?? null
}
