-- What a bulk writer leaves to be counted after its transaction (decision 0069): marks, and the steps that count them.
-- A month that is marked is counted whole from its facts; until then its rollups may hold anything, and triggers
-- neither count it nor rely on it. Marks are written and removed under lock_rollups.

-- Marks what is to be counted of these shops (null: all): the months from `since` (null: the first fact) to the data
-- date. `members`: those whose contracts or visits changed; the home shop of their visits is put right. The caller has set app.bulk
-- and rebuilt their membership and list rows; of a contract that moves it names both shops. Without a data date nothing
-- is marked: the first one marks everything.
create or replace function count_later(shops integer[], since date, members integer[] default '{}') returns void
language plpgsql set search_path = public as $$
declare
  today date := data_date();
  of_shops integer[] := coalesce(shops, array(select id from shop));
  since_on date := coalesce(since, first_fact());
begin
  perform lock_rollups();
  if today is null then return; end if;
  insert into member_later (member_id, what) select distinct id, 'visits' from unnest(members) as id
  on conflict do nothing;
  insert into rollup_later (shop_id, month)
  select shop, month::date
  from unnest(of_shops) as shop
  cross join generate_series(month_of(since_on)::timestamp, today::timestamp, interval '1 month') as month
  union
  -- A trial of the 30 days before may have joined, or no longer have.
  select l.shop_id, month_of(tokyo_day(l.at))
  from lead l left join member m on m.id = l.member_id
  where l.kind = 'trial' and l.at >= day_start(since_on - 30) and l.at < day_start(least(since_on, today + 1))
    and (l.shop_id = any (of_shops) or m.shop_id = any (of_shops) or exists (
      select from membership_interval i where i.member_id = l.member_id and i.starts_span and i.shop_id = any (of_shops)))
  on conflict do nothing;
  perform chain_later();
end $$;
revoke execute on function count_later from public;

-- The chain's month is due while a shop's is.
create or replace function chain_later() returns void language sql set search_path = public as $$
  insert into rollup_later (shop_id, month) select distinct 0, month from rollup_later on conflict do nothing
$$;
revoke execute on function chain_later from public;

-- These shops' month, and the chain's after the last one, is counted.
create or replace function counted(first date, ids integer[], with_chain boolean default false) returns void
language sql set search_path = public as $$
  delete from rollup_later where month = first and shop_id = any (ids);
  delete from rollup_later where month = first and shop_id = 0 and with_chain
    and not exists (select from rollup_later where month = first and shop_id > 0)
$$;
revoke execute on function counted from public;

-- Gives the visits of these members the shop they belonged to, and marks the months that this changes.
create or replace function rehome_visits(ids integer[]) returns void language plpgsql set search_path = public as $$
declare
  raw_from date := coalesce((select visits_from from data_state), '-infinity');
  today date := data_date();
begin
  -- The rows before the lock of the rollups, as every other writer of a visit.
  perform from visit where member_id = any (ids) order by id for no key update;
  perform lock_rollups();
  with dated as materialized (
    select v.id, v.shop_id, v.home_shop_id, business_day(v.entered_at, s.day_start_hour) as day,
      member_of(v.member_id, business_day(v.entered_at, s.day_start_hour)) as home
    from visit v join shop s on s.id = v.shop_id where v.member_id = any (ids)
  ),
  moved as (
    update visit v set home_shop_id = d.home from dated d
    where v.id = d.id and v.home_shop_id is distinct from d.home
    returning d.*
  )
  insert into rollup_later (shop_id, month)
  select distinct shop, month_of(near)
  -- A visit may start with a scan of the day before.
  from moved, unnest(array[day - 1, day + 1]) as near, unnest(array[shop_id, home_shop_id, home]) as shop
  where shop is not null and month_of(near) between raw_from and today
  on conflict do nothing;
  delete from member_later where what = 'visits' and member_id = any (ids);
  perform chain_later();
end $$;
revoke execute on function rehome_visits from public;

