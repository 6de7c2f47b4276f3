import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { outreach as api, MemberToTalk, MemberUnpaid, Outreach } from '#contract/outreach.ts'
import type { Risk } from '#contract/words/member.ts'
import { daysSettled, mostToTalk, settledOutcomes } from '#contract/words/outreach.ts'
import type { RiskSign } from '#contract/words/risk.ts'
import type { Scoped } from '../../context.ts'
import { hasKnownClass, idArray, rowsOf, tokyoDay } from '../../db/expressions.ts'
import { memberMatches, type Sight } from '../../db/member-search.ts'
import { belowUsual } from '../../figures/first-days.ts'

type FoundOutreach = Omit<Outreach, 'mayRemove'>
type ToTalkInput = Input<typeof api.toTalk>
type UnpaidInput = Input<typeof api.unpaid>

const content = sql`'contactedOn', o.contacted_on, 'outcome', o.outcome, 'note', o.note,
  'staff', case when t.id is not null then json_build_object('id', t.id::text, 'displayName', t.display_name) end`

/** One page of what was recorded of a member, the latest first, and the exact total. */
export async function listOutreach(
  scoped: Scoped,
  memberId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: FoundOutreach[]; total: number }> {
  const [{ total = 0 } = {}] = await rowsOf<{ total: number }>(
    scoped,
    sql`select count(*)::integer as total from outreach where member_id = ${memberId}`,
  )
  const rows = await rowsOf<{ one: FoundOutreach }>(
    scoped,
    sql`select json_build_object('id', o.id::text, ${content}) as one
      from outreach o left join staff t on t.id = o.staff_id where o.member_id = ${memberId}
      order by o.contacted_on desc, o.id desc limit ${limit} offset ${offset}`,
  )
  return { rows: rows.map(({ one }) => one), total }
}

/** One in scope, with its member. */
export async function outreachById(scoped: Scoped, id: string) {
  const [found] = await rowsOf<{ one: FoundOutreach; memberId: number; shopId: number }>(
    scoped,
    sql`select json_build_object('id', o.id::text, ${content}) as one, m.id as "memberId", m.shop_id as "shopId"
      from outreach o join member m on m.id = o.member_id left join staff t on t.id = o.staff_id
      where o.id = ${Number(id)}`,
  )
  return found ?? null
}

/** Members with a 連絡 that settles it, and the day of the latest one. */
const settled = (today: string) => sql`
  select member_id, max(contacted_on) as day from outreach
  where contacted_on > ${today}::date - ${daysSettled}::integer
    and outcome in (${sql.join(
      settledOutcomes.map((outcome) => sql`${outcome}`),
      sql`, `,
    )})
  group by member_id`

/** 離脱リスク: the highest level, then the most signs, then who was last here. */
const byRisk = sql`l.risk <> 'high', cardinality(l.risk_signs) desc, l.last_visit_on desc nulls last, l.member_id`

const ofShop = (shopId: string | undefined) => (shopId === undefined ? sql`true` : sql`l.shop_id = ${Number(shopId)}`)

/**
 * The first members of each shop by 離脱リスク. Who was settled since Monday keeps their place, so that the list ends
 * within the week; who was settled before is left out for four weeks, and who will leave or has no telephone always.
 */
const membersToTalk = (today: string, shopId: string | undefined) => sql`
  select ranked.member_id from (
    select l.member_id, s.day, row_number() over (partition by l.shop_id order by ${byRisk}) as place
    from member_in_scope l left join (${settled(today)}) s on s.member_id = l.member_id
    where l.risk in ('high', 'mid') and ${hasKnownClass(sql`l.shop_id`)} and ${ofShop(shopId)}
      and ${mayBeCalled(today)}
      and (s.day is null or s.day >= date_trunc('week', ${today}::timestamp)::date)
  ) ranked
  where ranked.place <= ${mostToTalk} and ranked.day is null`

/** Who will leave or has no telephone is on no list. */
const mayBeCalled = (today: string) => sql`
  l.tel <> '' and l.coming_kind is distinct from 'cancel' and not exists (
    select from membership_interval i where i.member_id = l.member_id and i.ends_span and i.span_end > ${today}::date)`

/** Newcomers with fewer visits than usual on the data date whom nobody has talked to for four weeks. */
const newcomersToTalk = (
  shops: SQL,
  { dataDate, today }: { dataDate: string; today: string },
  shopId: string | undefined,
) => sql`
  select n.* from (${belowUsual(shops, dataDate)}) n
  join member_in_scope l on l.member_id = n.member_id and l.risk is not null
  where ${ofShop(shopId)} and ${mayBeCalled(today)} and n.member_id not in (select member_id from (${settled(today)}) s)`

const person = sql`m.user_id::text as id, m.member_no as "memberNo", m.last_name as "lastName",
  m.first_name as "firstName", m.last_name_kana as "lastNameKana", m.first_name_kana as "firstNameKana", m.tel,
  json_build_object('id', s.id::text, 'name', s.name) as shop, m.contract_status as "contractStatus",
  p.name as "planName", m.alert_note as "alertNote", last.one as last`

