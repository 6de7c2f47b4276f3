-- Which days of each kind of fact are known (docs/domain.md, "What is known"; decision 0102). Security definer: staff learn
-- days only, of the shops that a verb names.

drop function if exists data_reach();
drop function if exists data_reach_of_money();

-- The kinds and shops without a statement since when they are known: only there a first fact matters.
create or replace function unstated() returns table (kind text, shop_id integer)
language sql stable as $$
  select k.kind, s.id from shop s
  cross join (values ('contracts'), ('leavers'), ('visits'), ('bookings'), ('leads'), ('sales'), ('bills')) k (kind)
  where (k.kind, 0) not in (select p.kind, p.shop_id from data_period p where p.first_on is not null)
    and (k.kind, s.id) not in (select p.kind, p.shop_id from data_period p where p.first_on is not null)
$$;
revoke execute on function unstated from public;

-- The first fact of each kind in each shop, as far as it matters: not where it is stated, and of shops that began after the
-- chain only where other shops have a statement. While months are still to be counted, the facts are looked up themselves.
create or replace function first_facts() returns table (kind text, shop_id integer, first_on date)
language sql stable security definer set search_path = public as $$
  with stated as materialized (
    select kind, bool_or(shop_id = 0) as of_chain, bool_or(shop_id > 0) as of_shops from data_period group by kind
  ),
  wanted as materialized (select * from unstated())
  select found.kind, found.shop_id, min(found.first_on) from (
    -- By shop, so that each is found by an index.
    select 'contracts' as kind, s.shop_id, i.from_on as first_on
    from (select distinct w.shop_id from wanted w where w.kind in ('contracts', 'leavers')) s
    cross join lateral (select from_on from membership_interval where shop_id = s.shop_id order by from_on limit 1) i
    union all
    -- A request to leave may come before the contract that it ends has begun. The first day lies in the shop's first month,
    -- whose days alone are read.
    select of_kind.kind, of_kind.shop_id, d.day from (
      select v.kind, m.shop_id, v.month, min(v.month) over (partition by v.kind) as chain_month
      from (
        select shop_id, min(month) filter (where withdrawal_requests > 0) as requests,
          min(month) filter (where visits > 0) as visits, min(month) filter (where slots + booked > 0) as bookings,
          min(month) filter (where tours + trials > 0) as leads
        from shop_month
        where shop_id in (select w.shop_id from wanted w where w.kind in ('contracts', 'visits', 'bookings', 'leads'))
        group by shop_id
      ) m
      cross join lateral (values ('contracts', m.requests), ('visits', m.visits), ('bookings', m.bookings),
        ('leads', m.leads)) as v (kind, month)
      where v.month is not null
    ) of_kind
    left join stated s on s.kind = of_kind.kind
    cross join lateral (
      select min(date) as day from shop_day
      where shop_id = of_kind.shop_id and date between of_kind.month and of_kind.month + 30
        and case of_kind.kind when 'contracts' then withdrawal_requests when 'visits' then visits
          when 'bookings' then slots + booked else tours + trials end > 0
    ) d
    where d.day is not null and s.of_chain is not true and (s.of_shops or of_kind.month = of_kind.chain_month)
    union all
    select f.kind, s.id, f.day from shop s
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
  group by found.kind, found.shop_id
$$;
revoke execute on function first_facts from public;
grant execute on function first_facts to karada_app;

-- The first facts of money, in a function of their own: roles without that right read no table of money.
create or replace function first_facts_of_money() returns table (kind text, shop_id integer, first_on date)
language sql stable security definer set search_path = public as $$
  with wanted as materialized (select * from unstated())
  select found.kind, found.shop_id, min(found.first_on) from (
    select w.kind, w.shop_id, d.date as first_on from wanted w
    cross join lateral (select date from shop_day_sales where shop_id = w.shop_id order by date limit 1) d
    where w.kind = 'sales'
    union all
    select w.kind, w.shop_id, b.target_month from wanted w
    cross join lateral (select target_month from shop_billing where shop_id = w.shop_id order by target_month limit 1) b
    where w.kind = 'bills'
    union all
    select f.kind, s.id, f.day from shop s
    cross join lateral (
      (select 'sales', tokyo_day(settled_at) from sale
        where shop_id = s.id and status in ('paid', 'refunded') and settled_at is not null order by settled_at limit 1)
      union all
      (select 'bills', target_month from billing where shop_id = s.id order by target_month limit 1)
    ) f (kind, day)
    where exists (select from rollup_later)
  ) found
  group by found.kind, found.shop_id
$$;
revoke execute on function first_facts_of_money from public;
grant execute on function first_facts_of_money to karada_app;

-- The first and the last known day of each kind in each of these shops; null where none is. A kind of which the chain has
-- neither a fact nor a statement has no row. A shop's days are its own statement (data_period), else the chain's (shop 0). Without either they go
-- from the chain's first fact to the data date; where other shops have statements, from the shop's own first fact.
-- Leavers are known as long as contracts are, unless it is stated otherwise.
-- needed_from, needed_to: the days on which the shop had members; null without any.
create or replace function known_days(ids integer[], money boolean)
returns table (kind text, shop_id integer, first_on date, last_on date, needed_from date, needed_to date)
language sql stable security definer set search_path = public as $$
  with today as materialized (select data_date() as today, exists (select from rollup_later) as counts),
  fact as materialized (
    select * from first_facts() union all select * from first_facts_of_money() where money
  ),
  of_kind as materialized (
    select kind, shop_id, first_on from fact
    union all select 'leavers', shop_id, first_on from fact where kind = 'contracts'
  ),
  chain as materialized (
    select k.kind, min(k.first_on) as first_on,
      exists (select from data_period p where p.kind = k.kind and p.shop_id > 0) as is_by_shop
    from (
      select kind, first_on from of_kind
      union all select kind, null from data_period where first_on is not null and (money or kind not in ('sales', 'bills'))
    ) k group by k.kind
  ),
  needed as materialized (
    select s.id as shop_id, i.from_on as needed_from,
      case when t.counts or m.month >= month_of(t.today) then 'infinity'::date
        else (m.month + interval '1 month')::date - 1 end as needed_to
    from today t cross join shop s
    cross join lateral (select from_on from membership_interval where shop_id = s.id order by from_on limit 1) i
    left join lateral (select month from shop_month
      where shop_id = s.id and opening + closing + admissions > 0 order by month desc limit 1) m on true
    where s.id = any (ids)
  ),
  days as (
    select c.kind, s.id as shop_id, case when own.kind is not null then own.first_on
        when every.kind is not null then every.first_on when c.is_by_shop then f.first_on else c.first_on end as first_on,
      least(case when own.kind is not null then own.last_on else every.last_on end, t.today) as last_on
    from today t cross join chain c
    join shop s on s.id = any (ids)
    left join of_kind f on f.kind = c.kind and f.shop_id = s.id
    left join data_period own on own.kind = c.kind and own.shop_id = s.id
    left join data_period every on every.kind = c.kind and every.shop_id = 0
  )
  select d.kind, d.shop_id, case when d.first_on <= d.last_on then d.first_on end,
    case when d.first_on <= d.last_on then d.last_on end, n.needed_from, n.needed_to
  from days d left join needed n on n.shop_id = d.shop_id
$$;
revoke execute on function known_days from public;
grant execute on function known_days to karada_app;

-- What is known of these shops together. Without a shop: from the first to the last day that one of them knows. With one:
-- days between them that this shop does not know, though it had members.
create or replace function data_reach(ids integer[], money boolean)
returns table (kind text, shop_id integer, first_on date, last_on date)
language sql stable security definer set search_path = public as $$
  with known as materialized (select * from known_days(ids, money)),
  together as materialized (
    select kind, min(first_on) as first_on, max(last_on) as last_on from known where first_on is not null group by kind
  )
  select kind, null::integer, first_on, last_on from together
  union all
  select m.kind, m.shop_id, m.first_on, m.last_on
  from (
    select k.kind, k.shop_id, greatest(t.first_on, k.needed_from, part.first_on) as first_on,
      least(t.last_on, k.needed_to, part.last_on) as last_on
    from known k join together t on t.kind = k.kind
    cross join lateral (values
      ('-infinity'::date, coalesce(k.first_on - 1, 'infinity'::date)),
      (case when k.last_on is null then null else k.last_on + 1 end, 'infinity'::date)
    ) as part (first_on, last_on)
    where k.needed_from is not null and part.first_on is not null
  ) m
  where m.first_on <= m.last_on
$$;
revoke execute on function data_reach from public;
grant execute on function data_reach to karada_app;

-- The shops whose visits are those of lessons only: of the club system, which knows nothing of the door, and without a
-- file of visits.
create or replace function shops_with_lessons_only() returns integer[]
language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(distinct c.shop_id), '{}') from club_studio c
  where c.shop_id is not null and not exists (select from data_period
    where kind = 'visits' and shop_id in (0, c.shop_id) and first_on is not null)