-- Counts a month of these shops. Where whose members came changes, their own shops' people are due again, and who they
-- are in the list.
create or replace function count_marked(first date, ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  was member_visit_month[] := array(select v from member_visit_month v where shop_id = any (ids) and month = first);
begin
  perform rebuild_month(first, ids);
  delete from sales_later where month = first and shop_id = any (ids);
  perform counted(first, ids);
  with is_now as materialized (
    select * from member_visit_month where shop_id = any (ids) and month = first
  ),
  changed as materialized (
    (select * from unnest(was) except select * from is_now) union all (select * from is_now except select * from unnest(was))
  ),
  people as (
    insert into rollup_later (shop_id, month)
    select distinct home_shop_id, first from changed where home_shop_id <> all (ids)
    on conflict do nothing
  ),
  moved as (
    insert into member_later (member_id, what)
    select distinct c.member_id, 'moves' from changed c join member_move v on v.member_id = c.member_id
    -- Only a first visit, one of the first 30 days, or the last one before a member requested to leave.
    where v.span_start < first + interval '1 month'
      and (v.kind = 'admission' and (v.span_end >= first) is not false
          and ((v.first_use_on >= first) is not false or v.span_start > first - 30)
        or v.requested_on >= first and (v.last_visit_on < first + interval '1 month') is not false)
    on conflict do nothing
  )
  insert into member_later (member_id, what)
  select distinct c.member_id, 'list' from changed c join member_list l on l.member_id = c.member_id
  -- An older month does not change the row of who has come since.
  where first > data_date() - 86 or l.last_visit_on is null or l.last_visit_on < first + interval '1 month'
  on conflict do nothing;
  -- The classes of the months that follow.
  perform mark_visit_classes(array(
    select member_id from ((select * from unnest(was) except select * from member_visit_month where shop_id = any (ids) and month = first)
      union all (select * from member_visit_month where shop_id = any (ids) and month = first except select * from unnest(was))) changed),
    first, (first + interval '1 month')::date);
  perform chain_later();
end $$;
revoke execute on function count_marked from public;

-- One step of what is to be counted, in a transaction of its own: whose visits moved, then months, the newest first, and
-- before those that are older than the 56 days of the list, last sales by category, who joined and left, and the classes of visitors. Returns
-- what was done: 'visits', 'month', 'chain', 'list', 'moves' or 'classes', with its month and number of rows; null when nothing is left, or another process is at it.
-- `at_once`: how many members or shops of each kind.
drop function if exists count_step(integer, integer);
create or replace function count_step(at_once jsonb,
  out what text, out month date, out n integer)
language plpgsql set search_path = public as $$
#variable_conflict use_column
declare
  today date := data_date();
  first date;
  ids integer[];
begin
  if not exists (select from rollup_later) and not exists (select from member_later)
    and not exists (select from sales_later) and not exists (select from visit_class_due) then return; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('count_later', 0)) then return; end if;
  perform set_config('app.bulk', 'on', true);

  ids := array(select member_id from member_later l where l.what = 'visits' order by member_id limit (at_once->>'visits')::integer);
  if cardinality(ids) > 0 then
    perform rehome_visits(ids);
    count_step.what := 'visits'; count_step.n := cardinality(ids);
    return;
  end if;

  select max(l.month) into first from rollup_later l where l.month <= today;
  if first is null or first <= today - 86 then
    -- Without the lock of the rollups, and never waiting for who holds a row and may be waiting for that lock.
    ids := array(
      select l.member_id from member_later d join member_list l on l.member_id = d.member_id
      where d.what = 'list' order by l.member_id limit (at_once->>'list')::integer for update of l skip locked);
    if cardinality(ids) > 0 then
      perform refresh_member_list(ids);
      delete from member_later d where d.what = 'list' and d.member_id = any (ids);
      count_step.what := 'list'; count_step.n := cardinality(ids);
      return;
    end if;
    delete from member_later d
    where d.what = 'list' and not exists (select from member_list l where l.member_id = d.member_id);
  end if;

  perform lock_rollups();
  -- The first data date marks everything, a later one what follows the earlier one.
  delete from rollup_later l where today is null or l.month > today;
  select max(l.month) into first from rollup_later l;
  if first is null then
    -- Counted with their months, or after the last day.
    delete from sales_later l where today is null or l.month > today;
    select max(l.month) into first from sales_later l;
    if first is not null then
      ids := array(select l.shop_id from sales_later l where l.month = first order by l.shop_id limit (at_once->>'sales')::integer);
      perform rebuild_sales(first, least((first + interval '1 month')::date - 1, today), ids);
      delete from sales_later l where l.month = first and l.shop_id = any (ids);
      count_step.what := 'sales'; count_step.n := cardinality(ids); count_step.month := first;
      return;
    end if;
    ids := array(select member_id from member_later l where l.what = 'moves' order by member_id limit (at_once->>'moves')::integer);
    if cardinality(ids) > 0 then
      perform refresh_member_moves(ids);
      delete from member_later l where l.what = 'moves' and l.member_id = any (ids);
      count_step.what := 'moves'; count_step.n := cardinality(ids);
      return;
    end if;
    -- Last, because they need the visits of several months.
    delete from visit_class_due d where today is null or d.month > today;
    select max(d.month) into first from visit_class_due d;
    if first is null then return; end if;
    ids := array(select distinct d.shop_id from visit_class_due d where d.month = first order by d.shop_id limit (at_once->>'classes')::integer);
    perform rebuild_visit_classes(first, ids);
    delete from visit_class_due d where d.month = first and d.shop_id = any (ids);
    count_step.what := 'classes'; count_step.n := cardinality(ids); count_step.month := first;
    return;
  end if;
  ids := array(select l.shop_id from rollup_later l where l.month = first and l.shop_id > 0 order by l.shop_id limit (at_once->>'month')::integer);
  if cardinality(ids) > 0 then
    perform count_marked(first, ids);
    count_step.what := 'month'; count_step.n := cardinality(ids);
  else
    perform rebuild_chain_month(first);
    perform counted(first, '{}', true);
    count_step.what := 'chain'; count_step.n := 0;
  end if;
  count_step.month := first;
end $$;
revoke execute on function count_step from public;
