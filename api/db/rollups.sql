-- The rollups that reports are read from, how each is counted from the facts, and the triggers that bring them right in
-- the transaction that changes a fact. Runs after security.sql; everything here may be said twice.
-- The rules are those of the domain page's §2.0 and §2.1.

-- What an earlier version had under the same names.
drop function if exists count_people(date[]);
drop function if exists member_set(integer[]);

create or replace function tokyo_day(at timestamptz) returns date language sql immutable parallel safe as $$
  select (at at time zone 'Asia/Tokyo')::date
$$;
-- The first moment of a day in Tokyo.
create or replace function day_start(day date) returns timestamptz language sql immutable parallel safe as $$
  select day::timestamp at time zone 'Asia/Tokyo'
$$;
create or replace function month_of(day date) returns date language sql immutable parallel safe as $$
  select date_trunc('month', day)::date
$$;
-- The last day that facts cover; null before the first ones came.
create or replace function data_date() returns date language sql stable as $$
  select tokyo_day(data_as_of) from data_state
$$;

-- The first day that any rollup holds something of; null without facts. Needs membership_interval to be right.
create or replace function first_fact() returns date language sql stable set search_path = public as $$
  select least(
    (select min(from_on) from membership_interval),
    (select min(date) from shop_day),
    (select min(cancel_requested_on) from contract where kind <> 'option'),
    -- A business day may have begun on the day before.
    (select min(tokyo_day(entered_at)) - 1 from visit),
    (select min(tokyo_day(settled_at)) from sale),
    (select min(target_month) from billing),
    (select min(tokyo_day(start_at)) from reservation),
    (select min(tokyo_day(start_at)) from slot),
    (select min(tokyo_day(at)) from lead))
$$;

-- One writer of rollups at a time: two corrections of one month would each miss the other's facts.
create or replace function lock_rollups() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('rollups', 0))
$$;

