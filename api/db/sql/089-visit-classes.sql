-- Changes in visits (docs/domain.md): a member's visit days in the window that ends on a day, and in the one before it.

-- How many of a month's visit days (bit 0 is the 1st) lie within these days.
create or replace function days_within(days integer, month date, first date, last date) returns integer
language sql immutable parallel safe as $$
  select case when last < month or first > month + 30 then 0 else bit_count((days
    & ((1::bigint << (least(last - month, 30) + 1)) - (1::bigint << greatest(first - month, 0)))::integer)::bit(32))::integer end
$$;

-- The class of a member: the first that matches. `percent`: by how much the visits must differ. Of the report, of the
-- members list, and of the mails that leave sleeping members out.
create or replace function visit_class(came integer, came_before integer, member_since date, day date,
  window_days integer, min_diff integer, percent integer) returns text language sql immutable parallel safe as $$
  select case
    when member_since > day - 2 * window_days then 'new'
    when came_before = 0 and came > 0 then 'returned'
    when came_before > 0 and came = 0 then 'newlyDormant'
    when came = 0 then 'dormant'
    when came <= came_before - min_diff and 100 * came <= (100 - percent) * came_before then 'decrease'
    when came >= came_before + min_diff and 100 * came >= (100 + percent) * came_before then 'increase'
    else 'stable' end
$$;
-- The visit class by the default thresholds.
create or replace function usual_class(came integer, came_before integer, member_since date, day date) returns text
language sql immutable parallel safe as $$
  select visit_class(came, came_before, member_since, day, 28, 2, 30)
$$;

-- Since when somebody counts as a member: of a 復会 its first day, otherwise also an 入会日 before the known contracts.
create or replace function visits_expected_since(span_no smallint, span_start date, joined_on date) returns date
language sql immutable parallel safe as $$
  select case when span_no > 1 then span_start else least(span_start, joined_on) end
$$;

-- The members of these shops who are 稼働 at the close of a day, with their visit days in any shop. `last_on`: of who
-- came in neither window, the last visit of the 180 days; otherwise null.
create or replace function visit_course(ids integer[], day date, window_days integer)
returns table (member_id integer, shop_id integer, came integer, came_before integer, member_since date, last_on date)
language plpgsql stable set search_path = public set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  since date := day - 2 * window_days + 1;
begin
  return query
  with operating as materialized (
    select i.member_id, i.shop_id, visits_expected_since(i.span_no, i.span_start, m.joined_on) as member_since
    from membership_interval i join member m on m.id = i.member_id
    where i.shop_id = any (ids) and not i.suspended and i.from_on <= day and (i.until_on is null or day < i.until_on)
  ),
  came as (
    select month.member_id, sum(days_within(days, month, day - window_days + 1, day))::integer as came,
      sum(days_within(days, month, since, day - window_days))::integer as came_before
    from (
      select v.member_id, v.month, bit_or(v.days) as days
      from operating o join member_visit_month v on v.member_id = o.member_id
      where v.month between month_of(since) and day
      group by v.member_id, v.month
    ) month
    group by month.member_id
  ),
  counted as (
    select o.member_id, o.shop_id, coalesce(c.came, 0) as came, coalesce(c.came_before, 0) as came_before, o.member_since
    from operating o left join came c on c.member_id = o.member_id
  )
  select c.*, case when came = 0 and came_before = 0 then (
      select max(v.month + 32 - position(B'1' in v.seen::bit(32)))
      from (
        select month, (days & ((1::bigint << (least(since - 1 - month, 30) + 1)) - 1))::integer as seen
        from member_visit_month v where v.member_id = c.member_id and v.month between month_of(day - 179) and since - 1
      ) v where v.seen <> 0) end
  from counted c;
end $$;
revoke execute on function visit_course from public;

-- `visit_course` for the caller's shops. Security definer: members who have left a shop since still count there.
create or replace function visit_course_in_scope(ids integer[], day date, window_days integer)
returns table (member_id integer, shop_id integer, came integer, came_before integer, member_since date, last_on date)
language sql stable security definer set search_path = public as $$
  select * from visit_course(array(
    select id from unnest(ids) as id where (select app_sees_every_shop()) or id = any ((select app_shops())::integer[])),
    day, window_days)
$$;
revoke execute on function visit_course_in_scope from public;
grant execute on function visit_course_in_scope to karada_app;

