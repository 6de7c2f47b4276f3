import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** An `integer[]` parameter; ids are strings in code and integers in the database. */
export const idArray = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::integer[]`

/** The calendar day in Asia/Tokyo of an SQL instant. */
export const tokyoDay = (at: SQL): SQL => sql`(${at} at time zone 'Asia/Tokyo')::date`

/** Raw visits are kept from this day on. */
const rawFrom = sql`coalesce((select visits_from from data_state), '-infinity'::date)`

export interface DayRange {
  /** YYYY-MM-DD, Asia/Tokyo. */
  from: string
  to: string
  /** Omitted: every shop. */
  shopIds?: readonly string[]
}

/**
 * Brings `membership_interval` right for the given members (omitted: all), from their contracts as they are now.
 * A change of a contract in the past also needs `rebuildDays` from the first day that it touches.
 * The rule is domain.md §2.0 "Counting model": segments that touch or overlap make one span; on each day the segment
 * with the later start covers, then the higher fee; options make nobody a member.
 */
export async function rebuildMembership(db: Db, memberIds?: readonly string[]): Promise<void> {
  const these = memberIds ? sql`member_id = any(${idArray(memberIds)})` : sql`true`
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from membership_interval where ${these}`)
    await tx.execute(sql`
      with segment as materialized (
        select id, member_id, shop_id, kind = 'suspension' as suspended, start_on, end_on, monthly_fee
        from contract
        where kind <> 'option' and ${these}
      ),
      -- Between two neighbouring edges nothing begins or ends, so one segment covers all of the stretch.
      edge as (
        select member_id, start_on as from_on from segment
        union
        select member_id, end_on + 1 from segment where end_on is not null
      ),
      stretch as (
        select member_id, from_on, lead(from_on) over (partition by member_id order by from_on) as until_on from edge
      ),
      covered as (
        select distinct on (t.member_id, t.from_on)
          t.member_id, t.from_on, t.until_on, s.id as contract_id, s.shop_id, s.suspended
        from stretch t
        join segment s on s.member_id = t.member_id
          and s.start_on <= t.from_on and (s.end_on is null or s.end_on >= t.from_on)
        order by t.member_id, t.from_on, s.start_on desc, s.monthly_fee desc, s.id desc
      ),
      marked as (
        select *,
          lag(until_on) over m is distinct from from_on as starts_span,
          (lag(until_on) over m = from_on and lag(contract_id) over m = contract_id) is true as goes_on
        from covered window m as (partition by member_id order by from_on)
      ),
      numbered as (
        select *,
          count(*) filter (where starts_span) over m as span_no,
          count(*) filter (where not goes_on) over m as run_no
        from marked window m as (partition by member_id order by from_on)
      ),
      run as (
        select member_id, span_no, run_no, contract_id, shop_id, suspended, min(from_on) as from_on,
          nullif(max(coalesce(until_on, 'infinity')), 'infinity') as until_on
        from numbered group by member_id, span_no, run_no, contract_id, shop_id, suspended
      ),
      spanned as (
        select *,
          lag(shop_id) over s as previous_shop_id,
          lead(shop_id) over s as next_shop_id,
          lag(suspended) over s as was_suspended,
          row_number() over s = 1 as starts_span,
          row_number() over s = count(*) over (partition by member_id, span_no) as ends_span,
          min(from_on) over (partition by member_id, span_no) as span_start,
          nullif(max(coalesce(until_on - 1, 'infinity')) over (partition by member_id, span_no), 'infinity') as span_end
        from run window s as (partition by member_id, span_no order by from_on)
      )
      insert into membership_interval (member_id, from_on, until_on, shop_id, contract_id, suspended, enters_suspension,
        span_no, starts_span, ends_span, span_start, span_end, came_from_shop_id, went_to_shop_id)
      select member_id, from_on,
        -- The last day of a span does not count at its own close, so the stretch is open to it.
        case when ends_span then until_on - 1 else until_on end,
        shop_id, contract_id, suspended, suspended and was_suspended is not true,
        span_no, starts_span, ends_span, span_start, span_end,
        nullif(previous_shop_id, shop_id), nullif(next_shop_id, shop_id)
      from spanned`)
  })
}

