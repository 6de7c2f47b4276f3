-- Incremental recount after corrected contracts: subtracts these members' old contribution to the months and adds the
-- new one, because recounting whole months takes time for each of them (decision 0018).

-- The counts up to each day, the first at index 1, when these numbers are added on these days.
create or replace function add_from_days(counts integer[], days integer[], more integer[]) returns integer[]
language sql immutable as $$
  select coalesce(array_agg((c + coalesce((select sum(m) from unnest(days, more) as e (day, m) where day <= at), 0))::integer
    order by at), '{}')
  from unnest(counts) with ordinality as counted (c, at)
$$;

-- A visit belongs to the shop whose member came: where a correction changes that, the later visits follow.
create or replace function move_visits(ids integer[], was membership_interval[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  raw_from date := coalesce((select visits_from from data_state), '-infinity');
  today date := data_date();
  bulk text := coalesce(current_setting('app.bulk', true), '');
  one record;
begin
  -- Keeps the triggers from recounting these months as well.
  perform set_config('app.bulk', 'on', true);
  for one in
    with dated as materialized (
      select v.id, v.shop_id, v.member_id, business_day(v.entered_at, s.day_start_hour) as day
      from visit v join shop s on s.id = v.shop_id where v.member_id = any (ids)
    ),
    moved as (
      update visit v set home_shop_id = i.shop_id
      from dated d
      left join unnest(was) b on b.member_id = d.member_id and b.from_on <= d.day
        and (b.until_on is null or d.day < b.until_on or (b.ends_span and d.day = b.until_on))
      left join membership_interval i on i.member_id = d.member_id and i.from_on <= d.day
        and (i.until_on is null or d.day < i.until_on or (i.ends_span and d.day = i.until_on))
      where v.id = d.id and b.shop_id is distinct from i.shop_id and v.home_shop_id is distinct from i.shop_id
      returning v.shop_id, v.member_id, d.day
    ),
    -- A visit may start with a scan of the day before.
    due as (
      select distinct shop_id, member_id, month_of(near) as month
      from moved, unnest(array[day - 1, day + 1]) as near
    )
    select month, array_agg(distinct shop_id) as shops, array_agg(distinct member_id) as members
    from due where month >= raw_from and month <= today group by month
  loop
    delete from member_visit_month
    where shop_id = any (one.shops) and member_id = any (one.members) and month = one.month;
    insert into member_visit_month (shop_id, month, member_id, home_shop_id, days, visits)
    select shop_id, one.month, member_id, home_shop_id, bit_or(1 << (extract(day from date)::integer - 1)), sum(visits)
    from (
      select shop_id, member_id, date, min(home_shop_id) as home_shop_id, count(*) as visits
      from merged_visits(one.shops, day_start(one.month), day_start((one.month + interval '1 month')::date + 1), one.members)
      where date >= one.month and date < one.month + interval '1 month' and date <= today
      group by shop_id, member_id, date
    ) visit_day
    where home_shop_id is not null
    group by shop_id, member_id, home_shop_id;
  end loop;
  perform set_config('app.bulk', bulk, true);
end $$;
revoke execute on function move_visits from public;

-- A set of members with some added and some removed. Bit by bit, because building small sets is slow with many members.
create or replace function change_set(of_month varbit, come integer[], gone integer[]) returns varbit
language plpgsql immutable as $$
declare
  one integer;
begin
  foreach one in array coalesce(gone, '{}') loop
    of_month := set_bit(of_month::bit varying, one, 0);
  end loop;
  foreach one in array coalesce(come, '{}') loop
    of_month := set_bit(of_month::bit varying, one, 1);
  end loop;
  return of_month;
end $$;

-- The people of months as people_by_day counts them, from these stretches and visits: per shop and for the chain (0),
-- with the first day of the month that counts.
create or replace function people_of(stretches membership_interval[], came member_visit_month[], today date)
returns table (shop_id integer, month date, member_id integer, kind text, day integer, visit_days bigint)
language sql stable set search_path = public as $$
  with visited as (
    select v.shop_id, home_shop_id, v.month, v.member_id, 33 - position(B'1' in (days & -days)::bit(32)) as day,
      bit_count(days::bit(32)) as visit_days
    from unnest(came) v
  ),
  visitor as (
    select shop, v.month, v.member_id, min(v.day) as day, sum(v.visit_days)::bigint as visit_days
    from visited v, unnest(array[v.shop_id, 0]) as shop group by shop, v.month, v.member_id
  ),
  own as (
    select shop, v.month, v.member_id, min(v.day) as day
    from visited v, unnest(array[v.home_shop_id, 0]) as shop group by shop, v.month, v.member_id
  ),
  operating as (
    select shop, begun::date as month, i.member_id, min(greatest(from_on, begun::date) - begun::date + 1) as day
    from unnest(stretches) i
    cross join generate_series(month_of(from_on)::timestamp, least(until_on, today)::timestamp, interval '1 month') as begun,
      unnest(array[i.shop_id, 0]) as shop
    where not suspended and from_on <= today and (until_on is null or until_on >= begun::date + (not ends_span)::integer)
    group by shop, begun, i.member_id
  )
  select shop, v.month, v.member_id, 'visitor', v.day, v.visit_days from visitor v
  union all
  select shop, v.month, v.member_id, 'own', v.day, 0 from own v
  union all
  select shop, v.month, v.member_id, 'operating', v.day, 0 from operating v
  union all
  select shop, v.month, v.member_id, 'whoCame', greatest(v.day, own.day), 0
  from operating v join own using (shop, month, member_id)
$$;

-- Corrects what the old stretches and visits of these members contributed to the counted months. Months that are not
-- counted yet are scheduled.
create or replace function recount_members(ids integer[], was membership_interval[], came_was member_visit_month[])
returns void language plpgsql set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  today date := data_date();
  shops integer[] := array(select id from shop);
  is_now membership_interval[];
  came_now member_visit_month[];
begin
  if today is null then return; end if;
  -- Most contract changes do not affect membership: a fee, a payment method.
  is_now := array(select i from membership_interval i where member_id = any (ids));
  came_now := array(select v from member_visit_month v where member_id = any (ids));
  ids := array(
    select member_id from ((select * from unnest(was) except select * from unnest(is_now))
      union (select * from unnest(is_now) except select * from unnest(was))) other
    union
    select member_id from ((select * from unnest(came_was) except select * from unnest(came_now))
      union (select * from unnest(came_now) except select * from unnest(came_was))) other);
  if cardinality(ids) = 0 then return; end if;
  was := array(select i from unnest(was) i where member_id = any (ids));
  is_now := array(select i from unnest(is_now) i where member_id = any (ids));
  came_was := array(select v from unnest(came_was) v where member_id = any (ids));
  came_now := array(select v from unnest(came_now) v where member_id = any (ids));

  -- The days: movements, and members at their close.
  with stretch as (
    select -1 as n, i.* from unnest(was) i union all select 1, i.* from unnest(is_now) i
  ),
  came as (
    select -1 as n, v.* from unnest(came_was) v union all select 1, v.* from unnest(came_now) v
  ),
  change as (
    select shop_id, from_on as date, n as closing, n * suspended::integer as suspended,
      n * starts_span::integer as admissions, n * (starts_span and span_no > 1)::integer as readmissions,
      n * (came_from_shop_id is not null)::integer as transfer_in, 0 as withdrawals, 0 as transfer_out, 0 as visitors,
      0 as trials_joined
    from stretch where from_on <= today
    union all
    select shop_id, until_on, -n, -n * suspended::integer, 0, 0, 0, n * ends_span::integer,
      n * (went_to_shop_id is not null)::integer, 0, 0
    from stretch where until_on <= today
    union all
    select shop_id, month + day_no, 0, 0, 0, 0, 0, 0, 0, n, 0
    from came cross join generate_series(0, 30) as day_no where (days >> day_no) & 1 = 1
    union all
    select shop_id, tokyo_day(at), 0, 0, 0, 0, 0, 0, 0, 0, n
    from (
      select distinct l.id, l.shop_id, l.at, i.n
      from lead l join stretch i on i.member_id = l.member_id and i.starts_span
        and i.from_on between tokyo_day(l.at) and least(tokyo_day(l.at) + 30, today)
      where l.member_id = any (ids) and l.kind = 'trial' and tokyo_day(l.at) <= today
    ) joined
  ),
  changed as (
    select shop_id, date, sum(closing) as closing, sum(suspended) as suspended, sum(admissions) as admissions,
      sum(readmissions) as readmissions, sum(transfer_in) as transfer_in, sum(withdrawals) as withdrawals,
      sum(transfer_out) as transfer_out, sum(visitors) as visitors, sum(trials_joined) as trials_joined
    from change group by shop_id, date
    having (sum(closing), sum(suspended), sum(admissions), sum(readmissions), sum(transfer_in), sum(withdrawals),
      sum(transfer_out), sum(visitors), sum(trials_joined)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
  ),
  on_day as (
    select shop_id, date, sum(coalesce(c.closing, 0)) over w as closing, sum(coalesce(c.suspended, 0)) over w as suspended,
      coalesce(c.admissions, 0) as admissions, coalesce(c.readmissions, 0) as readmissions,
      coalesce(c.transfer_in, 0) as transfer_in, coalesce(c.withdrawals, 0) as withdrawals,
      coalesce(c.transfer_out, 0) as transfer_out, coalesce(c.visitors, 0) as visitors,
      coalesce(c.trials_joined, 0) as trials_joined
    from (
      select shop_id, date from changed
      union
      select d.shop_id, d.date from shop_day d
      join (select shop_id, min(date) as since from changed group by shop_id) s on s.shop_id = d.shop_id and d.date >= s.since
    ) day
    left join changed c using (shop_id, date)
    window w as (partition by shop_id order by date)
  )
  update shop_day d set closing = d.closing + o.closing, suspended = d.suspended + o.suspended,
    admissions = d.admissions + o.admissions, readmissions = d.readmissions + o.readmissions,
    transfer_in = d.transfer_in + o.transfer_in, withdrawals = d.withdrawals + o.withdrawals,
    transfer_out = d.transfer_out + o.transfer_out, visitors = d.visitors + o.visitors,
    trials_joined = d.trials_joined + o.trials_joined
  from on_day o
  where d.shop_id = o.shop_id and d.date = o.date
    and (o.closing, o.suspended, o.admissions, o.readmissions, o.transfer_in, o.withdrawals, o.transfer_out, o.visitors,
      o.trials_joined) <> (0, 0, 0, 0, 0, 0, 0, 0, 0);

  -- The months: sums of their days, and members at their start.
  with stretch as (
    select -1 as n, i.* from unnest(was) i union all select 1, i.* from unnest(is_now) i
  ),
  opening as (
    select shop_id, month::date as month, sum(n) as members, coalesce(sum(n) filter (where suspended), 0) as suspended
    from stretch
    cross join generate_series(month_of(from_on)::timestamp, least(until_on, today)::timestamp, interval '1 month') as month
    where from_on < month
    group by shop_id, month
  ),
  since as (
    select shop_id, month_of(min(date)) as month from (
      select shop_id, from_on as date from unnest(was || is_now) union all
      select shop_id, month from unnest(came_was || came_now) union all
      select shop_id, tokyo_day(at) from lead where member_id = any (ids)
    ) touched group by shop_id
  ),
  summed as (
    select d.shop_id, month_of(d.date) as month, sum(admissions) as admissions, sum(readmissions) as readmissions,
      sum(transfer_in) as transfer_in, sum(withdrawals) as withdrawals, sum(transfer_out) as transfer_out,
      sum(visitors) as visit_days, sum(trials_joined) as trials_joined,
      (array_agg(closing order by date desc))[1] as closing, (array_agg(suspended order by date desc))[1] as suspended
    from shop_day d join since s on s.shop_id = d.shop_id and d.date >= s.month
    group by d.shop_id, month_of(d.date)
  ),
  recounted as (
    select s.*, coalesce(o.members, 0) as opened, coalesce(o.suspended, 0) as opened_suspended
    from summed s left join opening o using (shop_id, month)
  )
  update shop_month m set (opening, opening_suspended, admissions, readmissions, transfer_in, withdrawals, transfer_out,
      visit_days, closing, suspended, trials_joined)
    = row (m.opening + r.opened, m.opening_suspended + r.opened_suspended, r.admissions, r.readmissions, r.transfer_in,
      r.withdrawals, r.transfer_out, r.visit_days, r.closing, r.suspended, r.trials_joined),
    -- The month's trials may still join.
    corrected_at = case when m.counted_to = (m.month + interval '1 month')::date - 1
      and (r.opened, r.opened_suspended, m.admissions, m.readmissions, m.transfer_in, m.withdrawals, m.transfer_out,
          m.visit_days, m.closing, m.suspended)
        <> (0, 0, r.admissions, r.readmissions, r.transfer_in, r.withdrawals, r.transfer_out, r.visit_days, r.closing,
          r.suspended) then now() else m.corrected_at end
  from recounted r
  where m.shop_id = r.shop_id and m.month = r.month
    and (r.opened, r.opened_suspended, m.admissions, m.readmissions, m.transfer_in, m.withdrawals, m.transfer_out,
        m.visit_days, m.closing, m.suspended, m.trials_joined)
      <> (0, 0, r.admissions, r.readmissions, r.transfer_in, r.withdrawals, r.transfer_out, r.visit_days, r.closing,
        r.suspended, r.trials_joined);

  -- The people, per shop and for the chain (0).
  with person as materialized (
    select shop_id, month, member_id, kind, day, visit_days, sum(n) as n
    from (
      select -1 as n, p.* from people_of(was, came_was, today) p union all
      select 1, p.* from people_of(is_now, came_now, today) p
    ) known
    group by shop_id, month, member_id, kind, day, visit_days having sum(n) <> 0
  ),
  event as (
    select shop_id, month, array_agg(day) as days, bool_or(kind = 'visitor') as others_came,
      array_agg(case when kind = 'visitor' then n else 0 end::integer) as visitors,
      array_agg(case when kind = 'operating' then n else 0 end::integer) as operating,
      array_agg(case when kind = 'whoCame' then n else 0 end::integer) as who_came,
      coalesce(sum(n) filter (where kind = 'visitor'), 0) as all_visitors,
      coalesce(sum(n) filter (where kind = 'operating'), 0) as all_operating,
      coalesce(sum(n) filter (where kind = 'whoCame'), 0) as all_who_came
    from person group by shop_id, month
  ),
  -- One person in several shops on a day is one visitor of the chain: subtract the duplicates.
  on_day as (
    select month, array_agg(turn.day) as days, array_agg(turn.n) as visitors
    from (
      select month, day_no, sum(n)::integer as n
      from (
        select -1 as n, month, member_id, bit_or(days) as days from unnest(came_was) group by month, member_id union all
        select 1, month, member_id, bit_or(days) from unnest(came_now) group by month, member_id
      ) came
      cross join generate_series(0, 30) as day_no where (days >> day_no) & 1 = 1
      group by month, day_no having sum(n) <> 0
    ) visited
    cross join lateral (values (day_no + 1, n), (day_no + 2, -n)) as turn (day, n)
    group by month
  ),
  counted as (
    update shop_month m set
      visitors_to_day = add_from_days(m.visitors_to_day, e.days, e.visitors),
      operating_to_day = add_from_days(m.operating_to_day, e.days, e.operating),
      who_came_to_day = add_from_days(m.who_came_to_day, e.days, e.who_came),
      unique_visitors = m.unique_visitors + e.all_visitors,
      operating = m.operating + e.all_operating,
      operating_who_came = m.operating_who_came + e.all_who_came,
      median_days = case when not e.others_came then m.median_days else (
        select percentile_cont(0.5) within group (order by visit_days)
        from (
          select sum(bit_count(days::bit(32))::integer) as visit_days from member_visit_month
          where shop_id = any (case when m.shop_id = 0 then shops else array[m.shop_id] end) and month = m.month
          group by member_id
        ) visitor) end,
      visitors_on_day = case when m.shop_id <> 0 or o.month is null then m.visitors_on_day
        else add_from_days(m.visitors_on_day, o.days, o.visitors) end,
      corrected_at = case when m.shop_id <> 0 and m.counted_to = (m.month + interval '1 month')::date - 1
        then now() else m.corrected_at end
    from event e left join on_day o using (month)
    where m.shop_id = e.shop_id and m.month = e.month
  ),
  one as (
    select shop_id, month, kind, member_id, sum(n) as n from person
    where kind <> 'whoCame' group by shop_id, month, kind, member_id having sum(n) <> 0
  ),
  change as (
    select shop_id, month, max(member_id) as last,
      array_agg(member_id) filter (where kind = 'visitor' and n > 0) as visitors_come,
      array_agg(member_id) filter (where kind = 'visitor' and n < 0) as visitors_gone,
      array_agg(member_id) filter (where kind = 'operating' and n > 0) as operating_come,
      array_agg(member_id) filter (where kind = 'operating' and n < 0) as operating_gone,
      array_agg(member_id) filter (where kind = 'own' and n > 0) as own_come,
      array_agg(member_id) filter (where kind = 'own' and n < 0) as own_gone
    from one group by shop_id, month
  )
  -- Unchanged rows are not written.
  update shop_month_people p set
    visitors = case when c.visitors_come || c.visitors_gone is null then p.visitors else change_set(p.visitors, c.visitors_come, c.visitors_gone) end,
    operating = case when c.operating_come || c.operating_gone is null then p.operating else change_set(p.operating, c.operating_come, c.operating_gone) end,
    own_visitors = case when c.own_come || c.own_gone is null then p.own_visitors else change_set(p.own_visitors, c.own_come, c.own_gone) end
  from change c
  where p.shop_id = c.shop_id and p.month = c.month and c.last < p.bits;

  -- Where the shop has no such month yet, or its sets are too short for a member, the whole month is scheduled. Last,
  -- because with immediate constraints that runs at once.
  insert into rollup_due (shop_id, month)
  select distinct t.shop_id, t.month
  from (
    select i.shop_id, month::date as month, i.member_id
    from unnest(was || is_now) i
    cross join generate_series(month_of(from_on)::timestamp, least(until_on, today)::timestamp, interval '1 month') as month
    where from_on <= today
    union all
    select shop, v.month, v.member_id from unnest(came_was || came_now) v, unnest(array[v.shop_id, v.home_shop_id]) as shop
  ) t
  left join shop_month m using (shop_id, month)
  left join shop_month_people p using (shop_id, month)
  where m.shop_id is null or p.bits is null or p.bits <= t.member_id;
end $$;
revoke execute on function recount_members from public;
