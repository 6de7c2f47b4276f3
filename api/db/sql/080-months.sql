-- The largest number at one time, of those who held a place from `booked` until `freed` (null: to the end).
create or replace function held_at_once(booked timestamptz[], freed timestamptz[]) returns integer
language sql immutable parallel safe as $$
  select max(held)::integer
  from (
    -- Who books at the same moment as another cancels takes that place.
    select sum(change) over (order by at, change) as held
    from (select unnest(booked) as at, 1 as change union all select unnest(freed), -1) moves
    where at is not null
  ) course
$$;

-- How full each class was. A seat belongs to its last holder; a late cancellation still uses it unless it was booked
-- again. Without seat numbers, a booking after a cancellation took its place (docs/domain.md, "Classes").
drop view if exists class_seats;
create view class_seats with (security_invoker = true) as
select s.id, s.shop_id, s.start_at, s.capacity, s.program_name, s.staff_id,
  least(s.capacity, count(distinct r.seat_no) filter (where r.holds)
    -- Bookings after a cancellation are rare.
    + case when max(r.booked_at) filter (where r.holds and r.seat_no is null) >= min(r.freed_at)
        then held_at_once(array_agg(r.booked_at) filter (where r.holds and r.seat_no is null), array_agg(r.freed_at))
        else count(*) filter (where r.holds and r.seat_no is null) end) as used,
  least(s.capacity, count(*) filter (where r.came)) as attended,
  count(*) filter (where r.waits = false) as booked, count(*) filter (where r.came) as came,
  count(*) filter (where r.missed) as missed,
  -- People on the waiting list without a seat; few classes have one.
  case when bool_or(r.waits) then count(*) filter (where r.waits and r.member_id is null) + cardinality(array(
      select unnest(array_agg(r.member_id) filter (where r.waits and r.member_id is not null))
      except select unnest(array_agg(r.member_id) filter (where r.holds))))
    else 0 end as waited
from slot s
left join (
  select slot_id, seat_no, booked_at, member_id, status = 'waitlisted' as waits, status = 'noShow' as missed,
    status in ('booked', 'checkedIn', 'completed', 'noShow', 'lateCancelled') as holds,
    status in ('checkedIn', 'completed') as came,
    case when status = 'lateCancelled' and seat_no is null and cancelled_at > booked_at then cancelled_at end as freed_at
  from reservation
) r on r.slot_id = s.id
group by s.id;
grant select on class_seats to karada_app;

-- The classes of these days, which are of one month, by what, when and by whom: the rows of shop_month_class.
create or replace function classes_of(first date, last date, ids integer[])
returns table (shop_id integer, month date, program text, dow smallint, starts_at text, staff_id integer, held integer,
  capacity integer, seats_used integer, seats_attended integer, booked integer, attended integer, no_show integer,
  waited integer, lessons_waited integer, used_squares bigint, used_by_capacity bigint, capacity_squares bigint)
language sql stable as $$
  select shop_id, month_of(first), program_name, extract(dow from starts)::smallint, to_char(starts, 'HH24:MI'),
    coalesce(staff_id, 0), count(*)::integer, sum(capacity)::integer, sum(used)::integer, sum(attended)::integer,
    sum(booked)::integer, sum(came)::integer, sum(missed)::integer, sum(waited)::integer,
    (count(*) filter (where waited > 0))::integer, sum(used::bigint * used)::bigint,
    sum(used::bigint * capacity)::bigint, sum(capacity::bigint * capacity)::bigint
  from (
    select c.*, c.start_at at time zone 'Asia/Tokyo' as starts from class_seats c
    where c.shop_id = any (ids) and c.start_at >= day_start(first) and c.start_at < day_start(last + 1)
  ) class
  group by shop_id, program_name, extract(dow from starts), to_char(starts, 'HH24:MI'), coalesce(staff_id, 0)
$$;