/**
 * Brings `shop_day`, `member_visit_month`, `shop_day_sales` and `shop_billing` right for the months that the range
 * touches, whole months at a time and never past the data date. Needs `membership_interval` to be right.
 * Visits of a month whose raw visits are gone (`data_state.visits_from`) stay as they were counted.
 */
export async function rebuildDays(db: Db, { from, to, shopIds }: DayRange): Promise<void> {
  const shop = (column: SQL) => (shopIds ? sql`${column} = any(${idArray(shopIds)})` : sql`true`)
  const first = sql`date_trunc('month', ${from}::date)::date`
  const last = sql`least((date_trunc('month', ${to}::date) + interval '1 month')::date - 1,
    (select ${tokyoDay(sql`data_as_of`)} from data_state))`
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      delete from member_visit_month
      where ${shop(sql`shop_id`)} and month between ${first} and ${last} and month >= ${rawFrom}`)
    await replaceDays(tx, shop, first, last)
    await tx.execute(sql`delete from shop_day_sales where ${shop(sql`shop_id`)} and date between ${first} and ${last}`)
    await insertSales(tx, shop, first, last)
    await tx.execute(sql`
      delete from shop_billing where ${shop(sql`shop_id`)} and target_month between ${first} and ${last}`)
    await tx.execute(sql`
      insert into shop_billing (shop_id, target_month, due_on, billed, collected, pending)
      select shop_id, target_month, due_on, sum(amount), coalesce(sum(amount) filter (where status = 'paid'), 0),
        count(*) filter (where status = 'pending')
      from billing
      where ${shop(sql`shop_id`)} and target_month between ${first} and ${last}
      group by shop_id, target_month, due_on`)
  })
}

/** Hears after each month how much is done, 0–1, and which month it was, YYYY-MM. */
export type OnMonth = (done: number, month: string) => void

/** Does something for each month of the range in turn, YYYY-MM-01, up to the data date, with the ids of all shops. */
export async function eachMonth(
  db: Db,
  { from, to }: { from: string; to: string },
  act: (month: string, shopIds: string[]) => Promise<unknown>,
  onMonth: OnMonth = () => {},
): Promise<void> {
  const { rows: months } = (await db.execute(sql`
    select to_char(month, 'YYYY-MM-DD') as month
    from data_state, generate_series(${from}::timestamp,
      least(${to}::timestamp, data_as_of at time zone 'Asia/Tokyo'), interval '1 month') as month
  `)) as unknown as { rows: { month: string }[] }
  // Named, so that each month is found by the indexes, which begin with the shop.
  const { rows: shops } = (await db.execute(sql`select id::text from shop order by id`)) as unknown as {
    rows: { id: string }[]
  }
  const shopIds = shops.map(({ id }) => id)
  for (const [at, { month }] of months.entries()) {
    await act(month, shopIds)
    onMonth((at + 1) / months.length, month.slice(0, 7))
  }
}

/** Everything derived, from nothing. */
export async function rebuildEverything(db: Db, onMonth?: OnMonth): Promise<void> {
  await rebuildMembership(db)
  for (const table of ['shop_day_sales', 'shop_billing']) await db.execute(sql`delete from ${sql.identifier(table)}`)
  // Not the days whose raw visits are gone.
  await db.execute(sql`delete from shop_day where date >= ${rawFrom}`)
  await db.execute(sql`delete from member_visit_month where month >= ${rawFrom}`)
  const { rows } = (await db.execute(sql`
    select to_char(date_trunc('month', least(
      (select min(from_on) from membership_interval),
      (select min(date) from shop_day),
      -- A business day may have begun on the day before.
      (select min(${tokyoDay(sql`entered_at`)}) - 1 from visit),
      (select min(${tokyoDay(sql`settled_at`)}) from sale),
      (select min(target_month) from billing)
    )), 'YYYY-MM-DD') as first`)) as unknown as { rows: { first: string | null }[] }
  const first = rows[0]?.first
  if (first) {
    await eachMonth(
      db,
      { from: first, to: 'infinity' },
      (month, shopIds) => rebuildDays(db, { from: month, to: month, shopIds }),
      onMonth,
    )
  }
  await rebuildMemberList(db)
}

/**
 * Brings `member_list` and its totals right for the given members (omitted: all). Needs `membership_interval` and
 * `member_visit_month` to be right; a new data date changes everybody's visits of the last 30 days.
 */
export async function rebuildMemberList(db: Db, memberIds?: readonly string[]): Promise<void> {
  await db.execute(sql`select refresh_member_list(${memberIds ? idArray(memberIds) : sql`null`})`)
}

/**
 * Members and visits of each shop and day. Events of one member at one shop are one visit up to an hour after its
 * first event; the visit belongs to the business day of that event (domain.md §2.0 "Visits merge", §2.1 visit).
 * Looks two days back, so a chain of scans less than an hour apart may begin before the range.
 */
async function replaceDays(tx: Db, shop: (column: SQL) => SQL, first: SQL, last: SQL) {
  await tx.execute(sql`
    with recursive replaced as (
      delete from shop_day where ${shop(sql`shop_id`)} and date between ${first} and ${last}
      returning shop_id, date, visits, visitors
    ),
    event as materialized (
      select shop_id, member_id, home_shop_id, entered_at,
        coalesce(entered_at <= lag(entered_at) over m + interval '1 hour', false) as follows
      from visit
      where ${shop(sql`shop_id`)} and member_id is not null
        and entered_at >= (${first} - 2)::timestamp at time zone 'Asia/Tokyo'
        and entered_at < (${last} + 2)::timestamp at time zone 'Asia/Tokyo'
      window m as (partition by shop_id, member_id order by entered_at)
    ),
    chained as materialized (
      select *, count(*) filter (where not follows) over (partition by shop_id, member_id order by entered_at) as chain
      from event
    ),
    chain as (
      select shop_id, member_id, chain, min(entered_at) as entered_at, max(entered_at) as last_at,
        (array_agg(home_shop_id order by entered_at))[1] as home_shop_id
      from chained group by shop_id, member_id, chain
    ),
    -- Chains longer than an hour are rare; only they are walked from visit to visit.
    long_chain as materialized (
      select e.* from chained e join chain c using (shop_id, member_id, chain)
      where c.last_at > c.entered_at + interval '1 hour'
    ),
    member_visit as (
      select shop_id, member_id, chain, entered_at, last_at, home_shop_id from chain
      union all
      select v.shop_id, v.member_id, v.chain, next.entered_at, v.last_at, next.home_shop_id
      from member_visit v
      cross join lateral (
        select e.entered_at, e.home_shop_id from long_chain e
        where e.shop_id = v.shop_id and e.member_id = v.member_id and e.chain = v.chain
          and e.entered_at > v.entered_at + interval '1 hour'
        order by e.entered_at limit 1
      ) next
      where v.last_at > v.entered_at + interval '1 hour'
    ),
    any_visit as (
      select shop_id, member_id, home_shop_id, entered_at from member_visit
      union all
      select shop_id, null, null, entered_at from visit
      where ${shop(sql`shop_id`)} and member_id is null
        and entered_at >= ${first}::timestamp at time zone 'Asia/Tokyo'
        and entered_at < (${last} + 2)::timestamp at time zone 'Asia/Tokyo'
    ),
    dated as materialized (
      select v.shop_id, v.member_id, v.home_shop_id,
        (v.entered_at at time zone 'Asia/Tokyo' - make_interval(hours => s.day_start_hour))::date as date
      from any_visit v join shop s on s.id = v.shop_id
    ),
    visit_day as materialized (
      select shop_id, member_id, date, min(home_shop_id) as home_shop_id, count(*) as visits
      from dated where date between ${first} and ${last} and date >= ${rawFrom}
      group by shop_id, member_id, date
    ),
    by_month as (
      insert into member_visit_month (shop_id, month, member_id, home_shop_id, days, visits)
      select shop_id, date_trunc('month', date)::date, member_id, home_shop_id,
        bit_or(1 << (extract(day from date)::integer - 1)), sum(visits)
      from visit_day where home_shop_id is not null
      group by shop_id, date_trunc('month', date)::date, member_id, home_shop_id
    ),
    visited as (
      select shop_id, date, sum(visits) as visits, count(*) filter (where home_shop_id is not null) as visitors
      from visit_day group by shop_id, date
      union all
      select shop_id, date, visits, visitors from replaced where date < ${rawFrom}
    ),
    change as (
      select shop_id, from_on as date, 1 as closing, suspended::integer as suspended,
        starts_span::integer as admissions, (starts_span and span_no > 1)::integer as readmissions,
        (came_from_shop_id is not null)::integer as transfer_in, 0 as withdrawals, 0 as transfer_out
      from membership_interval where ${shop(sql`shop_id`)} and from_on between ${first} and ${last}
      union all
      select shop_id, until_on, -1, -suspended::integer, 0, 0, 0,
        ends_span::integer, (went_to_shop_id is not null)::integer
      from membership_interval where ${shop(sql`shop_id`)} and until_on between ${first} and ${last}
    ),
    moved as (
      select shop_id, date, sum(closing) as closing, sum(suspended) as suspended, sum(admissions) as admissions,
        sum(readmissions) as readmissions, sum(transfer_in) as transfer_in, sum(withdrawals) as withdrawals,
        sum(transfer_out) as transfer_out
      from change group by shop_id, date
    ),
    opening as (
      select shop_id, count(*) as closing, count(*) filter (where suspended) as suspended
      from membership_interval
      where ${shop(sql`shop_id`)} and from_on < ${first} and (until_on is null or until_on >= ${first})
      group by shop_id
    )
    insert into shop_day (shop_id, date, admissions, readmissions, transfer_in, withdrawals, transfer_out,
      closing, suspended, visits, visitors)
    select s.id, d.date, coalesce(m.admissions, 0), coalesce(m.readmissions, 0), coalesce(m.transfer_in, 0),
      coalesce(m.withdrawals, 0), coalesce(m.transfer_out, 0),
      coalesce(o.closing, 0) + coalesce(sum(m.closing) over shop_days, 0),
      coalesce(o.suspended, 0) + coalesce(sum(m.suspended) over shop_days, 0),
      coalesce(v.visits, 0), coalesce(v.visitors, 0)
    from shop s
    cross join (
      select day::date as date from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as day
    ) d
    left join opening o on o.shop_id = s.id
    left join moved m on m.shop_id = s.id and m.date = d.date
    left join visited v on v.shop_id = s.id and v.date = d.date
    where ${shop(sql`s.id`)}
    window shop_days as (partition by s.id order by d.date)`)
}

/** A refund counts on its own day; unpaid and failed sales do not count at all. */
async function insertSales(tx: Db, shop: (column: SQL) => SQL, first: SQL, last: SQL) {
  await tx.execute(sql`
    insert into shop_day_sales (shop_id, date, category, gross, refund, tax)
    select s.shop_id, ${tokyoDay(sql`s.settled_at`)}, p.category,
      coalesce(sum(l.net) filter (where s.refund_of is null), 0),
      coalesce(-sum(l.net) filter (where s.refund_of is not null), 0),
      sum(l.tax)
    from sale s
    join sale_line l on l.sale_id = s.id
    join product p on p.id = l.product_id
    where ${shop(sql`s.shop_id`)} and s.status in ('paid', 'refunded')
      and s.settled_at >= ${first}::timestamp at time zone 'Asia/Tokyo'
      and s.settled_at < (${last} + 1)::timestamp at time zone 'Asia/Tokyo'
    group by s.shop_id, ${tokyoDay(sql`s.settled_at`)}, p.category`)
}
