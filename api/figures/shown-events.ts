import { sql } from 'drizzle-orm'
import { mostShownEvents, type ShownEvent, type ShownEvents } from '#contract/club-event.ts'
import { shownEventKinds } from '#contract/words/club-event.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf, tokyoDay } from '../db/expressions.ts'
import { addDays } from './periods.ts'

interface Question {
  /** YYYY-MM-DD in Asia/Tokyo, both included. */
  from: string
  to: string
  /** Undefined: every shop that the connection sees. */
  shopId: string | undefined
  now: Date
  /** Without it a changed fee has no amounts: contracts' fees are money. */
  money: boolean
}

interface ShopName {
  id: string
  name: string
}

type Found = Pick<ShownEvent, 'kind' | 'source' | 'title' | 'from' | 'to' | 'recordId'> & {
  /** In scope; null: the whole chain. */
  shopIds: string[] | null
}

/** A campaign begins anew when nobody joined by it for so many days. */
const campaignGap = 180
/** Contracts of a plan and month below which its usual fee is not known. */
const fewestContracts = 3

/**
 * What happened in the period, for the axes of charts: what staff wrote down, 休館日, changed fees, campaigns and
 * published announcements (decision 0092). By first day; an earlier one that lasts into the period is included.
 */
export async function readShownEvents(scoped: Db, question: Question): Promise<ShownEvents> {
  const shops = await readShops(scoped, question.shopId)
  // One after the other: a transaction has one connection.
  const found = [
    ...(await readWritten(scoped, question)),
    ...(await readClosures(scoped, question)),
    ...(await readChangedFees(scoped, question, shops)),
    ...(await readCampaigns(scoped, question, shops)),
    ...(await readAnnouncements(scoped, question)),
  ]
  const kinds = valuesOf(shownEventKinds)
  found.sort(
    (a, b) => compare(a.from, b.from) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || compare(a.title, b.title),
  )
  return { list: found.slice(-mostShownEvents).map((event) => toShown(event, shops)), total: found.length }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The shops in question, in their order. */
const readShops = (db: Db, shopId: string | undefined) =>
  rowsOf<ShopName>(
    db,
    sql`select id::text, name from shop where ${shopId === undefined ? sql`true` : sql`id = ${Number(shopId)}`} order by sort_order, id`,
  )

function toShown({ shopIds, ...event }: Found, shops: readonly ShopName[]): ShownEvent {
  const of = shopIds === null ? [] : shops.filter(({ id }) => shopIds.includes(id))
  const key = [event.source, event.from, event.recordId ?? event.title, ...of.slice(0, 3).map(({ id }) => id)].join(' ')
  return { key, ...event, shopNames: of.slice(0, 3).map(({ name }) => name), shops: of.length }
}

const isOf = (shopId: string | undefined, column = sql`shop_id`) =>
  shopId === undefined ? sql`true` : sql`${column} = ${Number(shopId)}`

const targets = (shopId: string | undefined) =>
  shopId === undefined ? sql`true` : sql`(target_scope = 'all' or ${Number(shopId)} = any (target_shop_ids))`

/** The targets of a row, as text; null: everybody. */
const targetIds = sql`case when target_scope = 'shops' then target_shop_ids::text[] end`

const readWritten = (db: Db, { from, to, shopId }: Question) =>
  rowsOf<Found>(
    db,
    sql`
      select kind, 'written' as source, title, first_on as "from", last_on as "to", id::text as "recordId",
        ${targetIds} as "shopIds"
      from club_event
      where first_on <= ${to}::date and coalesce(last_on, first_on) >= ${from}::date and ${targets(shopId)}`,
  )

/** Consecutive 休館日 of a shop are one event, and so are those of several shops on the same days. */
async function readClosures(db: Db, { from, to, shopId }: Question): Promise<Found[]> {
  const runs = await rowsOf<{ from: string; to: string; shopIds: string[] }>(
    db,
    sql`
      with closed as (
        select distinct s.id, day from shop s, unnest(s.holidays) day where ${isOf(shopId, sql`s.id`)}
      ), run as (
        select id, min(day) as first_on, max(day) as last_on
        from (select id, day, day - (row_number() over (partition by id order by day))::integer as start from closed) d
        group by id, start
      )
      select first_on as "from", last_on as "to", array_agg(id::text) as "shopIds"
      from run where first_on <= ${to}::date and last_on >= ${from}::date
      group by first_on, last_on`,
  )
  return runs.map((run) => ({
    ...{ kind: 'closure' as const, source: 'shop' as const, title: '休館日', recordId: null },
    ...run,
    to: run.to === run.from ? null : run.to,
  }))
}

/** The known days of contracts of each shop: of other days nothing is said by itself. */
const knownContracts = (shops: readonly ShopName[]) => sql`(
  select shop_id, first_on, last_on from known_days(${idArray(shops.map(({ id }) => id))}, false)
  where kind = 'contracts' and first_on is not null)`

/**
 * Where the usual fee of a plan's new contracts differs from that of the last month in which it was known: the fee of
 * more than half of at least three contracts that begin in the month. The day is the first with the new fee. Two fees
 * that are both in use are no change: nobody began with the new one in the six months before, and few with the old one
 * until two months later.
 */
async function readChangedFees(
  db: Db,
  { from, to, shopId, money }: Question,
  shops: readonly ShopName[],
): Promise<Found[]> {
  const isSame = sql`b.plan_id = f.plan_id and b.shop_id = f.shop_id`
  const changes = await rowsOf<{ name: string; before: number; after: number; from: string; shopIds: string[] }>(
    db,
    sql`
      with known as materialized ${knownContracts(shops)}, begun as materialized (
        select c.plan_id, c.shop_id, date_trunc('month', c.start_on)::date as month, c.start_on, c.monthly_fee
        from contract c join known k on k.shop_id = c.shop_id and c.start_on between k.first_on and k.last_on
        where c.start_on between ${from}::date - interval '13 months' and ${to}::date + interval '3 months'
          and ${isOf(shopId, sql`c.shop_id`)}
      ), fee as (
        select plan_id, shop_id, month, monthly_fee, count(*) as contracts, min(start_on) as first_on
        from begun group by 1, 2, 3, 4
      ), usual as (
        select plan_id, shop_id, month, monthly_fee, first_on
        from (select *, sum(contracts) over (partition by plan_id, shop_id, month) as all_contracts from fee) f
        where all_contracts >= ${fewestContracts} and contracts * 2 > all_contracts
      ), followed as (
        select *, lag(monthly_fee) over (partition by plan_id, shop_id order by month) as before from usual
      ), changed as (
        select * from followed f
        where before <> monthly_fee and not exists (
          select from begun b where ${isSame} and b.monthly_fee = f.monthly_fee
            and b.month < f.month and b.month >= f.month - interval '6 months')
        and (
          select count(*) filter (where b.monthly_fee = f.before) * 5 <= count(*) from begun b
          where ${isSame} and b.start_on >= f.first_on and b.month < f.month + interval '3 months')
      )
      select p.name, f.before, f.monthly_fee as after, min(f.first_on) as "from", array_agg(distinct f.shop_id::text) as "shopIds"
      from changed f join shop_plan p on p.id = f.plan_id
      group by p.code, p.name, f.before, f.monthly_fee, f.month
      having min(f.first_on) between ${from}::date and ${to}::date`,
  )
  return changes.map(({ name, before, after, ...rest }) => ({
    ...{ kind: 'price' as const, source: 'plan' as const, to: null, recordId: null },
    title: money
      ? `${name}の会費 ${yen(before)}から${yen(after)}`
      : `${name}の会費の${before < after ? '値上げ' : '値下げ'}`,
    ...rest,
  }))
}

const yen = (value: number) => `${value.toLocaleString('en-US')}円`

/** The first known day on which somebody joined by a campaign; not where the data begin less than a month before. */
async function readCampaigns(db: Db, { from, to, shopId }: Question, shops: readonly ShopName[]): Promise<Found[]> {
  const begun = await rowsOf<{ title: string; from: string; shopIds: string[] }>(
    db,
    sql`
      with known as materialized ${knownContracts(shops)}, joined as (
        select m.campaign, m.date, array_agg(distinct m.shop_id::text) as shop_ids,
          lag(m.date) over (partition by m.campaign order by m.date) as before
        from member_move m join known k on k.shop_id = m.shop_id and m.date between k.first_on and k.last_on
        where m.kind = 'admission' and m.campaign <> '' and ${isOf(shopId, sql`m.shop_id`)}
          and m.date between ${from}::date - ${campaignGap}::integer and ${to}::date
        group by m.campaign, m.date
      )
      select campaign as title, date as "from", shop_ids as "shopIds"
      from joined j
      where date >= ${from}::date and (before is null or before < date - ${campaignGap}::integer)
        and exists (select from known k where k.first_on < j.date - 31 and ${isOf(shopId, sql`k.shop_id`)})`,
  )
  return begun.map((campaign) => ({
    ...{ kind: 'campaign' as const, source: 'member' as const, to: null, recordId: null },
    ...campaign,
  }))
}

/** Announcements that are or were published, on the day of their publication. */
async function readAnnouncements(db: Db, { from, to, shopId, now }: Question): Promise<Found[]> {
  // Published at once: no scheduled time.
  const publishedOn = sql`coalesce(publish_from, created_at)`
  // The first and the last moment that may be a day of the period in Tokyo.
  const [first, last] = [addDays(from, -1), addDays(to, 2)]
  return rowsOf<Found>(
    db,
    sql`
      select case category when 'campaign' then 'campaign' else 'announcement' end as kind, 'announcement' as source, title,
        ${tokyoDay(publishedOn)} as "from", null as "to", id::text as "recordId", ${targetIds} as "shopIds"
      from announcement
      where status = 'active' and ${publishedOn} <= ${now.toISOString()}::timestamptz
        and ${publishedOn} between ${first}::date and ${last}::date
        and ${tokyoDay(publishedOn)} between ${from}::date and ${to}::date and ${targets(shopId)}`,
  )
}
