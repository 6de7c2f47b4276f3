import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { HealthDouble, HealthMember, HealthPlan, JoinedDay } from '#contract/data-health.ts'
import type { DoubleCheck, DoubleContracts, healthChecks } from '#contract/words/data-health.ts'
import type { Ctx, Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { clubMerge, mergePair } from '../../db/schema/club-merge.ts'
import { joinedDay } from '../../db/schema/joined-day.ts'
import { staff } from '../../db/schema/organisation.ts'
import { staffInSight } from '../../db/staff-in-sight.ts'
import { fewestOfDay } from '../../lib/joined-day.ts'
import { pagesOf } from '../../lib/pages.ts'
import { isOfDoubles, pairKeys } from '../../sync/merge/doubles.ts'
import type { Double } from './doubles.ts'

export type MemberCheck = Exclude<keyof typeof healthChecks, 'plansWithoutPrice' | 'staffAddresses' | DoubleCheck>

const isDummy = sql`is_dummy_address(m.email)`
const isHere = sql`m.contract_status <> 'cancel'`
const ofShop = (shopId: string | undefined) => (shopId === undefined ? sql`true` : sql`m.shop_id = ${Number(shopId)}`)
/** Telephone numbers of one digit alone stand for none. */
const tel = sql`case when l.tel !~ '^(.?)\\1*$' then l.tel end`

/** The keys that several members have; of each member one of them. */
const sharing = (keys: SQL) => sql`
  with one as materialized (select * from (${keys}) k where key is not null)
  select distinct on (member_id) member_id, key
  from one join (select key from one group by key having min(member_id) < max(member_id)) several using (key)
  order by member_id, key`

interface FoundOf {
  day?: string
  shopId?: string
  today: string
  /** Members who are in another line already. */
  without?: readonly number[]
}

/** `member_id`, and `key` of its group; null where there are no groups. Of members in the caller's shops. */
function foundBy(check: MemberCheck, { day, shopId, today, without = [] }: FoundOf): SQL {
  const inShop = ofShop(shopId)
  switch (check) {
    case 'joinedDays':
      return sql`select m.id as member_id, null::text as key from member m where ${inShop} and m.joined_on = ${day ?? null}`
    case 'dummyEmails':
      return sql`select m.id as member_id, null::text as key from member m where ${inShop} and ${isHere} and ${isDummy}`
    case 'sharedEmails':
      return sharing(sql`select m.id as member_id, lower(m.email) as key from member m
        where ${inShop} and ${isHere} and m.email <> '' and not ${isDummy}`)
    case 'families':
      return sharing(sql`
        select f.member_id, f.name || '|' || own.key as key
        from (
          select m.id as member_id, m.last_name as name, ${tel} as tel,
            case when m.address1 <> '' then concat_ws('|', m.zip_code, m.prefecture, m.address1, m.address2) end as home,
            case when not ${isDummy} then lower(m.email) end as email
          from member m join member_in_scope l on l.member_id = m.id where ${inShop} and ${isHere}
        ) f cross join lateral (values (home), (tel), (nullif(email, ''))) own (key)`)
    case 'doubles':
      return sharing(sql`select m.member_id, nullif(split_part(m.names, '|', 2), '') || '|' || m.birthday as key
        from member_in_scope m where ${inShop} and m.member_id <> all (${sql.param(without)}::integer[])`)
    case 'invisible':
      return sharing(sql`select m.id as member_id, visible_code(m.member_no) as key from member m where ${inShop}`)
    case 'futureDates':
      return sql`select m.id as member_id, null::text as key from member m
        where ${inShop} and (m.birthday > ${today} or (m.joined_on > ${today} and not exists (
          select from contract c where c.member_id = m.id and c.start_on > ${today})))`
  }
}

/** How many members a check has found, and in how many groups. */
export async function countFound(scoped: Scoped, check: MemberCheck, of: FoundOf) {
  const [row] = await rowsOf<{ count: number; groups: number }>(
    scoped,
    sql`select count(*)::integer as count, count(distinct key)::integer as groups from (${foundBy(check, of)}) found`,
  )
  return row ?? { count: 0, groups: 0 }
}

export interface FoundMember extends Omit<HealthMember, 'userId' | 'shop' | 'address'> {
  userId: number
  shopId: number
  shopName: string
  address: string
}

/** A page of the members that a check has found, groups together. */
export async function listFound(
  scoped: Scoped,
  check: MemberCheck,
  { offset, limit, ...of }: FoundOf & { offset: number; limit: number },
): Promise<{ rows: FoundMember[]; total: number }> {
  const { rows } = await scoped.execute<{ total: number; rows: FoundMember[] }>(sql`
    with found as materialized (${foundBy(check, of)})
    select (select count(*)::integer from found) as total, (
      select coalesce(json_agg(page order by page.place), '[]') from (
        select p.place, p."group"::integer, m.user_id as "userId", m.member_no as "memberNo", m.last_name as "lastName",
          m.first_name as "firstName", concat_ws('　', m.last_name_kana, m.first_name_kana) as kana, s.id as "shopId",
          s.name as "shopName", m.contract_status as "contractStatus", m.email, m.tel,
          concat(m.prefecture, m.address1, m.address2) as address, m.birthday, m.joined_on as "joinedOn"
        from (
          select f.member_id, case when f.key is not null then dense_rank() over (order by f.key) end as "group",
            row_number() over (order by f.key, l.kana nulls last, f.member_id) as place
          from found f join member_in_scope l on l.member_id = f.member_id
          order by place limit ${limit} offset ${offset}
        ) p join member m on m.id = p.member_id join shop s on s.id = m.shop_id
      ) page
    ) as rows`)
  return rows[0] ?? { total: 0, rows: [] }
}

/** Staff in sight whose address is another's but for letters that nobody sees, and that other. */
export async function listSameAddresses(scoped: Scoped): Promise<{ id: string; displayName: string }[]> {
  const found = await rowsOf<{ id: number }>(
    scoped,
    sql`
      with unmended as materialized (
        select id, visible_address(email) as address from staff where email <> visible_address(email)
      )
      select id from unmended union select s.id from staff s join unmended u on s.email = u.address`,
  )
  const names = await staffInSight(
    scoped,
    found.map(({ id }) => String(id)),
  )
  return [...names].map(([id, displayName]) => ({ id, displayName }))
}

const withoutPrice = (shopId: string | undefined) => sql`shop_plan m
  where ${ofShop(shopId)} and m.price_monthly = 0 and not m.is_suspension_plan and m.category <> 'suspension'
    and m.joined_to is null`

export async function countPlans(scoped: Scoped, shopId: string | undefined): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    scoped,
    sql`select count(*)::integer as count from ${withoutPrice(shopId)}`,
  )
  return row?.count ?? 0
}

