import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf, tokyoDay } from '../db/expressions.ts'
import { rebuildMembership } from '../figures/rollup.ts'
import { firstOfMonth, toDay, toIso } from './calendar.ts'

// Members' activities, generated in the database in large sets, from the contracts.

export interface Activity {
  /** YYYY-MM-DD, Asia/Tokyo. */
  windowStart: string
  until: string
  /** Raw visits are kept from this first of a month on; of earlier ones only rollups are left. */
  visitsFrom: string
}

/**
 * `seed_unit(a, b, salt)`: 0 ≤ x < 1, the same for the same three numbers on every PostgreSQL. `seed_at(day, minutes)`:
 * that many minutes after midnight in Tokyo.
 */
export async function createSeedHelpers(tx: Db) {
  await tx.execute(sql`
    create or replace function pg_temp.seed_unit(a bigint, b bigint, salt bigint) returns double precision
    language sql immutable parallel safe as
    $$ select (hashint8extended(a * 1000003 + b, salt) & 1073741823) / 1073741824.0::double precision $$`)
  await tx.execute(sql`
    create or replace function pg_temp.seed_at(day date, minutes double precision) returns timestamptz
    language sql immutable parallel safe as
    $$ select (day::timestamp + minutes * interval '1 minute') at time zone 'Asia/Tokyo' $$`)
}

/** `makeIndexes` makes what was dropped of these tables, once they are filled and before they are searched. */
export async function insertActivity(
  tx: Db,
  activity: Activity,
  makeIndexes: (tables: readonly string[]) => Promise<void>,
  onProgress: (done: number, label: string) => void,
) {
  await rebuildMembership(tx)
  await createCalendar(tx, activity)
  onProgress(0.02, '予約')
  await insertSlots(tx, activity)
  await insertReservations(tx, activity)
  await makeIndexes(['slot', 'reservation'])
  // A table filled in this transaction has no statistics; without them each slot would scan all bookings.
  await tx.execute(sql`analyze slot, reservation`)
  await insertAhead(tx, activity)
  await insertTrialBookings(tx)
  onProgress(0.2, '請求と売上')
  await insertDues(tx, activity)
  await insertAdmissionSales(tx, activity)
  onProgress(0.35, '来館')
  const months = monthsOf(activity)
  for (const [at, month] of months.entries()) {
    const before = await lastVisit(tx)
    await insertVisits(tx, month)
    await insertCounterSales(tx, month, before)
    // Month by month: all raw visits of a large chain would be twice its database.
    if (month.first < activity.visitsFrom) await countAndForgetVisits(tx, month)
    onProgress(0.35 + (0.6 * (at + 1)) / months.length, '来館')
  }
  await insertRefunds(tx, activity)
  await noteUnpaid(tx, activity)
  await tx.execute(sql`drop table seed_day, seed_habit`)
}

/**
 * Counts the month's visits into the rollups and deletes them, except the last two days: a visit of the next 1st may
 * start there.
 */
async function countAndForgetVisits(tx: Db, { first, last }: Month) {
  // A table filled in this transaction has no statistics; without them visits are compared in nested loops.
  await tx.execute(sql`analyze visit`)
  // The rest of each day is counted with the other months.
  await tx.execute(sql`
    insert into shop_day (shop_id, date, visits, visitors, admissions, readmissions, transfer_in, withdrawals, transfer_out,
      closing, suspended)
    select shop_id, date, visits, visitors, 0, 0, 0, 0, 0, 0, 0
    from count_visits(${first}, ${last}, array(select id from shop))`)
  await tx.execute(sql`
    create temporary table seed_kept on commit drop as
    select * from visit where entered_at >= (${last}::date - 1)::timestamp at time zone 'Asia/Tokyo'`)
  // Truncated: the space of deleted rows could not be reused before the end.
  await tx.execute(sql`truncate visit`)
  await tx.execute(sql`insert into visit select * from seed_kept`)
  await tx.execute(sql`drop table seed_kept`)
}

interface Month {
  /** YYYY-MM-DD, Asia/Tokyo. */
  first: string
  last: string
}

