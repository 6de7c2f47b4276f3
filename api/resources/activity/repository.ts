import { type SQL, sql } from 'drizzle-orm'
import type { Activity } from '#contract/activity.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { type LongPage, longPage, mostSearched } from '../../db/long-list.ts'
import type { Sight } from '../../db/member-search.ts'
import { membersNamed } from '../../db/members-named.ts'
import type { FoundMember } from '../../db/one-member.ts'

/** An activity as stored: ids are numbers, instants ISO 8601. */
export interface FoundActivity
  extends Omit<Activity, 'id' | 'shop' | 'member' | 'content'>,
    Omit<FoundMember, 'memberNo'> {
  id: number
  shopId: number
  shopName: string
  memberNo: string | null
  contentId: number
  contentTitle: string
  durationSec: number
}

/** Filters of the activities: days in Tokyo, both included. */
export interface About {
  shops: ShopScope
  shopId: string | undefined
  /** Only these members (internal ids); null: all in the shops. */
  members: readonly number[] | null
  /** Internal member id. */
  memberId: number | null
  contentId: string | undefined
  from: string
  to: string
}

export async function contentTitle(scoped: Scoped, id: string): Promise<string | null> {
  const [found] = await rowsOf<{ title: string }>(
    scoped,
    sql`select title from lean_body_content where id = ${Number(id)}`,
  )
  return found?.title ?? null
}