export interface FoundPlan extends Omit<HealthPlan, 'planId' | 'shop'> {
  planId: number
  shopId: number
  shopName: string
}

export const listPlans = (
  scoped: Scoped,
  { shopId, offset, limit }: { shopId?: string; offset: number; limit: number },
) =>
  rowsOf<FoundPlan>(
    scoped,
    sql`select p.id as "planId", p.code, p.name, s.id as "shopId", s.name as "shopName",
      (select count(distinct c.member_id)::integer from contract c
        where c.plan_id = p.id and c.start_on <= (select data_date()) and (c.end_on >= (select data_date())) is not false) as members
    from (select m.* from ${withoutPrice(shopId)}) p join shop s on s.id = p.shop_id
    order by s.sort_order, s.id, p.code, p.id limit ${limit} offset ${offset}`,
  )

interface FoundDay extends Omit<JoinedDay, 'answeredBy' | 'answeredAt'> {
  answeredById: number | null
  answeredByName: string | null
  answeredAt: string | null
}

/** Days that many members in the caller's shops have as 入会日, and days with an answer; or `only` one day. */
export const listDays = (
  scoped: Scoped,
  { shopId, only, mayAnswer }: { shopId?: string; only?: string; mayAnswer: boolean },
) =>
  rowsOf<FoundDay>(
    scoped,
    sql`
      with joined as materialized (
        select day, (count(*) filter (where not is_kept))::integer as members, (count(*) filter (where is_kept))::integer as kept
        from (
          select m.given_joined_on as day, false as is_kept from member_in_scope m
          where ${ofShop(shopId)} and m.given_joined_on is not null
          union all
          select (x.provider_values -> 'joined_on' ->> 'value')::date, true
          from member x join member_in_scope m on m.member_id = x.id
          where x.provider_values ? 'joined_on' and ${ofShop(shopId)}
            and (x.provider_values -> 'joined_on' ->> 'value')::date > x.joined_on
        ) given group by 1
      ),
      total as (select sum(members)::integer as members from joined)
      select j.day, j.members, j.kept, j.members::double precision / t.members as share, d.answer,
        d.answered_by as "answeredById", s.display_name as "answeredByName", d.answered_at as "answeredAt",
        ${mayAnswer ? withPlanDay(shopId) : sql`null::integer`} as "planDays"
      from joined j cross join total t left join joined_day d on d.day = j.day left join staff s on s.id = d.answered_by
      where ${
        only === undefined
          ? sql`d.day is not null or (j.members + j.kept >= ${fewestOfDay} and 5 * (j.members + j.kept) > t.members)`
          : sql`j.day = ${only}`
      }
      order by j.members desc, j.day`,
  )