function monthsOf({ windowStart, until }: Activity): Month[] {
  const months: Month[] = []
  for (let first = toDay(windowStart); first <= toDay(until); first = firstOfMonth(first, 1)) {
    months.push({ first: toIso(first), last: toIso(Math.min(firstOfMonth(first, 1) - 1, toDay(until))) })
  }
  return months
}

/**
 * How busy each day is, and how often each member visits. Shape: busy June to August, quiet until March
 * (README.md).
 */
async function createCalendar(tx: Db, { windowStart, until }: Activity) {
  // Not temporary, so that parallel workers may read them; nobody else ever sees them.
  await tx.execute(sql`
    create unlogged table seed_day as
    select s.id as shop_id, day::date as date, (day::date - date '2000-01-01') as day_no,
      extract(dow from day)::integer in (0, 6) as is_weekend,
      (array[0.95, 0.95, 0.98, 1.04, 0.95, 1.04, 1.09, 1.07, 0.98, 0.95, 0.94, 0.89])[extract(month from day)::integer]
        * (array[0.97, 1.08, 1.05, 1.03, 0.94, 0.95, 1.04])[extract(dow from day)::integer + 1]
        * case
            when to_char(day, 'MMDD') in ('1231', '0101', '0102', '0103') then 0.35
            when to_char(day, 'MMDD') between '0503' and '0506' or to_char(day, 'MMDD') between '0813' and '0816' then 0.8
            else 1
          end
        -- Rain affects a whole region; the rest is random per shop.
        * case when pg_temp.seed_unit(day::date - date '2000-01-01', 0, 21) < 0.18 then 0.86 else 1.03 end
        * (0.95 + 0.1 * pg_temp.seed_unit(day::date - date '2000-01-01', s.id, 22)) as busy
    from shop s cross join generate_series(${windowStart}::timestamp, ${until}::timestamp, interval '1 day') as day`)
  await tx.execute(sql`
    create unlogged table seed_habit as
    select id as member_id,
      -- Visits a month: one in nine rarely visits, most visit once or twice a week, some nearly every day.
      (case
        when class < 0.11 then 0.5 * level
        when class < 0.40 then 1.5 + 3 * level
        when class < 0.82 then 5 + 5 * level
        else 11 + 8 * level
      end) / 30.4 * 0.79 as per_day,
      class between 0.2 and 0.9 and pg_temp.seed_unit(id, 3, 20) < 0.45 as likes_classes
    from (
      select id, pg_temp.seed_unit(id, 1, 20) as class, pg_temp.seed_unit(id, 2, 20) as level from member
    ) m`)
  await tx.execute(sql`analyze seed_day, seed_habit, membership_interval, member, contract`)
}

const programs = [
  'ヨガ',
  'ピラティス',
  'ズンバ',
  'HIITサーキット',
  'ボディメイク',
  'ストレッチ',
  'ボクササイズ',
  '骨盤調整',
]

/** Three classes on a weekday and four at weekends, two weeks ahead. */
async function insertSlots(tx: Db, { windowStart, until }: Activity) {
  const list = sql`${`{${programs.join(',')}}`}::text[]`
  await tx.execute(sql`
    insert into slot (id, shop_id, studio_room_name, program_name, staff_id, start_at, end_at, capacity)
    select row_number() over (order by date, hour, shop_id), shop_id, 'スタジオ' || chr(65 + n % 2),
      (${list})[1 + (shop_id * 3 + extract(dow from date)::integer * 2 + n) % ${programs.length}],
      (select min(staff_id) + n % 2 from shop_staff where shop_staff.shop_id = t.shop_id and staff_id > 7),
      pg_temp.seed_at(date, hour * 60), pg_temp.seed_at(date, hour * 60 + 45 + 15 * (n % 2)), 8 + 2 * ((shop_id + n) % 3)
    from (
      select s.id as shop_id, day::date as date, n,
        case when extract(dow from day) in (0, 6) then (array[10.5, 13, 15, 17])[n + 1]
          else (array[10.5, 19, 20.5])[n + 1] end as hour
      from shop s
      cross join generate_series(${windowStart}::timestamp, ${until}::timestamp + interval '14 days', interval '1 day') as day
      cross join generate_series(0, 3) as n
    ) t
    where hour is not null`)
}

