-- The first and the last day of each kind of fact, over the whole chain: as the import states them (data_period),
-- otherwise from the first fact to the data date. A kind without any has no row. While months are still to be counted,
-- the first facts are looked up themselves. Security definer: a shop's staff learn these days only.
create or replace function data_reach() returns table (kind text, first_on date, last_on date)
language sql stable security definer set search_path = public as $$
  select f.kind, f.first_on, least(p.last_on, data_date())
  from (select found.kind, min(found.first_on) as first_on from (
    -- By shop, so that each is found by an index.
    select 'contracts' as kind, min(i.from_on) as first_on from shop s
    cross join lateral (select from_on from membership_interval where shop_id = s.id order by from_on limit 1) i
    union all
    -- A request to leave may come before the contract that it ends has begun. The first day lies in the first month of all
    -- shops, whose days alone are read.
    select kind, min(d.day) from (
      select min(month) filter (where withdrawal_requests > 0) as requests, min(month) filter (where visits > 0) as visits,
        min(month) filter (where slots + booked > 0) as bookings, min(month) filter (where tours + trials > 0) as leads
      from shop_month where shop_id > 0
    ) m
    cross join lateral (values ('contracts', m.requests), ('visits', m.visits), ('bookings', m.bookings),
      ('leads', m.leads)) as of_kind (kind, month)
    cross join shop s
    cross join lateral (
      select min(date) as day from shop_day
      where shop_id = s.id and date between of_kind.month and of_kind.month + 30
        and case kind when 'contracts' then withdrawal_requests when 'visits' then visits when 'bookings' then slots + booked
          else tours + trials end > 0
    ) d
    group by kind
    union all
    select f.kind, f.day from shop s
    cross join lateral (
      (select 'visits', business_day(entered_at, s.day_start_hour) from visit where shop_id = s.id order by entered_at limit 1)
      union all
      (select 'bookings', tokyo_day(start_at) from slot where shop_id = s.id order by start_at limit 1)
      union all
      (select 'bookings', tokyo_day(start_at) from reservation
        where shop_id = s.id and status <> 'waitlisted' order by start_at limit 1)
      union all
      (select 'leads', tokyo_day(at) from lead where shop_id = s.id order by at limit 1)
    ) f (kind, day)
    where exists (select from rollup_later)
  ) found
  group by found.kind) fact
  left join data_period p on p.kind = fact.kind
  cross join lateral (
    select fact.kind, case when p.kind is null then fact.first_on else p.first_on end as first_on) f
  where f.first_on <= data_date()
$$;
revoke execute on function data_reach from public;
grant execute on function data_reach to karada_app;

-- The same of money, apart because roles without the right to it read no table of money.
create or replace function data_reach_of_money() returns table (kind text, first_on date, last_on date)
language sql stable security definer set search_path = public as $$
  select f.kind, f.first_on, least(p.last_on, data_date())
  from (select found.kind, min(found.first_on) as first_on from (
    select 'sales' as kind, min(d.date) as first_on from shop s
    cross join lateral (select date from shop_day_sales where shop_id = s.id order by date limit 1) d
    union all
    select 'bills', min(b.target_month) from shop s
    cross join lateral (select target_month from shop_billing where shop_id = s.id order by target_month limit 1) b
    union all
    select f.kind, f.day from shop s
    cross join lateral (
      (select 'sales', tokyo_day(settled_at) from sale
        where shop_id = s.id and status in ('paid', 'refunded') and settled_at is not null order by settled_at limit 1)
      union all
      (select 'bills', target_month from billing where shop_id = s.id order by target_month limit 1)
    ) f (kind, day)
    where exists (select from rollup_later)
  ) found
  group by found.kind) fact
  left join data_period p on p.kind = fact.kind
  cross join lateral (
    select fact.kind, case when p.kind is null then fact.first_on else p.first_on end as first_on) f
  where f.first_on <= data_date()
$$;
revoke execute on function data_reach_of_money from public;
grant execute on function data_reach_of_money to karada_app;
