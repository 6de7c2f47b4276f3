-- What reports count of a month besides shop_day and shop_month: one line for each set of rollups. It runs at the end of
-- rebuild_month, and for the months of shops that a changed contract touches.
create or replace function rebuild_month_parts(first date, ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform rebuild_month_groups(first, ids);
end $$;
revoke execute on function rebuild_month_parts from public;

-- The chain's own rows of the same, as shop 0. It runs at the end of rebuild_chain_month.
create or replace function rebuild_chain_parts(first date) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  return;
end $$;
revoke execute on function rebuild_chain_parts from public;

-- The days on which somebody's state differs between these stretches of membership, in the old and in the new shop.
create or replace function stretches_touched(was membership_interval[], is_now membership_interval[])
returns table (member_id integer, shop_id integer, from_on date, until_on date)
language sql stable set search_path = public as $$
  with changed as (
    select coalesce(w.member_id, n.member_id) as member_id, w.shop_id as old_shop, n.shop_id as new_shop,
      coalesce(w.from_on, n.from_on) as from_on, w.until_on as old_until, n.until_on as new_until,
      -- With the same beginning only the days between both ends differ.
      (w.shop_id, w.contract_id, w.suspended, w.enters_suspension, w.span_no, w.starts_span, w.span_start, w.came_from_shop_id)
        is not distinct from (n.shop_id, n.contract_id, n.suspended, n.enters_suspension, n.span_no, n.starts_span,
        n.span_start, n.came_from_shop_id) as is_longer
    from unnest(was) w full join unnest(is_now) n on n.member_id = w.member_id and n.from_on = w.from_on
    where w is distinct from n
  )
  select member_id, shop,
    case when is_longer then least(old_until, new_until) else from_on end as from_on,
    case when old_shop is null then new_until when new_shop is null then old_until
      else nullif(greatest(coalesce(old_until, 'infinity'), coalesce(new_until, 'infinity')), 'infinity') end as until_on
  from changed, unnest(array[old_shop, new_shop]) as shop
  where shop is not null and not (is_longer and old_until is not distinct from new_until)
$$;

-- The months of shops, up to the data date, whose parts differ when stretches of membership do: the days on which
-- somebody's state differs, in each of their shops, the month in which each changed membership began, and where its
-- members bought meanwhile.
create or replace function months_touched(was membership_interval[], is_now membership_interval[])
returns table (shop_id integer, month date) language sql stable set search_path = public as $$
  with touched as (
    select distinct member_id, shop_id, month::date as month
    from stretches_touched(was, is_now)
    cross join generate_series(month_of(from_on)::timestamp, least(until_on, data_date())::timestamp, interval '1 month') as month
  )
  select t.shop_id, t.month from touched t
  union
  -- What a member moved from is told in the shop of the other stretch too, and what is left of the fees in that of joining.
  select i.shop_id, t.month
  from (select distinct member_id, month from touched) t
  join unnest(was || is_now) i on i.member_id = t.member_id and i.from_on < t.month + interval '1 month'
    and (i.starts_span or i.until_on is null or i.until_on >= t.month)
  union
  -- Cohorts, and who has left: the memberships of everybody who changed.
  select i.shop_id, month_of(day) from unnest(was || is_now) i, unnest(array[
    case when i.starts_span then i.from_on end, case when i.ends_span then i.until_on end]) as day
  where day <= data_date() and i.member_id in (
    select member_id from ((select * from unnest(was) except select * from unnest(is_now))
      union all (select * from unnest(is_now) except select * from unnest(was))) changed)
  union
  select s.shop_id, t.month
  from (select distinct member_id, month from touched) t
  join sale s on s.member_id = t.member_id and s.settled_at >= day_start(t.month)
    and s.settled_at < day_start((t.month + interval '1 month')::date)
$$;

-- Marks the parts of these members' months, of all shops where they were members or bought, from a day to another.
create or replace function mark_parts(ids integer[], since date, until date) returns void language sql
set search_path = public as $$
  insert into month_part_due (shop_id, month)
  select i.shop_id, month::date
  from membership_interval i
  cross join generate_series(month_of(greatest(i.from_on, since))::timestamp,
    least(i.until_on, until, data_date())::timestamp, interval '1 month') as month
  where i.member_id = any (ids)
  union
  -- What is left of the fees in the shop of joining.
  select s.shop_id, month::date
  from membership_interval s
  join membership_interval i on i.member_id = s.member_id and i.span_no = s.span_no and i.shop_id <> s.shop_id
  cross join generate_series(month_of(greatest(i.from_on, since))::timestamp,
    least(i.until_on, until, data_date())::timestamp, interval '1 month') as month
  where s.member_id = any (ids) and s.starts_span
  union
  select s.shop_id, month_of(tokyo_day(s.settled_at)) from sale s
  where s.member_id = any (ids) and tokyo_day(s.settled_at) between month_of(since) and
    least(data_date(), (month_of(until) + interval '1 month')::date)
$$;
revoke execute on function mark_parts from public;

-- Marks the months in which these members left, in each of their shops of it: the reason and the tenure of who left.
-- `doubted`: only memberships of a first day with an answer, whose tenure depends on 入会日 and contracts.
create or replace function mark_leavers(ids integer[], doubted boolean) returns void language sql
set search_path = public as $$
  insert into month_part_due (shop_id, month)
  select distinct i.shop_id, month_of(e.until_on)
  from membership_interval e
  join membership_interval i on i.member_id = e.member_id and i.span_no = e.span_no and i.until_on >= month_of(e.until_on)
  where e.member_id = any (ids) and e.ends_span and e.until_on <= data_date()
    and (not doubted or e.span_start in (select day from joined_day))
$$;
revoke execute on function mark_leavers from public;

-- The shops in which these members were members or bought.
create or replace function shops_with_parts(ids integer[]) returns integer[] language sql stable
set search_path = public as $$
  select coalesce(array_agg(shop_id), '{}') from (
    select shop_id from membership_interval where member_id = any (ids)
    union
    select shop_id from sale where member_id = any (ids)
  ) shop
$$;
revoke execute on function shops_with_parts from public;