-- How many of the members of these shops who are 稼働 at the close of each of these days are in which class, by their
-- visit days in the window; 休眠 also by the days since the last visit. The visits of all months are read once.
create or replace function visit_classes_at(ids integer[], closes date[], window_days integer, min_diff integer, percent integer)
returns table (day date, class text, came integer, absent text, members integer)
language plpgsql stable set search_path = public set work_mem = '64MB' as $$
#variable_conflict use_column
declare
  first date := (select min(d) from unnest(closes) as d);
  last date := (select max(d) from unnest(closes) as d);
  months date[] := array(select month::date from generate_series(
    month_of(first - greatest(2 * window_days - 1, 179))::timestamp, last, interval '1 month') as month);
  columns text := (select string_agg(format('bit_or(v.days) filter (where v.month = %L) as m%s', month, n), ', ')
    from unnest(months) with ordinality as m (month, n));
  each text := (
    select string_agg(format('
      select %1$L::date, visit_class(came, came_before, min(member_since), %1$L, %6$s, %7$s, %8$s), came, absent, count(*)::integer
      from (
        select came, came_before, member_since, member_since > %1$L::date - 2 * %6$s as is_new,
          case when came = 0 and came_before = 0 then
            case when %4$s > 0 then ''short'' when %5$s > 0 then ''middle'' else ''long'' end end as absent
        from (
          select %2$s as came, %3$s as came_before, s.* from seen s
          where from_on <= %1$L and (until_on is null or until_on > %1$L) offset 0
        ) c
      ) c group by came, came_before, is_new, absent', d, came, came_before, short, middle, window_days, min_diff, percent), ' union all ')
    from (
      select d, max(days) filter (where kind = 'came') as came, max(days) filter (where kind = 'before') as came_before,
        max(days) filter (where kind = 'short') as short, max(days) filter (where kind = 'middle') as middle
      from (
        select d, kind, string_agg(format('coalesce(days_within(m%s, %L, %L, %L), 0)', n, month, from_on, to_on), ' + ') as days
        from unnest(closes) as d
        cross join lateral (values ('came', d - window_days + 1, d), ('before', d - 2 * window_days + 1, d - window_days),
          ('short', d - 89, d), ('middle', d - 179, d - 90)) as within (kind, from_on, to_on)
        join unnest(months) with ordinality as m (month, n) on month between month_of(from_on) and to_on
        group by d, kind
      ) k group by d
    ) t);
  member_here text := 'i.shop_id = any ($1) and not i.suspended and i.from_on <= $3 and (i.until_on is null or i.until_on > $2)';
begin
  return query execute format('
    with operating as materialized (
      select i.member_id, i.from_on, i.until_on, visits_expected_since(i.span_no, i.span_start, m.joined_on) as member_since
      from membership_interval i join member m on m.id = i.member_id
      where %1$s
    ),
    seen as materialized (
      select o.from_on, o.until_on, o.member_since, v.* from operating o left join (
        select v.member_id, %2$s from member_visit_month v
        where v.month between %3$L and $3 and v.member_id in (select i.member_id from membership_interval i where %1$s)
        group by v.member_id
      ) v on v.member_id = o.member_id
    ),
    counted as (%4$s)
    select * from counted', member_here, columns, months[1], each) using ids, first, last;
end $$;
revoke execute on function visit_classes_at from public;

-- `visit_classes_at` for the caller's shops. Security definer: members who have left a shop since still count there.
create or replace function visit_classes_in_scope(ids integer[], closes date[], window_days integer, min_diff integer,
  percent integer) returns table (day date, class text, came integer, absent text, members integer)
language sql stable security definer set search_path = public as $$
  select * from visit_classes_at(array(
    select id from unnest(ids) as id where (select app_sees_every_shop()) or id = any ((select app_shops())::integer[])),
    closes, window_days, min_diff, percent)
$$;
revoke execute on function visit_classes_in_scope from public;
grant execute on function visit_classes_in_scope to karada_app;

-- The classes of a shop's month at its last counted day, and 28 days before.
create or replace function rebuild_visit_classes(first date, ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  last date := least((first + interval '1 month')::date - 1, data_date());
begin
  delete from shop_visit_class where shop_id = any (ids) and month = first;
  if last is null or last < first then return; end if;
  insert into shop_visit_class (shop_id, month, is_before, class_new, returned, newly_dormant, dormant, decrease,
    increase, stable, absent_to_89, absent_to_179, by_visits)
  with each as (
    select c.shop_id, at.is_before, least(c.came, 28) as came, c.last_on, at.day,
      usual_class(c.came, c.came_before, c.member_since, at.day) as class
    from (values (last, false), (last - 28, true)) as at (day, is_before)
    cross join lateral visit_course(ids, at.day, 28) c
  ),
  counted as (
    select shop_id, is_before, count(*) filter (where class = 'new') as class_new,
      count(*) filter (where class = 'returned') as returned, count(*) filter (where class = 'newlyDormant') as newly_dormant,
      count(*) filter (where class = 'dormant') as dormant, count(*) filter (where class = 'decrease') as decrease,
      count(*) filter (where class = 'increase') as increase, count(*) filter (where class = 'stable') as stable,
      count(*) filter (where class = 'dormant' and day - last_on <= 89) as absent_to_89,
      count(*) filter (where class = 'dormant' and day - last_on between 90 and 179) as absent_to_179
    from each group by shop_id, is_before
  ),
  came_so_often as (
    select shop_id, is_before, came, count(*)::integer as members from each group by shop_id, is_before, came
  ),
  by_visits as (
    select c.shop_id, c.is_before, array_agg(coalesce(o.members, 0) order by n) as by_visits
    from counted c cross join generate_series(0, 28) as n
    left join came_so_often o on (o.shop_id, o.is_before, o.came) = (c.shop_id, c.is_before, n)
    group by c.shop_id, c.is_before
  )
  select shop_id, first, is_before, class_new, returned, newly_dormant, dormant, decrease, increase, stable,
    absent_to_89, absent_to_179, by_visits
  from counted join by_visits using (shop_id, is_before);
end $$;
revoke execute on function rebuild_visit_classes from public;

-- Marks the months of shops whose classes depend on these members' visits or first days between two days: a visit is
-- seen for 180 days, and 28 more in the row of 28 days before.
create or replace function mark_visit_classes(ids integer[], since date, until date) returns void language sql
set search_path = public as $$
  insert into visit_class_due (shop_id, month)
  select distinct i.shop_id, month::date
  from membership_interval i
  cross join generate_series(month_of(greatest(i.from_on, since))::timestamp,
    least(i.until_on + 28, until + 210, coalesce(data_date(), '1900-01-01'))::timestamp, interval '1 month') as month
  where i.member_id = any (ids)
$$;
revoke execute on function mark_visit_classes from public;

-- Marks the classes after changed stretches of membership, which also change whose visits count.
create or replace function mark_changed_classes(was membership_interval[], is_now membership_interval[]) returns void
language sql set search_path = public as $$
  insert into visit_class_due (shop_id, month)
  select distinct i.shop_id, month::date
  from (
    select member_id, min(from_on) as since, max(coalesce(until_on, 'infinity')) as until
    from stretches_touched(was, is_now) group by member_id
  ) t
  join unnest(was || is_now) i on i.member_id = t.member_id
  cross join generate_series(month_of(greatest(i.from_on, t.since))::timestamp,
    least(i.until_on + 28, t.until + 210, coalesce(data_date(), '1900-01-01'))::timestamp, interval '1 month') as month
$$;
revoke execute on function mark_changed_classes from public;

-- Counts what is marked; more than a transaction should wait for is left to count_step.
create or replace function settle_visit_classes() returns void language plpgsql set search_path = public as $$
declare
  one record;
begin
  if (select count(*) from visit_class_due) > 300 or exists (select from rollup_later) then return; end if;
  for one in select month, array_agg(distinct shop_id) as shops from visit_class_due group by month loop
    perform rebuild_visit_classes(one.month, one.shops);
    delete from visit_class_due where month = one.month and shop_id = any (one.shops);
  end loop;
end $$;
revoke execute on function settle_visit_classes from public;

-- Visits that come, go or move: they may be merged with one of the day before or after.
create or replace function classes_follow_visits() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  rows text := concat_ws(' union all ',
    case when tg_op <> 'INSERT' then 'select * from gone' end, case when tg_op <> 'DELETE' then 'select * from come' end);
begin
  execute format('select mark_visit_classes(array_agg(distinct member_id), min(tokyo_day(entered_at)) - 1,
    max(tokyo_day(entered_at)) + 1) from (%s) f where member_id is not null', rows);
  return null;
end $$;
do $$
declare
  op text;
begin
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format('create or replace trigger classes_follow_%s after %s on visit referencing %s for each statement
      when (current_setting(''app.bulk'', true) is distinct from ''on'') execute function classes_follow_visits()',
      op, op,
      case op when 'insert' then 'new table as come' when 'delete' then 'old table as gone'
        else 'old table as gone new table as come' end);
  end loop;
end $$;

-- An 入会日 that is put right.
create or replace function classes_follow_members() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  perform mark_visit_classes(array[w.id], least(w.joined_on, n.joined_on), greatest(w.joined_on, n.joined_on))
  from gone w join come n on n.id = w.id where w.joined_on is distinct from n.joined_on;
  return null;
end $$;
create or replace trigger classes_follow_members after update on member
  referencing old table as gone new table as come for each statement execute function classes_follow_members();