$$;
revoke execute on function shops_with_lessons_only from public;
grant execute on function shops_with_lessons_only to karada_app;

-- The shops of whose members the class of visits is known on the data date: the visits of both windows are, and no month
-- is still to be counted. Each page of the members list asks, so no first fact is looked up where it is not needed.
drop function if exists are_classes_known();
drop function if exists are_visits_known(date);
create or replace function shops_with_known_classes() returns integer[]
language sql stable security definer set search_path = public as $$
  with d as materialized (
    select since, today, exists (select from data_period where kind = 'visits' and shop_id > 0) as is_by_shop,
      exists (select from shop_month where visits > 0 and month < month_of(since))
        or exists (select from shop_day where visits > 0 and date between month_of(since) and since) as have_come
    from (select data_date() as today, data_date() - 56 as since) one
  )
  select coalesce(array_agg(s.id), '{}') from shop s cross join d
  left join data_period own on own.kind = 'visits' and own.shop_id = s.id
  left join data_period every on every.kind = 'visits' and every.shop_id = 0
  where not exists (select from rollup_later) and exists (select from shop_month where visits > 0)
    and s.id <> all (shops_with_lessons_only())
    and case
      when own.kind is not null then own.first_on <= since and (own.last_on >= today) is not false
      when every.kind is not null then every.first_on <= since and (every.last_on >= today) is not false
      when not is_by_shop then have_come
      else exists (select from shop_month where shop_id = s.id and visits > 0 and month < month_of(since))
        or exists (select from shop_day
          where shop_id = s.id and visits > 0 and date between month_of(since) and since) end
$$;
revoke execute on function shops_with_known_classes from public;
grant execute on function shops_with_known_classes to karada_app;