/** Seats of each class, booked by members of that shop who like classes. */
async function insertReservations(tx: Db, { until }: Activity) {
  await tx.execute(sql`
    create temporary table seed_roster on commit drop as
    select i.shop_id, month::date as month, array_agg(i.member_id order by i.member_id) as members
    from membership_interval i
    join seed_habit h on h.member_id = i.member_id and h.likes_classes
    cross join (select distinct date_trunc('month', start_at at time zone 'Asia/Tokyo') as month from slot) m
    where not i.suspended and i.from_on <= month::date and (i.until_on is null or i.until_on >= month::date)
    group by i.shop_id, month`)
  await tx.execute(sql`
    insert into reservation (id, external_id, shop_id, member_id, slot_id, kind, is_first, program_name,
      studio_room_name, seat_no, staff_id, start_at, end_at, status, booked_at, booked_via, cancelled_at, checked_in_at)
    select row_number() over numbered, 500000 + row_number() over numbered, shop_id, member_id, slot_id, 'fixed',
      row_number() over (partition by member_id order by start_at, slot_id) = 1,
      program_name, studio_room_name, seat::text, staff_id, start_at, end_at, status, booked_at,
      case when luck < 0.62 then 'app' when luck < 0.9 then 'web' else 'admin' end,
      case status
        when 'cancelled' then start_at - interval '20 hours' - luck * (start_at - booked_at - interval '20 hours')
        when 'lateCancelled' then start_at - luck * interval '3 hours' end,
      case status when 'completed' then start_at - (3 + 12 * luck) * interval '1 minute' end
    from (
      select *,
        case
          when start_at::timestamptz >= ${endOf(until)} then case when fate < 0.92 then 'booked' else 'cancelled' end
          when fate < 0.815 then 'completed'
          when fate < 0.92 then 'cancelled'
          when fate < 0.965 then 'lateCancelled'
          else 'noShow'
        end as status
      from (
        select distinct on (s.id, member_id) s.id as slot_id, s.shop_id, s.program_name, s.studio_room_name, s.staff_id,
          s.start_at, s.end_at, seat, member_id,
          pg_temp.seed_unit(s.id, seat, 32) as fate, pg_temp.seed_unit(s.id, seat, 33) as luck,
          s.start_at - interval '1 day' - pg_temp.seed_unit(s.id, seat, 34) * interval '6 days' as booked_at
        from slot s
        join seed_roster r on r.shop_id = s.shop_id
          and r.month = date_trunc('month', s.start_at at time zone 'Asia/Tokyo')::date
        -- About one in 25 of those who like classes books a seat.
        cross join lateral generate_series(1, greatest(1, least(s.capacity,
          round(cardinality(r.members) * (0.024 + 0.034 * pg_temp.seed_unit(s.id, 0, 30)))))::integer) as seat
        cross join lateral (
          select r.members[1 + floor(pg_temp.seed_unit(s.id, seat, 31) * cardinality(r.members))::integer] as member_id
        ) taken
        order by s.id, member_id, seat
      ) seat
      where booked_at < ${endOf(until)}
    ) booking
    where exists (
      select 1 from membership_interval i
      where i.member_id = booking.member_id and i.shop_id = booking.shop_id and not i.suspended
        and i.from_on <= ${tokyoDay(sql`booking.start_at`)}
        and (i.until_on is null or i.until_on > ${tokyoDay(sql`booking.start_at`)})
    )
    window numbered as (order by slot_id, seat)`)
}