const joined = sql`
  join member m on m.id = l.member_id
  join shop s on s.id = m.shop_id
  left join shop_plan p on p.id = l.plan_id
  left join lateral (
    select o.contacted_on, json_build_object(${content}) as one
    from outreach o left join staff t on t.id = o.staff_id
    where o.member_id = l.member_id order by o.contacted_on desc, o.id desc limit 1) last on true`

interface Page {
  offset: number
  limit: number
  keyword?: string | undefined
}

/** One page of the members that `listed` selects, and the exact total. */
async function pageOfMembers<Row>(
  scoped: Scoped,
  sight: Sight,
  { listed, columns, order }: { listed: SQL; columns: SQL; order: SQL },
  { offset, limit, keyword }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const matches = keyword ? await memberMatches(scoped, sight, keyword) : sql`true`
  const [found] = await rowsOf<{ total: number; rows: Row[] }>(
    scoped,
    sql`with listed as materialized (
        select l.member_id, to_json(chosen) as chosen from (${listed}) chosen join member_in_scope l on l.member_id = chosen.member_id where ${matches})
      select (select count(*)::integer from listed) as total,
        (select coalesce(json_agg(row), '[]') from (
          select ${person}, ${columns} from listed join member_in_scope l on l.member_id = listed.member_id ${joined}
          order by ${order} limit ${limit} offset ${offset}) row) as rows`,
  )
  return found ?? { rows: [], total: 0 }
}

const inOrder = (column: SQL, sortDir: string) =>
  sql`${column} ${sql.raw(sortDir === 'desc' ? 'desc' : 'asc')} nulls last, l.member_id`

export type FoundToTalk = Omit<MemberToTalk, 'risk'> & {
  risk: { level: Risk; signs: RiskSign[]; came: number; cameBefore: number }
  /** Of newcomers only. */
  newcomer?: { day: number; visits: number; usual: number }
}

/** 今週話す会員, at most ten a shop, or all newcomers with few visits. `today`: in Asia/Tokyo. */
export async function listToTalk(scoped: Scoped, sight: Sight, today: string, input: ToTalkInput) {
  const listed = input.newcomers
    ? await newcomersIn(scoped, sight, today, input.shopId)
    : membersToTalk(today, input.shopId)
  return pageOfMembers<FoundToTalk>(
    scoped,
    sight,
    {
      listed,
      columns: sql`${input.newcomers ? sql`listed.chosen as newcomer,` : sql``} l.last_visit_on as "lastVisitOn", json_build_object('level', l.risk, 'signs', l.risk_signs,
        'came', l.came, 'cameBefore', l.came_before) as risk`,
      order: {
        risk:
          input.sortDir === 'desc'
            ? sql`l.risk = 'high', cardinality(l.risk_signs), l.last_visit_on nulls first, l.member_id desc`
            : byRisk,
        lastVisitOn: inOrder(sql`l.last_visit_on`, input.sortDir),
        kana: inOrder(sql`l.kana`, input.sortDir),
      }[input.sortKey],
    },
    input,
  )
}

async function newcomersIn(scoped: Scoped, { shops }: Sight, today: string, shopId: string | undefined): Promise<SQL> {
  const [data] = await rowsOf<{ date: string }>(
    scoped,
    sql`select ${tokyoDay(sql`data_as_of`)} as date from data_state`,
  )
  if (!data) return sql`select null::integer as member_id where false`
  // Their shop is the present one, wherever they joined.
  return newcomersToTalk(
    shops === 'all' ? sql`array(select id from shop)` : idArray(shops),
    { dataDate: data.date, today },
    shopId,
  )
}

/** Members with unpaid bills, also those who have left. `today`: in Asia/Tokyo. */
export const listUnpaid = (scoped: Scoped, sight: Sight, today: string, input: UnpaidInput) =>
  pageOfMembers<MemberUnpaid>(
    scoped,
    sight,
    {
      listed: sql`select l.member_id from member_in_scope l where l.unpaid_amount > 0 and ${ofShop(input.shopId)}
        and ${input.unsettled ? sql`l.member_id not in (select member_id from (${settled(today)}) s)` : sql`true`}`,
      columns: sql`l.unpaid_amount as "unpaidAmount", (
        select coalesce(json_agg(distinct b.target_month order by b.target_month), '[]') from billing b
        where b.member_id = l.member_id and b.status in ('unpaid', 'error')) as months`,
      order: {
        unpaidAmount: inOrder(sql`l.unpaid_amount`, input.sortDir),
        lastOutreachOn: inOrder(sql`last.contacted_on`, input.sortDir),
        kana: inOrder(sql`l.kana`, input.sortDir),
      }[input.sortKey],
    },
    input,
  )