/** Of the members of day `j`: whose first contract is of another day. */
const withPlanDay = (shopId: string | undefined) => sql`(
  select count(*)::integer from (
    select c.member_id from member_in_scope m join contract c on c.member_id = m.member_id and c.kind <> 'option'
    where m.given_joined_on = j.day and ${ofShop(shopId)}
    group by c.member_id having min(c.contracted_on) <> j.day
  ) other)`

/** Stores what holds for a day, or nothing for null; the trigger on the table changes the members. */
export async function storeAnswer(
  { scoped, principal: { staffId }, now }: Ctx,
  day: string,
  answer: JoinedDay['answer'],
) {
  if (answer === null) {
    await scoped.delete(joinedDay).where(eq(joinedDay.day, day))
    return
  }
  const changes = { answer, answeredBy: staffId, answeredAt: now }
  await scoped
    .insert(joinedDay)
    .values({ day, ...changes })
    .onConflictDoUpdate({ target: joinedDay.day, set: changes })
}

/** Members and shops by id, as a list of doubles shows them. */
export async function namesOf(scoped: Scoped, { members, shops }: { members: number[]; shops: number[] }) {
  const people = await rowsOf<{ id: number; who: NonNullable<HealthDouble['member']> }>(
    scoped,
    sql`select m.id, jsonb_build_object('id', m.user_id::text, 'memberNo', m.member_no, 'lastName', m.last_name,
        'firstName', m.first_name, 'lastNameKana', m.last_name_kana, 'firstNameKana', m.first_name_kana) as who
      from member m where m.id = any (${sql.param(members)}::integer[])`,
  )
  const places = await rowsOf<{ id: number; name: string }>(
    scoped,
    sql`select id, name from shop where id = any (${sql.param(shops)}::integer[])`,
  )
  return {
    whoOf: new Map(people.map(({ id, who }) => [id, who])),
    shopOf: new Map(places.map(({ id, name }) => [id, { id: String(id), name }])),
  }
}

/** Doubles that were merged, the newest first. */
export const listDoubleMerges = (scoped: Scoped) =>
  scoped
    .select({ ...getTableColumns(clubMerge), decidedBy: { id: staff.id, displayName: staff.displayName } })
    .from(clubMerge)
    .leftJoin(staff, eq(staff.id, clubMerge.decidedBy))
    .where(isOfDoubles)
    .orderBy(desc(clubMerge.decidedAt))

const pairsAtOnce = 500

/** Stores what is to become one; a job does it. */
export async function storeDoubleMerge(
  { scoped, principal: { staffId }, now }: Ctx,
  key: string,
  { check, contracts, pairs }: { check: DoubleCheck; contracts: DoubleContracts; pairs: Record<DoubleCheck, Double[]> },
) {
  const own = pairs[check]
  const heads = new Set(own.map(({ memberId }) => memberId)).size
  const yen = check === 'salesTwice' ? own.reduce((sum, { yen }) => sum + (yen ?? 0), 0) : null
  await scoped.insert(clubMerge).values({
    ...{ brandCode: key, state: 'writing', answers: { contractsTwo: contracts }, decidedBy: staffId, decidedAt: now },
    groups: [{ key: pairKeys[check], rows: own.length, heads, yen }],
  })
  const rows = (Object.keys(pairs) as DoubleCheck[]).flatMap((of) =>
    pairs[of].map(({ theirId, shopId: _, ...pair }) => ({
      ...{ ...pair, brandCode: key, key: pairKeys[of], theirId: String(theirId) },
    })),
  )
  for (const some of pagesOf(rows, pairsAtOnce)) await scoped.insert(mergePair).values(some)
}