/** Future bookings: full classes with a waiting list, and free slots with a trainer, some simultaneous. */
async function insertAhead(tx: Db, { until }: Activity) {
  const next = sql`(select max(id) from reservation)`
  await tx.execute(sql`
    insert into reservation (id, external_id, shop_id, member_id, slot_id, kind, program_name, studio_room_name, seat_no,
      staff_id, start_at, end_at, status, booked_at, booked_via)
    select ${next} + n, 500000 + ${next} + n, shop_id, member_id, slot_id, 'fixed', program_name, studio_room_name,
      case when place <= capacity then 'B' || place end, staff_id, start_at, end_at,
      case when place <= capacity then 'booked' else 'waitlisted' end,
      ${endOf(until)} - place * interval '2 hours', 'app'
    from (
      select s.*, s.id as slot_id, m.member_id, row_number() over (order by s.id, m.at) as n,
        row_number() over (partition by s.id order by m.at) + (
          select count(*) from reservation r where r.slot_id = s.id and r.status = 'booked') as place
      from slot s
      join seed_roster r on r.shop_id = s.shop_id
        and r.month = date_trunc('month', s.start_at at time zone 'Asia/Tokyo')::date
      cross join lateral unnest(r.members) with ordinality as m (member_id, at)
      where s.start_at >= ${endOf(until)} and s.start_at < ${endOf(until)} + interval '4 days' and (s.id / 5 + s.shop_id) % 3 = 0
        and not exists (select from reservation b where b.slot_id = s.id and b.member_id = m.member_id)
    ) wanted
    where place <= capacity + 2`)
  await tx.execute(sql`
    insert into reservation (id, external_id, shop_id, member_id, kind, program_name, studio_room_name, staff_id, start_at,
      end_at, status, booked_at, booked_via, note)
    select ${next} + n, 500000 + ${next} + n, shop_id, member_id, 'free', 'パーソナルトレーニング', 'パーソナルエリア',
      staff_id, start_at, start_at + interval '1 hour', 'booked', ${endOf(until)} - n % 40 * interval '1 hour', 'admin',
      case when n % 4 = 0 then '肩に痛みがあるため、軽めの負荷で' end
    from (
      select row_number() over (order by day, r.shop_id, at) as n, r.shop_id,
        r.members[1 + (at * 7 + extract(day from day)::integer) % cardinality(r.members)] as member_id,
        (select min(staff_id) + at % 2 from shop_staff t where t.shop_id = r.shop_id and staff_id > 7) as staff_id,
        pg_temp.seed_at(day::date, (array[14, 16.5, 17, 18])[at] * 60) as start_at
      from generate_series(${until}::timestamp + interval '1 day', ${until}::timestamp + interval '7 days', interval '1 day') as day
      join seed_roster r on r.month = date_trunc('month', day)::date
      cross join generate_series(1, 4) as at
    ) own`)
}

/** Each trial was booked with somebody of the shop's staff, who held it. Its visit is the lead's, as a guest. */
async function insertTrialBookings(tx: Db) {
  const last = sql`(select max(id) from reservation)`
  await tx.execute(sql`
    insert into reservation (id, external_id, shop_id, member_id, kind, is_trial, is_first, program_name,
      studio_room_name, staff_id, start_at, end_at, status, booked_at, booked_via)
    select ${last} + n, 500000 + ${last} + n, shop_id, member_id, 'free', true, true, '体験トレーニング', 'パーソナルエリア',
      staff[1 + floor(pg_temp.seed_unit(id, shop_id, 35) * cardinality(staff))::integer], at, at + interval '1 hour',
      'completed', at - (1 + 5 * pg_temp.seed_unit(id, shop_id, 36)) * interval '1 day',
      case route when 'web' then 'web' else 'admin' end
    from (
      select l.*, row_number() over (order by l.id) as n,
        (select array_agg(staff_id order by staff_id) from shop_staff t where t.shop_id = l.shop_id and staff_id > 7) as staff
      from lead l where l.kind = 'trial'
    ) trial`)
}

/** The first instant after the day. */
const endOf = (day: string): SQL => sql`((${day}::date + 1)::timestamp at time zone 'Asia/Tokyo')`