-- 1. Membership. Segments that touch or overlap make one span; on each day the segment with the later start covers, then
-- the higher fee; options make nobody a member. Null: of everybody.
create or replace function rebuild_membership(ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  perform lock_rollups();
  delete from membership_interval where ids is null or member_id = any (ids);
  with segment as materialized (
    select id, member_id, shop_id, kind = 'suspension' as suspended, start_on, end_on, monthly_fee
    from contract
    where kind <> 'option' and (ids is null or member_id = any (ids))
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
  from spanned;
end $$;
revoke execute on function rebuild_membership from public;

-- The people of a month up to each of its days, of each shop or of all of them together as shop 0: who came, own members
-- who were 稼働, and those of them who came anywhere. And the median of visit days.
create or replace function people_by_day(first date, last date, ids integer[], of_chain boolean)
returns table (shop integer, visitors integer[], operating integer[], who_came integer[], median double precision)
language sql stable set search_path = public as $$
  with visited as (
    select case when of_chain then 0 else shop_id end as shop, member_id,
      min(33 - position(B'1' in (days & -days)::bit(32))) as day, sum(bit_count(days::bit(32))) as days
    from member_visit_month where shop_id = any (ids) and month = first
    group by 1, member_id
  ),
  own as (
    select case when of_chain then 0 else home_shop_id end as shop, member_id,
      min(33 - position(B'1' in (days & -days)::bit(32))) as day
    from member_visit_month where home_shop_id = any (ids) and month = first
    group by 1, member_id
  ),
  operating as (
    select case when of_chain then 0 else shop_id end as shop, member_id, min(greatest(from_on, first) - first + 1) as day
    from membership_interval
    where shop_id = any (ids) and not suspended and from_on <= last
      and (until_on is null or until_on >= first + (not ends_span)::integer)
    group by 1, member_id
  ),
  event as (
    select shop, day, 1 as visitors, 0 as operating, 0 as who_came from visited
    union all
    select shop, day, 0, 1, 0 from operating
    union all
    select shop, greatest(o.day, own.day), 0, 0, 1 from operating o join own using (shop, member_id)
  ),
  on_day as (
    select shop, day, sum(visitors) as visitors, sum(operating) as operating, sum(who_came) as who_came
    from event group by shop, day
  ),
  to_day as (
    select s.shop, d.day, sum(coalesce(e.visitors, 0)) over w as visitors, sum(coalesce(e.operating, 0)) over w as operating,
      sum(coalesce(e.who_came, 0)) over w as who_came
    from (select distinct case when of_chain then 0 else id end as shop from unnest(ids) as id) s
    cross join generate_series(1, last - first + 1) as d (day)
    left join on_day e on e.shop = s.shop and e.day = d.day
    window w as (partition by s.shop order by d.day)
  )
  select shop, array_agg(visitors::integer order by day), array_agg(operating::integer order by day),
    array_agg(who_came::integer order by day),
    (select percentile_cont(0.5) within group (order by days) from visited v where v.shop = to_day.shop)
  from to_day group by shop
$$;

-- Members as a bit string of this length: bit n stands for the id n.
create or replace function member_set(ids integer[], bits integer) returns varbit language sql immutable as $$
  select (coalesce(string_agg(repeat('0', id - previous - 1) || '1', '' order by id), '')
    || repeat('0', bits - 1 - coalesce(max(id), -1)))::varbit
  from (select id, coalesce(lag(id) over (order by id), -1) as previous from unnest(ids) as id) gap
$$;

-- Who the people of a month are, of each shop: what happened to somebody in several months or shops can only be counted
-- by knowing whom it happened to.
create or replace function rebuild_people(first date, last date, ids integer[]) returns void
language plpgsql set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  with people as materialized (
    select id,
      array(select distinct member_id from member_visit_month where shop_id = id and month = first) as came,
      array(select distinct member_id from member_visit_month where home_shop_id = id and month = first) as own_came,
      array(select distinct member_id from membership_interval
        where shop_id = id and not suspended and from_on <= last
          and (until_on is null or until_on >= first + (not ends_span)::integer)) as operating
    from unnest(ids) as id
  ),
  -- In large steps, so that sets of other months and shops are mostly of the same length.
  sized as (
    select people.*, (greatest((select max(one) from unnest(came || own_came || operating) as one),
      (select max(member.id) from member), 0) / 32768 + 1) * 32768 as bits
    from people
  )
  insert into shop_month_people (shop_id, month, bits, visitors, own_visitors, operating)
  select id, first, bits, member_set(came, bits), member_set(own_came, bits), member_set(operating, bits) from sized
  on conflict (shop_id, month) do update set (bits, visitors, own_visitors, operating)
    = row (excluded.bits, excluded.visitors, excluded.own_visitors, excluded.operating);
end $$;
revoke execute on function rebuild_people from public;

-- Who is in any of these shops' and months' sets.
create or replace function unite_people(ids integer[], months date[],
  out bits integer, out visitors varbit, out operating varbit, out own_visitors varbit)
language sql stable set search_path = public as $$
  with of_length as (
    select p.bits, bit_or(p.visitors) as visitors, bit_or(p.operating) as operating, bit_or(p.own_visitors) as own_visitors
    from shop_month_people p where p.shop_id = any (ids) and p.month = any (months) group by p.bits
  ),
  padded as (
    select *, repeat('0', (select max(bits) from of_length) - bits)::varbit as rest from of_length
  )
  select max(bits), bit_or(visitors || rest), bit_or(operating || rest), bit_or(own_visitors || rest) from padded
$$;

-- How many they are; shop 0: of the chain.
create or replace function count_people(ids integer[], months date[],
  out visitors bigint, out operating bigint, out who_came bigint)
language sql stable set search_path = public as $$
  select coalesce(bit_count(p.visitors), 0), coalesce(bit_count(p.operating), 0),
    coalesce(bit_count(p.operating & p.own_visitors), 0)
  from unite_people(ids, months) p
$$;

-- Who joined when, and until when they stay: cohorts are counted in the index alone.
create index if not exists membership_interval_joined on membership_interval (shop_id, from_on) include (span_end)
  where starts_span;

-- 2. Visits: events of one member at one shop are one visit up to an hour after its first event, and it belongs to the
-- business day of that event; of a guest every event is one. These are the visits that began in a stretch of time. It
-- looks a day back, so a chain of scans less than an hour apart may begin before it.
create or replace function merged_visits(shops integer[], since timestamptz, until timestamptz)
returns table (shop_id integer, member_id integer, home_shop_id integer, entered_at timestamptz, date date)
language sql stable as $$
  with recursive event as materialized (
    select shop_id, member_id, home_shop_id, entered_at,
      coalesce(entered_at <= lag(entered_at) over m + interval '1 hour', false) as follows
    from visit
    where shop_id = any (shops) and member_id is not null
      and entered_at >= since - interval '1 day' and entered_at < until
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
    where shop_id = any (shops) and member_id is null
      and entered_at >= since and entered_at < until
  )
  select v.*, (v.entered_at at time zone 'Asia/Tokyo' - make_interval(hours => s.day_start_hour))::date
  from any_visit v join shop s on s.id = v.shop_id where v.entered_at >= since
$$;

-- 3. A month of these shops, never past the data date. Needs membership_interval to be right. What was counted from
-- visits that are gone (data_state.visits_from) stays.
create or replace function rebuild_month(first date, ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  month_end date := (first + interval '1 month')::date - 1;
  last date := least(month_end, data_date());
  raw_from date := coalesce((select visits_from from data_state), '-infinity');
begin
  perform lock_rollups();
  if last is null or last < first then return; end if;

  if first >= raw_from then
    delete from member_visit_month where shop_id = any (ids) and month = first;
    delete from shop_visit_hour where shop_id = any (ids) and month = first;
  end if;

  with replaced as (
    delete from shop_day where shop_id = any (ids) and date between first and last
    returning shop_id, date, visits, visitors
  ),
  dated as materialized (
    select shop_id, member_id, home_shop_id, extract(hour from entered_at at time zone 'Asia/Tokyo') as hour, date
    from merged_visits(ids, day_start(first), day_start(last + 2))
    where date between first and last and date >= raw_from
  ),
  by_hour as (
    insert into shop_visit_hour (shop_id, month, dow, hour, visits)
    select shop_id, first, extract(dow from date), hour, count(*)
    from dated
    group by shop_id, extract(dow from date), hour
  ),
  visit_day as materialized (
    select shop_id, member_id, date, min(home_shop_id) as home_shop_id, count(*) as visits
    from dated
    group by shop_id, member_id, date
  ),
  by_month as (
    insert into member_visit_month (shop_id, month, member_id, home_shop_id, days, visits)
    select shop_id, first, member_id, home_shop_id, bit_or(1 << (extract(day from date)::integer - 1)), sum(visits)
    from visit_day where home_shop_id is not null
    group by shop_id, member_id, home_shop_id
  ),
  visited as (
    select shop_id, date, sum(visits) as visits, count(*) filter (where home_shop_id is not null) as visitors
    from visit_day group by shop_id, date
    union all
    select shop_id, date, visits, visitors from replaced where date < raw_from
  ),
  change as (
    select shop_id, from_on as date, 1 as closing, suspended::integer as suspended,
      starts_span::integer as admissions, (starts_span and span_no > 1)::integer as readmissions,
      (came_from_shop_id is not null)::integer as transfer_in, 0 as withdrawals, 0 as transfer_out
    from membership_interval where shop_id = any (ids) and from_on between first and last
    union all
    select shop_id, until_on, -1, -suspended::integer, 0, 0, 0, ends_span::integer, (went_to_shop_id is not null)::integer
    from membership_interval where shop_id = any (ids) and until_on between first and last
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
    where shop_id = any (ids) and from_on < first and (until_on is null or until_on >= first)
    group by shop_id
  ),
  -- A seat is held by whoever has it at last; cancelled late, it is used all the same unless someone else took it.
  class as (
    select s.shop_id, tokyo_day(s.start_at) as date, s.capacity,
      least(s.capacity, count(distinct coalesce('seat ' || r.seat_no, r.id::text))
        filter (where r.status in ('booked', 'checkedIn', 'completed', 'noShow', 'lateCancelled'))) as used,
      least(s.capacity, count(*) filter (where r.status in ('checkedIn', 'completed'))) as attended
    from slot s
    left join reservation r on r.slot_id = s.id
    where s.shop_id = any (ids) and s.start_at >= day_start(first) and s.start_at < day_start(last + 1)
    group by s.id
  ),
  class_day as (
    select shop_id, date, count(*) as slots, sum(capacity) as capacity, sum(used) as used, sum(attended) as attended
    from class group by shop_id, date
  ),
  booking_day as (
    select shop_id, tokyo_day(start_at) as date, count(*) as booked,
      count(*) filter (where status in ('checkedIn', 'completed')) as attended,
      count(*) filter (where status = 'noShow') as no_show,
      count(*) filter (where status = 'lateCancelled') as late_cancelled,
      count(*) filter (where status = 'cancelled') as cancelled
    from reservation
    where shop_id = any (ids) and status <> 'waitlisted'
      and start_at >= day_start(first) and start_at < day_start(last + 1)
    group by shop_id, tokyo_day(start_at)
  ),
  request_day as (
    select shop_id, cancel_requested_on as date, count(distinct member_id) as requests
    from contract
    where shop_id = any (ids) and kind <> 'option' and cancel_requested_on between first and last
    group by shop_id, cancel_requested_on
  ),
  lead_day as (
    select l.shop_id, tokyo_day(l.at) as date, count(*) filter (where l.kind = 'tour') as tours,
      count(*) filter (where l.kind = 'trial') as trials,
      count(*) filter (where l.kind = 'trial' and exists (
        select from membership_interval i
        where i.member_id = l.member_id and i.starts_span
          and i.from_on between tokyo_day(l.at) and tokyo_day(l.at) + 30)) as joined
    from lead l
    where l.shop_id = any (ids) and l.at >= day_start(first) and l.at < day_start(last + 1)
    group by l.shop_id, tokyo_day(l.at)
  )
  insert into shop_day (shop_id, date, admissions, readmissions, transfer_in, withdrawals, transfer_out,
    withdrawal_requests, closing, suspended, visits, visitors, slots, capacity, seats_used, seats_attended,
    booked, attended, no_show, late_cancelled, cancelled, tours, trials, trials_joined)
  select s.id, d.date, coalesce(m.admissions, 0), coalesce(m.readmissions, 0), coalesce(m.transfer_in, 0),
    coalesce(m.withdrawals, 0), coalesce(m.transfer_out, 0), coalesce(w.requests, 0),
    coalesce(o.closing, 0) + coalesce(sum(m.closing) over shop_days, 0),
    coalesce(o.suspended, 0) + coalesce(sum(m.suspended) over shop_days, 0),
    coalesce(v.visits, 0), coalesce(v.visitors, 0),
    coalesce(c.slots, 0), coalesce(c.capacity, 0), coalesce(c.used, 0), coalesce(c.attended, 0),
    coalesce(b.booked, 0), coalesce(b.attended, 0), coalesce(b.no_show, 0), coalesce(b.late_cancelled, 0),
    coalesce(b.cancelled, 0), coalesce(l.tours, 0), coalesce(l.trials, 0), coalesce(l.joined, 0)
  from shop s
  cross join (select day::date as date from generate_series(first::timestamp, last::timestamp, interval '1 day') as day) d
  left join opening o on o.shop_id = s.id
  left join moved m on m.shop_id = s.id and m.date = d.date
  left join visited v on v.shop_id = s.id and v.date = d.date
  left join class_day c on c.shop_id = s.id and c.date = d.date
  left join booking_day b on b.shop_id = s.id and b.date = d.date
  left join lead_day l on l.shop_id = s.id and l.date = d.date
  left join request_day w on w.shop_id = s.id and w.date = d.date
  where s.id = any (ids)
  window shop_days as (partition by s.id order by d.date);

  -- Money. A refund counts on its own day; unpaid and failed sales do not count at all.
  delete from shop_day_sales where shop_id = any (ids) and date between first and last;
  insert into shop_day_sales (shop_id, date, category, gross, refund, tax)
  select s.shop_id, tokyo_day(s.settled_at), p.category,
    coalesce(sum(l.net) filter (where s.refund_of is null), 0),
    coalesce(-sum(l.net) filter (where s.refund_of is not null), 0),
    sum(l.tax)
  from sale s
  join sale_line l on l.sale_id = s.id
  join product p on p.id = l.product_id
  where s.shop_id = any (ids) and s.status in ('paid', 'refunded')
    and s.settled_at >= day_start(first) and s.settled_at < day_start(last + 1)
  group by s.shop_id, tokyo_day(s.settled_at), p.category;

  delete from shop_billing where shop_id = any (ids) and target_month = first;
  insert into shop_billing (shop_id, target_month, due_on, billed, members, collected, pending)
  select shop_id, target_month, due_on, sum(amount),
    count(distinct member_id) filter (where amount > 0 and due_on = first_due),
    coalesce(sum(amount) filter (where status = 'paid'), 0), count(*) filter (where status = 'pending')
  from (
    select *, min(due_on) filter (where amount > 0) over (partition by shop_id, member_id) as first_due
    from billing where shop_id = any (ids) and target_month = first
  ) bill
  group by shop_id, target_month, due_on;

  -- A month that had been counted to its end and whose money is another now has been corrected. That a bill came in late
  -- is no correction.
  update shop_month m set corrected_at = now()
  where m.shop_id = any (ids) and m.month = first and m.counted_to = month_end and exists (
    select from (select category, gross, refund, tax from shop_month_sales w where w.shop_id = m.shop_id and w.month = first) was
    full join (
      select category, sum(gross) as gross, sum(refund) as refund, sum(tax) as tax
      from shop_day_sales d where d.shop_id = m.shop_id and d.date between first and last group by category
    ) now_is using (category)
    where (was.gross, was.refund, was.tax) is distinct from (now_is.gross, now_is.refund, now_is.tax));
  delete from shop_month_sales where shop_id = any (ids) and month = first;
  insert into shop_month_sales (shop_id, month, category, gross, refund, tax)
  select shop_id, first, category, sum(gross), sum(refund), sum(tax)
  from shop_day_sales where shop_id = any (ids) and date between first and last
  group by shop_id, category;

  with summed as (
    select shop_id, sum(admissions) as admissions, sum(readmissions) as readmissions, sum(transfer_in) as transfer_in,
      sum(withdrawals) as withdrawals, sum(transfer_out) as transfer_out,
      sum(withdrawal_requests) as withdrawal_requests, sum(visits) as visits, sum(visitors) as visit_days,
      sum(slots) as slots, sum(capacity) as capacity, sum(seats_used) as seats_used,
      sum(seats_attended) as seats_attended, sum(booked) as booked, sum(attended) as attended, sum(no_show) as no_show,
      sum(late_cancelled) as late_cancelled, sum(cancelled) as cancelled, sum(tours) as tours, sum(trials) as trials,
      sum(trials_joined) as trials_joined
    from shop_day where shop_id = any (ids) and date between first and last group by shop_id
  ),
  opening as (
    select shop_id, count(*) as members, count(*) filter (where suspended) as suspended
    from membership_interval
    where shop_id = any (ids) and from_on < first and (until_on is null or until_on >= first)
    group by shop_id
  )
  insert into shop_month as m (shop_id, month, counted_to, opening, opening_suspended, admissions, readmissions,
    transfer_in, withdrawals, transfer_out, withdrawal_requests, closing, suspended, visits, visit_days, unique_visitors,
    median_days, operating, operating_who_came, visitors_to_day, operating_to_day, who_came_to_day, slots, capacity,
    seats_used, seats_attended, booked, attended, no_show, late_cancelled, cancelled, tours, trials, trials_joined)
  select s.shop_id, first, last, coalesce(o.members, 0), coalesce(o.suspended, 0), s.admissions, s.readmissions,
    s.transfer_in, s.withdrawals, s.transfer_out, s.withdrawal_requests, e.closing, e.suspended, s.visits, s.visit_days,
    p.visitors[cardinality(p.visitors)], p.median, p.operating[cardinality(p.operating)],
    p.who_came[cardinality(p.who_came)], p.visitors, p.operating, p.who_came, s.slots, s.capacity, s.seats_used,
    s.seats_attended, s.booked, s.attended, s.no_show, s.late_cancelled, s.cancelled, s.tours, s.trials, s.trials_joined
  from summed s
  join shop_day e on e.shop_id = s.shop_id and e.date = last
  left join opening o on o.shop_id = s.shop_id
  join people_by_day(first, last, ids, false) p on p.shop = s.shop_id
  on conflict (shop_id, month) do update set
    (counted_to, opening, opening_suspended, admissions, readmissions, transfer_in, withdrawals, transfer_out,
      withdrawal_requests, closing, suspended, visits, visit_days, unique_visitors, median_days, operating,
      operating_who_came, visitors_to_day, operating_to_day, who_came_to_day, slots, capacity, seats_used,
      seats_attended, booked, attended, no_show, late_cancelled, cancelled, tours, trials, trials_joined)
    = row (excluded.counted_to, excluded.opening, excluded.opening_suspended, excluded.admissions, excluded.readmissions,
      excluded.transfer_in, excluded.withdrawals, excluded.transfer_out, excluded.withdrawal_requests, excluded.closing,
      excluded.suspended, excluded.visits, excluded.visit_days, excluded.unique_visitors, excluded.median_days,
      excluded.operating, excluded.operating_who_came, excluded.visitors_to_day, excluded.operating_to_day,
      excluded.who_came_to_day, excluded.slots, excluded.capacity, excluded.seats_used, excluded.seats_attended,
      excluded.booked, excluded.attended, excluded.no_show, excluded.late_cancelled, excluded.cancelled, excluded.tours,
      excluded.trials, excluded.trials_joined),
    corrected_at = case
      when m.counted_to = month_end
        -- Whoever tried in the month may still join.
        and to_jsonb(m) - 'corrected_at' - 'trials_joined' <> to_jsonb(excluded) - 'corrected_at' - 'trials_joined'
        then now() else m.corrected_at end;
  perform rebuild_people(first, last, ids);
end $$;
revoke execute on function rebuild_month from public;

-- The people of the whole chain's month, each once, and its hours. Needs the month of every shop to be right.
create or replace function rebuild_chain_month(first date) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  last date := least((first + interval '1 month')::date - 1, data_date());
  shops integer[] := array(select id from shop);
  on_day integer[];
begin
  perform lock_rollups();
  if last is null or last < first then return; end if;
  delete from shop_visit_hour where shop_id = 0 and month = first;
  insert into shop_visit_hour (shop_id, month, dow, hour, visits)
  select 0, first, dow, hour, sum(visits) from shop_visit_hour where shop_id = any (shops) and month = first
  group by dow, hour;
  -- Whoever came to several shops on one day was counted by each of them.
  with asked as materialized (
    select member_id, days from member_visit_month where shop_id = any (shops) and month = first
  ),
  several as (
    -- Days that do not overlap add up to what they are together.
    select member_id from asked group by member_id having sum(days) <> bit_or(days)
  ),
  again as (
    select day_no, sum(times - 1) as repeats
    from (
      select day_no, count(*) as times
      from several join asked using (member_id) cross join generate_series(0, 30) as day_no
      where (days >> day_no) & 1 = 1
      group by day_no, member_id
    ) visit_day
    group by day_no
  )
  select array_agg((visitors - coalesce(repeats, 0))::integer order by date) into on_day
  from (
    select date, sum(visitors) as visitors from shop_day
    where shop_id = any (shops) and date between first and last group by date
  ) d
  left join again on day_no = date - first;
  insert into shop_month as m (shop_id, month, counted_to, unique_visitors, median_days, operating, operating_who_came,
    visitors_to_day, operating_to_day, who_came_to_day, visitors_on_day)
  select 0, first, last, p.visitors[cardinality(p.visitors)], p.median, p.operating[cardinality(p.operating)],
    p.who_came[cardinality(p.who_came)], p.visitors, p.operating, p.who_came, on_day
  from people_by_day(first, last, shops, true) p
  on conflict (shop_id, month) do update set
    (counted_to, unique_visitors, median_days, operating, operating_who_came, visitors_to_day, operating_to_day,
      who_came_to_day, visitors_on_day)
    = row (excluded.counted_to, excluded.unique_visitors, excluded.median_days, excluded.operating,
      excluded.operating_who_came, excluded.visitors_to_day, excluded.operating_to_day, excluded.who_came_to_day,
      excluded.visitors_on_day);
  insert into shop_month_people (shop_id, month, bits, visitors, own_visitors, operating)
  select 0, first, p.bits, p.visitors, p.own_visitors, p.operating from unite_people(shops, array[first]) p
  where p.bits is not null
  on conflict (shop_id, month) do update set (bits, visitors, own_visitors, operating)
    = row (excluded.bits, excluded.visitors, excluded.own_visitors, excluded.operating);
end $$;
revoke execute on function rebuild_chain_month from public;

-- 4. Whoever changes a fact marks what is to be counted again; the marks are worked off once, before the commit. Who
-- writes thousands sets app.bulk and counts everything at the end.
create or replace function settle_rollups() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  contracted integer[];
  was jsonb;
  one record;
begin
  if not exists (select from member_due) and not exists (select from rollup_due) then return null; end if;
  perform lock_rollups();
  contracted := array(select distinct member_id from member_due where contracts);
  if cardinality(contracted) > 0 then
    was := (select jsonb_agg(to_jsonb(i)) from membership_interval i where member_id = any (contracted));
    perform rebuild_membership(contracted);
    insert into rollup_due (shop_id, month)
    select distinct changed.shop_id, month::date
    from (
      -- A stretch that only ends on another day changes nothing before the earlier end.
      select coalesce(o.shop_id, n.shop_id) as shop_id,
        case
          when o.member_id is null or n.member_id is null
            or (o.span_no > 1, o.came_from_shop_id) is distinct from (n.span_no > 1, n.came_from_shop_id) then from_on
          else coalesce(least(o.until_on, n.until_on), from_on) end as changed_from,
        greatest(coalesce(o.until_on, case when o.member_id is not null then 'infinity'::date end, from_on),
          coalesce(n.until_on, case when n.member_id is not null then 'infinity'::date end, from_on)) as changed_to
      from jsonb_populate_recordset(null::membership_interval, coalesce(was, '[]')) o
      full join (select * from membership_interval where member_id = any (contracted)) n
        using (member_id, from_on, shop_id, suspended, starts_span)
      where (o.member_id, o.until_on, o.ends_span, o.span_no > 1, o.came_from_shop_id, o.went_to_shop_id)
        is distinct from (n.member_id, n.until_on, n.ends_span, n.span_no > 1, n.came_from_shop_id, n.went_to_shop_id)
    ) changed
    -- No months before there is data.
    cross join generate_series(month_of(changed_from)::timestamp,
      case when data_date() is not null then least(changed_to, data_date()) end::timestamp, interval '1 month') as month;
    insert into rollup_due (shop_id, month)
    select shop_id, month_of(tokyo_day(at)) from lead where member_id = any (contracted);
  end if;
  for one in
    select month, array_agg(distinct shop_id) as shops from rollup_due group by month order by month
  loop
    perform rebuild_month(one.month, one.shops);
    perform rebuild_chain_month(one.month);
  end loop;
  if exists (select from member_due) then
    perform refresh_member_list(array(select distinct member_id from member_due));
  end if;
  delete from rollup_due;
  delete from member_due;
  return null;
end $$;
create or replace function mark_rollups() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  -- The rows that were, that are, or both.
  rows text := concat_ws(' union all ',
    case when tg_op <> 'INSERT' then 'select * from gone' end, case when tg_op <> 'DELETE' then 'select * from come' end);
begin
  if tg_argv[0] <> '' then
    execute format('insert into rollup_due (shop_id, month)
      select distinct due.shop_id, month_of(due.day) from (%s) f cross join lateral (%s) due (shop_id, day)
      where due.shop_id is not null and due.day is not null', rows, tg_argv[0]);
  end if;
  if tg_argv[1] <> '' then
    execute format('insert into member_due (member_id, contracts) select distinct member_id, %L::boolean from (%s) f
      where member_id is not null', tg_argv[1], rows);
  end if;
  return null;
end $$;
do $$
declare
  fact record;
  op text;
begin
  for fact in
    select * from (values
      ('contract', 'select f.shop_id, f.cancel_requested_on where f.kind <> ''option''', 'true'),
      -- A visit may be merged with one before it, or belong to the business day before; whose member came counts there
      -- too, also of those that are merged with it or no longer are.
      ('visit', 'select shop, day from (
          select f.shop_id union all select f.home_shop_id
          union all select n.home_shop_id from visit n where n.member_id = f.member_id and n.shop_id = f.shop_id
            and n.entered_at between f.entered_at - interval ''1 day'' and f.entered_at + interval ''1 day''
        ) as touched (shop), unnest(array[tokyo_day(f.entered_at) - 1, tokyo_day(f.entered_at) + 1]) as day', 'false'),
      ('sale', 'select f.shop_id, tokyo_day(f.settled_at)', ''),
      ('sale_line', 'select s.shop_id, tokyo_day(s.settled_at) from sale s where s.id = f.sale_id', ''),
      ('billing', 'select f.shop_id, f.target_month', ''),
      ('slot', 'select f.shop_id, tokyo_day(f.start_at)', ''),
      ('reservation', 'select f.shop_id, tokyo_day(f.start_at)
        union all select s.shop_id, tokyo_day(s.start_at) from slot s where s.id = f.slot_id', ''),
      ('lead', 'select f.shop_id, tokyo_day(f.at)', '')
    ) as facts (name, due, members)
  loop
    foreach op in array array['insert', 'update', 'delete'] loop
      execute format('create or replace trigger rollups_follow_%s after %s on %I referencing %s for each statement
        when (current_setting(''app.bulk'', true) is distinct from ''on'') execute function mark_rollups(%L, %L)',
        op, op, fact.name,
        case op when 'insert' then 'new table as come' when 'delete' then 'old table as gone'
          else 'old table as gone new table as come' end,
        fact.due, fact.members);
    end loop;
  end loop;
end $$;
-- With each new day of data every shop has a day more, and everybody's last 30 days are others; with the first, all that
-- came before it.
create or replace function mark_new_days() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  since date := case when tg_op = 'INSERT' then first_fact()
    else least(tokyo_day(old.data_as_of), tokyo_day(new.data_as_of)) end;
begin
  insert into rollup_due (shop_id, month)
  select s.id, month::date
  from shop s
  cross join generate_series(month_of(since)::timestamp, tokyo_day(new.data_as_of)::timestamp, interval '1 month') as month;
  insert into member_due (member_id, contracts) select id, false from member;
  return null;
end $$;
create or replace trigger rollups_begin after insert on data_state for each row
  when (current_setting('app.bulk', true) is distinct from 'on') execute function mark_new_days();
create or replace trigger rollups_follow_days after update on data_state for each row
  when (tokyo_day(old.data_as_of) <> tokyo_day(new.data_as_of) and current_setting('app.bulk', true) is distinct from 'on')
  execute function mark_new_days();
drop trigger if exists settle_rollups on rollup_due;
create constraint trigger settle_rollups after insert on rollup_due deferrable initially deferred
  for each row execute function settle_rollups();
drop trigger if exists settle_rollups on member_due;
create constraint trigger settle_rollups after insert on member_due deferrable initially deferred
  for each row execute function settle_rollups();
revoke select on rollup_due, member_due, rollup_check from karada_app;

-- 5. A database from before the months or their people were counted has all of it counted now, which is no correction.
do $$
declare
  counted date;
begin
  if exists (select from shop_day) and not exists (select from shop_month_people) then
    create temporary table corrected on commit drop as select shop_id, month, corrected_at from shop_month;
    for counted in
      select distinct month_of(date) from shop_day order by 1
    loop
      perform rebuild_month(counted, array(select id from shop));
      perform rebuild_chain_month(counted);
    end loop;
    update shop_month m set corrected_at = c.corrected_at from corrected c
    where (m.shop_id, m.month) = (c.shop_id, c.month) and m.corrected_at is distinct from c.corrected_at;
  end if;
end $$;