const all = (...conditions: (SQL | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)

/** The condition for all filters, on the rows of `lean_body_activity a`. */
const conditionOf = ({ shops, shopId, members, memberId, contentId, from, to }: About) =>
  all(
    sql`a.started_at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'`,
    sql`a.started_at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`,
    shopId ? sql`a.shop_id = ${Number(shopId)}` : undefined,
    // Repeats row-level security, so that the index of the shops is used.
    shops === 'all' || shopId ? undefined : sql`a.shop_id = any(${idArray(shops)})`,
    members ? sql`a.member_id = any(${idArray(members.map(String))})` : undefined,
    memberId === null ? undefined : sql`a.member_id = ${memberId}`,
    contentId ? sql`a.content_id = ${Number(contentId)}` : undefined,
  )

/** The rows that `page` selects, in order. */
const rowsAround = (page: SQL) => sql`
  select a.id, a.started_at as "startedAt", a.completed_at as "completedAt", a.shop_id as "shopId",
    s.name as "shopName", m.user_id as "userId", n.member_no as "memberNo", n.last_name as "lastName",
    n.first_name as "firstName", n.last_name_kana as "lastNameKana", n.first_name_kana as "firstNameKana",
    a.content_id as "contentId", c.title as "contentTitle", c.duration_sec as "durationSec",
    a.watched_sec as "watchedSec", a.progress_rate as "progressRate", a.kcal, a.rating, a.comment, a.device
  from (select id, row_number() over () as place from (${page}) ids) page
  join lean_body_activity a on a.id = page.id
  join named_shop s on s.id = a.shop_id
  join lean_body_content c on c.id = a.content_id
  left join member_name_in_scope n on n.member_id = a.member_id
  left join member m on m.id = n.member_id
  order by page.place`

/** Activities whose member or content matches the keyword. */
async function keywordCondition(scoped: Scoped, sight: Sight, keyword: string): Promise<SQL | undefined> {
  const [search] = await rowsOf<{ folded: string }>(scoped, sql`select fold_text(${keyword}) as folded`)
  const folded = search?.folded ?? ''
  if (folded === '') return undefined
  const contents = await rowsOf<{ id: number }>(
    scoped,
    sql`select id from lean_body_content where position(${folded} in search_text) > 0`,
  )
  const people = await membersNamed(scoped, sight, { typed: keyword, folded })
  const ofPeople = people && sql`a.member_id = any(${people})`
  if (contents.length === 0) return ofPeople ?? sql`false`
  const ofContents = sql`a.content_id = any(${idArray(contents.map(({ id }) => String(id)))})`
  return ofPeople ? sql`(${ofPeople} or ${ofContents})` : ofContents
}

interface Listed {
  keyword?: string | undefined
  completed?: 'true' | 'false' | undefined
  direction: 'asc' | 'desc'
  offset: number
  limit: number
}

/** One page of the activities; at most 10,000 are counted (decision 0036). */
export async function listActivities(
  scoped: Scoped,
  sight: Sight,
  about: About,
  { keyword, completed, direction, offset, limit }: Listed,
): Promise<LongPage<FoundActivity, never>> {
  const where = all(
    conditionOf(about),
    completed ? sql`(a.completed_at is not null) = ${completed === 'true'}` : undefined,
    keyword ? await keywordCondition(scoped, sight, keyword) : undefined,
  )
  return longPage<FoundActivity>(
    scoped,
    {
      rows: sql`lean_body_activity a where ${where}`,
      key: sql`a.started_at`,
      id: sql`a.id`,
      direction,
      ...(keyword && { most: mostSearched }),
      around: rowsAround,
    },
    { offset, limit },
  )
}

export interface FoundSummary {
  activeMembers: number
  viewCount: number
  watchedSec: number
  completions: number
  ratings: number
  stars: number
  contents: { id: number; title: string; viewCount: number; watchedSec: number; completions: number }[]
  hours: { hour: number; viewCount: number }[]
}

/** Length of the ranking. */
const ranked = 10

/** All figures of the activities. */
export const summariseActivities = (scoped: Scoped, about: About): Promise<FoundSummary> =>
  isWholeChain(about) ? summariseDays(scoped, about) : countActivities(scoped, about)

const isWholeChain = ({ shops, shopId, members, memberId, contentId }: About) =>
  shops === 'all' && shopId === undefined && members === null && memberId === null && contentId === undefined

/** For the whole chain each day is counted already. */
async function summariseDays(scoped: Scoped, { from, to }: About): Promise<FoundSummary> {
  const inDays = sql`shop_id = 0 and day between ${from} and ${to}`
  return summaryOf(
    scoped,
    sql`select bit_count(bit_or(bits)) as people from lean_body_day_members where ${inDays} group by block`,
    sql`
      select what, "of", sum(views) as views, sum(watched_sec) as watched, sum(completions) as completions,
        sum(ratings) as ratings, sum(stars) as stars
      from lean_body_day_count where ${inDays} group by what, "of"`,
  )
}

/** All figures except members come from sums per content and hour. */
async function countActivities(scoped: Scoped, about: About): Promise<FoundSummary> {
  const where = conditionOf(about)
  // Tokyo is UTC+9 all year; a named time zone would be resolved for each row.
  const hour = sql`((date_part('epoch', a.started_at)::bigint / 3600 + 9) % 24)::integer`
  await scoped.execute(sql`select set_config('enable_seqscan', 'off', true)`)
  return summaryOf(
    scoped,
    sql`select 1 as people from lean_body_activity a where ${where} group by a.member_id`,
    sql`
      with sums as materialized (
        select a.content_id, ${hour} as hour, count(*) as views,
          sum(a.watched_sec) as watched, count(a.completed_at) as completions, count(a.rating) as ratings,
          sum(a.rating) as stars
        from lean_body_activity a where ${where} group by 1, 2
      )
      select what, "of", sum(views) as views, sum(watched) as watched, sum(completions) as completions,
        sum(ratings) as ratings, sum(stars) as stars
      from sums cross join lateral (values ('content', content_id), ('hour', hour)) as sides (what, "of")
      group by what, "of"`,
  )
}

/** Combines the number of people, which is summed in parts, with the sums per content and hour. */
async function summaryOf(scoped: Scoped, people: SQL, counts: SQL): Promise<FoundSummary> {
  const [found] = await rowsOf<FoundSummary>(
    scoped,
    sql`
      with counted as materialized (${counts})
      select
        (select coalesce(sum(people), 0) from (${people}) parts) as "activeMembers",
        coalesce(sum(views), 0) as "viewCount", coalesce(sum(watched), 0) as "watchedSec",
        coalesce(sum(completions), 0) as completions, coalesce(sum(ratings), 0) as ratings,
        coalesce(sum(stars), 0) as stars,
        (select coalesce(json_agg(one), '[]') from (
          select c.id, c.title, o.views as "viewCount", o.watched as "watchedSec", o.completions
          from counted o join lean_body_content c on c.id = o."of"
          where o.what = 'content' and o.views > 0
          order by o.views desc, o.watched desc, c.id limit ${ranked}) one) as contents,
        (select coalesce(json_agg(one), '[]') from (
          select "of" as hour, views as "viewCount" from counted where what = 'hour') one) as hours
      from counted where what = 'hour'`,
  )
  if (!found) throw new Error('A sum has one row')
  return found
}