/** Probability of a visit before the end of each hour from 7 to 22. */
const hours = {
  weekday: [0.035, 0.065, 0.095, 0.15, 0.205, 0.25, 0.29, 0.335, 0.38, 0.43, 0.5, 0.61, 0.74, 0.86, 0.95],
  weekend: [0.03, 0.07, 0.13, 0.23, 0.33, 0.41, 0.48, 0.56, 0.65, 0.74, 0.82, 0.89, 0.94, 0.97, 0.99],
  daytime: [0.001, 0.002, 0.003, 0.22, 0.44, 0.59, 0.71, 0.84, 0.95, 0.999, 0.9995, 0.9996, 0.9997, 0.9998, 0.9999],
}
const thresholds = (list: readonly number[]) => sql.raw(`array[${list.join(',')}]::double precision[]`)

/**
 * Entries of one month. Each member has their own probability per day of membership; occasionally another shop, a
 * second visit, or a double scan. Classes and trials add check-ins and guests.
 */
async function insertVisits(tx: Db, { first, last }: Month) {
  await tx.execute(sql`
    create temporary table seed_came on commit drop as
    select i.member_id, i.shop_id as home_shop_id, d.date, d.day_no,
      case when pg_temp.seed_unit(i.member_id, d.day_no, 41) < 0.03
        then 1 + (i.shop_id + floor(pg_temp.seed_unit(i.member_id, d.day_no, 42) * (shops.count - 1))::integer) % shops.count
        else i.shop_id end as shop_id,
      7 * 60 + 60 * width_bucket(pg_temp.seed_unit(i.member_id, d.day_no, 43),
        case when p.category = 'daytime' then ${thresholds(hours.daytime)}
          when d.is_weekend then ${thresholds(hours.weekend)} else ${thresholds(hours.weekday)} end)
        + 60 * pg_temp.seed_unit(i.member_id, d.day_no, 44) as minutes,
      pg_temp.seed_unit(i.member_id, d.day_no, 45) as luck
    from membership_interval i
    join contract c on c.id = i.contract_id
    join shop_plan p on p.id = c.plan_id
    join seed_habit h on h.member_id = i.member_id
    join seed_day d on d.shop_id = i.shop_id and d.date between ${first} and ${last}
    cross join (select count(*)::integer as count from shop) shops
    where not i.suspended and i.from_on <= ${last} and (i.until_on is null or i.until_on >= ${first})
      and d.date >= i.from_on
      and (i.until_on is null or d.date < i.until_on or (i.ends_span and d.date = i.until_on))
      and pg_temp.seed_unit(i.member_id, d.day_no, 40) < h.per_day * d.busy
        * case when d.date - i.span_start < 60 then 1.15 else 1 end`)
  await tx.execute(sql`
    insert into visit (id, member_id, shop_id, home_shop_id, entered_at, left_at, source, reservation_id)
    with event as (
      select member_id, shop_id, home_shop_id, pg_temp.seed_at(date, minutes) as entered_at,
        45 + 70 * luck as stayed, 'entry' as source, null::integer as reservation_id
      from seed_came
      union all
      select member_id, shop_id, home_shop_id, pg_temp.seed_at(date, minutes + 170 + 1200 * luck), 50, 'entry', null
      from seed_came where luck < 0.016 and minutes + 170 + 1200 * luck < 22.5 * 60
      union all
      select member_id, shop_id, home_shop_id, pg_temp.seed_at(date, minutes + 0.2 + luck * 0.7), null, 'entry', null
      from seed_came where luck > 0.99
      union all
      select member_id, shop_id, shop_id, checked_in_at, null, 'checkin', id
      from reservation
      where status = 'completed' and checked_in_at >= ${first}::timestamp at time zone 'Asia/Tokyo'
        and checked_in_at < ${endOf(last)}
      union all
      select null, shop_id, null, at, 60, 'entry', null
      from lead
      where kind = 'trial' and at >= ${first}::timestamp at time zone 'Asia/Tokyo' and at < ${endOf(last)}
      union all
      select null, shop_id, null, pg_temp.seed_at(date, 600 + 600 * pg_temp.seed_unit(day_no, shop_id, 47)), 80, 'entry', null
      from seed_day where date between ${first} and ${last} and pg_temp.seed_unit(day_no, shop_id, 46) < 0.55
    )
    select (select coalesce(max(id), 0) from visit) + row_number() over (order by entered_at, shop_id, member_id, source),
      member_id, shop_id, home_shop_id, date_trunc('second', entered_at),
      date_trunc('second', entered_at + stayed * interval '1 minute'), source, reservation_id
    from event`)
  await tx.execute(sql`drop table seed_came`)
}