-- Counts the visits of a month of these shops up to its day `last`: writes who came and in which hours, returns the counts
-- of each day. The month's earlier rows must be deleted first.
create or replace function count_visits(first date, last date, ids integer[])
returns table (shop_id integer, date date, visits bigint, visitors bigint) language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
  with dated as materialized (
    select shop_id, member_id, home_shop_id, date_part('hour', entered_at at time zone 'Asia/Tokyo') as hour, date
    from merged_visits(ids, day_start(first), day_start(last + 2))
    where date between first and last
  ),
  by_hour as (
    insert into shop_visit_hour (shop_id, month, dow, hour, visits)
    select shop_id, first, date_part('dow', date), hour, count(*)
    from dated
    group by shop_id, date_part('dow', date), hour
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
  )
  select shop_id, date, sum(visits)::bigint, count(*) filter (where home_shop_id is not null)
  from visit_day group by shop_id, date;
end $$;
revoke execute on function count_visits from public;

-- Whether figures that a month had are others now. Kinds of facts come by file one after the other: the first members,
-- visits or bookings of a month that had none of them correct nothing. Trials may still join.
create or replace function is_corrected(was jsonb, is_now jsonb) returns boolean language sql immutable parallel safe as $$
  with had as (
    select greatest(was -> 'opening', was -> 'admissions', was -> 'transfer_in', '0') > '0' as members,
      was -> 'visits' > '0' as visits, greatest(was -> 'slots', was -> 'booked', '0') > '0' as bookings
  ),
  kind (is_had, columns) as (
    select members, array['opening', 'opening_suspended', 'admissions', 'readmissions', 'transfer_in', 'withdrawals',
      'transfer_out', 'withdrawal_requests', 'closing', 'suspended', 'operating', 'operating_to_day'] from had
    union all select visits, array['visits'] from had
    union all select members and visits, array['visit_days', 'unique_visitors', 'median_days', 'operating_who_came',
      'visitors_to_day', 'who_came_to_day'] from had
    union all select bookings, array['slots', 'capacity', 'seats_used', 'seats_attended', 'booked', 'attended', 'no_show',
      'late_cancelled', 'cancelled'] from had
    union all select true, array['tours', 'trials']
  )
  select exists (select from kind cross join lateral unnest(columns) c
    where is_had and was -> c is distinct from is_now -> c)
$$;

-- A month of these shops, never past the data date. Needs an up-to-date membership_interval. Counts from deleted visits
-- (data_state.visits_from) are kept.
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
  visited as (
    select * from count_visits(first, last, ids) where first >= raw_from
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
  class as (
    select shop_id, tokyo_day(start_at) as date, capacity, used, attended
    from class_seats
    where shop_id = any (ids) and start_at >= day_start(first) and start_at < day_start(last + 1)
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
          and i.from_on between tokyo_day(l.at) and least(tokyo_day(l.at) + 30, data_date()))) as joined
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

  perform rebuild_overdue(first, ids);
  delete from shop_month_class where shop_id = any (ids) and month = first;
  insert into shop_month_class (shop_id, month, program, dow, starts_at, staff_id, held, capacity, seats_used,
    seats_attended, booked, attended, no_show, waited, lessons_waited, used_squares, used_by_capacity, capacity_squares)
  select * from classes_of(first, last, ids);

  perform rebuild_sales(first, last, ids);

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
      when m.counted_to = month_end and is_corrected(to_jsonb(m), to_jsonb(excluded))
        then now() else m.corrected_at end;
  perform rebuild_people(first, last, ids);
  perform rebuild_month_parts(first, ids);
  -- They need the visits of the months before.
  if exists (select from rollup_later where month < first and month >= first - interval '8 months') then
    insert into visit_class_due (shop_id, month) select unnest(ids), first;
  else
    perform rebuild_visit_classes(first, ids);
  end if;
end $$;
revoke execute on function rebuild_month from public;

-- Distinct people of the whole chain's month, and its hours. Needs up-to-date months of all shops.
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
  -- A visitor of several shops on one day was counted in each of them.
  with asked as materialized (
    select member_id, days from member_visit_month where shop_id = any (shops) and month = first
  ),
  several as (
    -- Days without overlap add up to their union.
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
  perform rebuild_chain_parts(first);
end $$;
revoke execute on function rebuild_chain_month from public;