/** Included tax, truncated to the yen, as the till does. */
const taxIn = (amount: SQL, rate: SQL) => sql`trunc(${amount} * ${rate} / (1 + ${rate}))::integer`
const productId = (code: string) => sql`(select id from product where code = ${code})`
const nextSale = sql`(select coalesce(max(id), 0) from sale)`

/**
 * Dues: members since before the 1st are billed for the month, card on the 20th, bank on the 27th. Some runs fail;
 * three in four of those are paid later at the counter.
 */
async function insertDues(tx: Db, { windowStart, until }: Activity) {
  await tx.execute(sql`
    create temporary table seed_bill on commit drop as
    select row_number() over (order by month, member_id)::integer as n, *,
      case when due_on > ${until}::date then 'pending'
        when not fails then 'paid'
        when luck < 0.78 and late_on <= ${until}::date then 'paid'
        when method = 'bankTransfer' then 'unpaid' else 'error' end as status,
      case when due_on > ${until}::date then null
        when not fails then due_on
        when luck < 0.78 and late_on <= ${until}::date then late_on end as paid_on
    from (
      select i.member_id, i.shop_id, m.month, c.monthly_fee as amount, c.payment_method as method,
        m.month + case when c.payment_method = 'bankTransfer' then 26 else 19 end as due_on,
        pg_temp.seed_unit(i.member_id, m.month - date '2000-01-01', 51)
          < case c.payment_method when 'bankTransfer' then 0.036 when 'card' then 0.021 else 0.01 end as fails,
        pg_temp.seed_unit(i.member_id, m.month - date '2000-01-01', 52) as luck,
        m.month + 30 + floor(25 * pg_temp.seed_unit(i.member_id, m.month - date '2000-01-01', 53))::integer as late_on,
        coalesce((
          select sum(o.monthly_fee) from contract o
          where o.member_id = i.member_id and o.kind = 'option' and o.start_on < m.month
            and (o.end_on is null or o.end_on >= m.month)
        ), 0)::integer as option_fee
      from generate_series(${windowStart}::timestamp, ${until}::timestamp, interval '1 month') as g
      cross join lateral (select g::date as month) m
      join membership_interval i on i.span_start < m.month and i.from_on <= m.month
        and (i.until_on is null or m.month < i.until_on or (i.ends_span and m.month = i.until_on))
      join contract c on c.id = i.contract_id
    ) bill`)
  await tx.execute(sql`
    insert into billing (id, member_id, shop_id, target_month, due_on, amount, method, status, paid_on, sale_id)
    select n, member_id, shop_id, month, due_on, amount, method, status, paid_on,
      case when status <> 'pending' then n end
    from seed_bill order by n`)
  await tx.execute(sql`
    insert into sale (id, external_id, shop_id, member_id, settled_at, target_month, method, status)
    select n, 1000000 + n, shop_id, member_id,
      case when paid_on = due_on then pg_temp.seed_at(paid_on, 240) else pg_temp.seed_at(paid_on, 660 + 500 * luck) end,
      month, case when paid_on > due_on then 'storeCard' else method end, status
    from seed_bill where status <> 'pending' order by n`)
  await tx.execute(sql`
    insert into sale_line (sale_id, line_no, shop_id, product_id, quantity, unit_price, tax, net)
    select n, 1, shop_id, ${productId('FEE')}, 1, amount, ${taxIn(sql`amount`, sql`0.1`)}, amount
    from seed_bill where status <> 'pending'
    union all
    select n, 2, shop_id, ${productId('LCK')}, 1, option_fee, ${taxIn(sql`option_fee`, sql`0.1`)}, option_fee
    from seed_bill where status <> 'pending' and option_fee > 0
    order by 1, 2`)
}

/** On the first day: the admission fee, which a campaign may waive, and the dues for the rest of the month. */
async function insertAdmissionSales(tx: Db, { windowStart, until }: Activity) {
  await tx.execute(sql`
    create temporary table seed_joining on commit drop as
    select ${nextSale} + row_number() over (order by i.from_on, i.member_id) as n, i.member_id, i.shop_id, i.from_on,
      c.payment_method as method, p.admission_fee,
      case when m.join_campaign is not null then p.admission_fee else 0 end as waived,
      round(c.monthly_fee * (days - extract(day from i.from_on) + 1) / days, -1)::integer as dues
    from membership_interval i
    join contract c on c.id = i.contract_id
    join shop_plan p on p.id = c.plan_id
    join member m on m.id = i.member_id
    cross join lateral (
      select extract(day from date_trunc('month', i.from_on) + interval '1 month - 1 day') as days
    ) length
    where i.starts_span and i.from_on between ${windowStart} and ${until}`)
  await tx.execute(sql`
    insert into sale (id, external_id, shop_id, member_id, staff_id, settled_at, target_month, method, status)
    select n, 1000000 + n, shop_id, member_id,
      (select min(staff_id) from shop_staff s where s.shop_id = j.shop_id and staff_id > 7),
      pg_temp.seed_at(from_on, 600 + 600 * pg_temp.seed_unit(member_id, 0, 54)), date_trunc('month', from_on),
      case method when 'bankTransfer' then 'cash' else method end, 'paid'
    from seed_joining j order by n`)
  await tx.execute(sql`
    insert into sale_line (sale_id, line_no, shop_id, product_id, quantity, unit_price, discount, tax, net)
    select n, 1, shop_id, ${productId('FEE')}, 1, dues, 0, ${taxIn(sql`dues`, sql`0.1`)}, dues from seed_joining
    union all
    select n, 2, shop_id, ${productId('ADM')}, 1, admission_fee, waived,
      ${taxIn(sql`(admission_fee - waived)`, sql`0.1`)}, admission_fee - waived
    from seed_joining where admission_fee > 0
    order by 1, 2`)
}

async function lastVisit(tx: Db): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(tx, sql`select coalesce(max(id), 0) as id from visit`)
  return row?.id ?? 0
}

/** Purchases during the visits after the given one, about one sale per 16 visits. */
async function insertCounterSales(tx: Db, { first, last }: Month, after: number) {
  await tx.execute(sql`
    create temporary table seed_purchase on commit drop as
    select ${nextSale} + row_number() over (order by v.id) as n, v.member_id, v.shop_id, v.entered_at,
      p.id as product_id, p.price, p.tax_rate, v.luck
    from (
      select *, pg_temp.seed_unit(id, 0, 60) as want, pg_temp.seed_unit(id, 1, 60) as luck
      from visit
      where id > ${after} and source = 'entry' and entered_at >= ${first}::timestamp at time zone 'Asia/Tokyo' and entered_at < ${endOf(last)}
    ) v
    join product p on p.code = case
      when v.member_id is null and v.want < 0.45 then 'TK1'
      when v.member_id is null then null
      when v.want < 0.004 then 'PT1'
      when v.want < 0.0055 then 'PT4'
      when v.want < 0.0075 then 'TK4'
      when v.want < 0.024 then 'WTR'
      when v.want < 0.038 then 'PRD'
      when v.want < 0.045 then 'BAR'
      when v.want < 0.0475 then 'PRO'
      when v.want < 0.054 then 'TWL'
      when v.want < 0.057 then 'WER'
    end`)
  await tx.execute(sql`
    insert into sale (id, external_id, shop_id, member_id, staff_id, settled_at, method, status)
    select n, 1000000 + n, shop_id, member_id,
      (select min(staff_id) from shop_staff s where s.shop_id = p.shop_id and staff_id > 7),
      date_trunc('second', entered_at + luck * interval '70 minutes'),
      case when luck < 0.45 then 'cash' when luck < 0.8 then 'storeCard' else 'card' end, 'paid'
    from seed_purchase p order by n`)
  await tx.execute(sql`
    insert into sale_line (sale_id, line_no, shop_id, product_id, quantity, unit_price, tax, net)
    select n, 1, shop_id, product_id, quantity, price, ${taxIn(sql`(price * quantity)`, sql`tax_rate`)}, price * quantity
    from (select *, case when price < 500 and luck > 0.93 then 2 else 1 end as quantity from seed_purchase) p
    order by n`)
  await tx.execute(sql`drop table seed_purchase`)
}

/** A few returns some days later: negative lines on their own day. */
async function insertRefunds(tx: Db, { until }: Activity) {
  await tx.execute(sql`
    create temporary table seed_refund on commit drop as
    select ${nextSale} + row_number() over (order by s.id) as n, s.id as refund_of, s.shop_id, s.member_id, s.method,
      s.settled_at + (1 + floor(8 * pg_temp.seed_unit(s.id, 2, 70))) * interval '1 day' as settled_at
    from sale s
    where s.status = 'paid' and s.settled_at is not null
      and pg_temp.seed_unit(s.id, 1, 70) < case
        when s.target_month is not null then 0.0012
        when exists (select 1 from sale_line l where l.sale_id = s.id and l.net > 2000) then 0.025
        else 0.002 end
      and s.settled_at + interval '9 days' < ${endOf(until)}`)
  await tx.execute(sql`
    insert into sale (id, external_id, shop_id, member_id, settled_at, method, status, refund_of)
    select n, 1000000 + n, shop_id, member_id, settled_at, method, 'paid', refund_of from seed_refund order by n`)
  await tx.execute(sql`
    insert into sale_line (sale_id, line_no, shop_id, product_id, quantity, unit_price, discount, tax, net)
    select r.n, l.line_no, l.shop_id, l.product_id, -l.quantity, l.unit_price, -l.discount, -l.tax, -l.net
    from seed_refund r join sale_line l on l.sale_id = r.refund_of order by r.n, l.line_no`)
  await tx.execute(sql`update sale set status = 'refunded' where id in (select refund_of from seed_refund)`)
}

/** What members still owe, and the state of their contract by its last bill. */
async function noteUnpaid(tx: Db, { until }: Activity) {
  await tx.execute(sql`
    update member set unpaid_amount = owed.amount
    from (
      select member_id, sum(amount) as amount from billing where status in ('unpaid', 'error') group by member_id
    ) owed
    where owed.member_id = member.id`)
  await tx.execute(sql`
    update contract set payment_status = b.status
    from (
      select distinct on (member_id) member_id, status from billing
      where due_on <= ${until} order by member_id, target_month desc
    ) b
    where b.member_id = contract.member_id and b.status in ('unpaid', 'error') and contract.kind <> 'option'
      and (contract.end_on is null or contract.end_on >= ${until})`)
}

/** Realistic targets: a little above the last three closed months. */
export async function setMonthlyTargets(tx: Db, { until }: Activity) {
  await tx.execute(sql`
    update shop set monthly_targets = jsonb_build_object(
      'admission', greatest(5, ceil(d.admissions / 3.0 * 1.08)),
      'withdrawalMax', greatest(3, ceil(d.withdrawals / 3.0)),
      'sales', ceil(s.net / 3.0 * 1.03 / 50000) * 50000,
      'closingMembers', ceil(d.closing * 1.01 / 5) * 5)
    from (
      select shop_id, sum(admissions) as admissions, sum(withdrawals) as withdrawals, max(closing) as closing
      from shop_day where date between ${lastThreeMonths(until).from} and ${lastThreeMonths(until).to} group by shop_id
    ) d
    join (
      select shop_id, sum(gross - refund) as net
      from shop_day_sales where date between ${lastThreeMonths(until).from} and ${lastThreeMonths(until).to}
      group by shop_id
    ) s using (shop_id)
    where d.shop_id = shop.id`)
}

const lastThreeMonths = (until: string) => ({
  from: toIso(firstOfMonth(toDay(until), -3)),
  to: toIso(firstOfMonth(toDay(until)) - 1),
})
