-- A changed fact marks the figures to recompute; the marks are processed once, before the commit. Bulk writers set
-- app.bulk and recompute everything at the end, or leave it to be counted later (087). What is left for later is not
-- counted here: it will be counted whole.
create or replace function settle_rollups() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  contracted integer[];
  listed integer[];
  moved integer[];
  was membership_interval[];
  came_was member_visit_month[];
  one record;
begin
  if not exists (select from member_due) and not exists (select from rollup_due)
    and not exists (select from month_part_due) and not exists (select from visit_class_due) then return null; end if;
  perform lock_rollups();
  -- Marks are deleted first: with immediate constraints, processing them may start this again.
  contracted := array(select distinct member_id from member_due where contracts);
  listed := array(select distinct member_id from member_due);
  moved := array(select distinct member_id from member_due where contracts is not null);
  delete from member_due;
  if cardinality(contracted) > 0 then
    was := array(select i from membership_interval i where member_id = any (contracted));
    came_was := array(select v from member_visit_month v where member_id = any (contracted));
    perform rebuild_membership(contracted);
    perform move_visits(contracted, was);
    perform recount_members(contracted, was, came_was);
    insert into month_part_due (shop_id, month)
    select t.shop_id, t.month
    from months_touched(was, array(select i from membership_interval i where member_id = any (contracted))) t;
    perform mark_leavers(contracted, true);
    perform mark_changed_classes(was, array(select i from membership_interval i where member_id = any (contracted)));
  end if;
  for one in
    select t.month, array_agg(distinct t.shop_id) as shops,
      exists (select from rollup_later l where l.shop_id = 0 and l.month = t.month) as chain_later
    from month_part_due t
    -- Those that are due are counted whole below.
    where not exists (select from rollup_later l where l.shop_id = t.shop_id and l.month = t.month)
      and not exists (select from rollup_due d where d.shop_id = t.shop_id and month_of(d.month) = t.month)
    group by t.month order by t.month
  loop
    perform rebuild_month_parts(one.month, one.shops);
    if not one.chain_later then perform rebuild_chain_parts(one.month); end if;
  end loop;
  delete from month_part_due;
  -- Counted with the months, in their order; before them, because a month may leave its classes for later.
  delete from visit_class_due v using rollup_due d where v.shop_id = d.shop_id and v.month = month_of(d.month);
  for one in
    select d.month, array_agg(distinct d.shop_id) as shops,
      exists (select from rollup_later l where l.shop_id = 0 and l.month = d.month) as chain_later
    from rollup_due d
    where not exists (select from rollup_later l where l.shop_id = d.shop_id and l.month = d.month)
    group by d.month order by d.month
  loop
    perform rebuild_month(one.month, one.shops);
    if not one.chain_later then perform rebuild_chain_month(one.month); end if;
  end loop;
  delete from rollup_due;
  perform settle_visit_classes();
  if cardinality(listed) > 0 then perform refresh_member_list(listed); end if;
  if cardinality(moved) > 0 then perform refresh_member_moves(moved); end if;
  return null;
end $$;
create or replace function mark_rollups() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  -- The old rows, the new rows, or both.
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
      -- A visit may be merged with an earlier one or belong to the business day before; whose member came counts there
      -- too, also for visits that are merged with it or no longer are.
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
-- A product with another category moves its past money too, which is summed again later: until then the months have
-- the old category, and the right totals.
create or replace function recount_category() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  perform lock_rollups();
  insert into sales_later (shop_id, month)
  select shop_id, month from shop_month_product where product_id = new.id
  on conflict do nothing;
  return null;
end $$;
drop trigger if exists rollups_follow_category on product;
create constraint trigger rollups_follow_category after update on product deferrable initially deferred for each row
  when (old.category <> new.category and current_setting('app.bulk', true) is distinct from 'on')
  execute function recount_category();
-- When the business day starts at another hour, visits move to other days, on which their members may have belonged to
-- another shop: these visits and their months are counted later.
create or replace function mark_turned_days() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  raw_from date := coalesce((select visits_from from data_state), '-infinity');
  today date := data_date();
  members integer[];
  months date[];
begin
  -- Before the lock: a shop's visits of years take a second or two.
  select array_agg(distinct v.member_id) filter (where v.member_id is not null), array_agg(distinct month_of(day))
  into members, months
  from visit v, unnest(array[business_day(v.entered_at, old.day_start_hour),
    business_day(v.entered_at, new.day_start_hour)]) as day
  where v.shop_id = new.id
    and business_day(v.entered_at, old.day_start_hour) <> business_day(v.entered_at, new.day_start_hour);
  perform lock_rollups();
  insert into member_later (member_id, what) select id, 'visits' from unnest(members) as id on conflict do nothing;
  insert into rollup_later (shop_id, month)
  -- The last two months in any case: another transaction may have added visits of them meanwhile.
  select new.id, month
  from unnest(months || array[month_of(today), (month_of(today) - interval '1 month')::date]) as month
  where month between raw_from and today
  group by month on conflict do nothing;
  perform chain_later();
  return null;
end $$;
drop trigger if exists rollups_follow_turned_days on shop;
create constraint trigger rollups_follow_turned_days after update on shop deferrable initially deferred for each row
  when (old.day_start_hour <> new.day_start_hour and current_setting('app.bulk', true) is distinct from 'on')
  execute function mark_turned_days();
-- With each new day of data every shop gets a day, and everybody's last 30 days change; with the first data, everything
-- before it counts too. Of a bulk writer both are counted later.
create or replace function mark_new_days() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  since date := case when tg_op = 'INSERT' then first_fact()
    else least(tokyo_day(old.data_as_of), tokyo_day(new.data_as_of)) end;
begin
  if current_setting('app.bulk', true) = 'on' then
    perform count_later(null, since);
    insert into member_later (member_id, what) select id, 'list' from member on conflict do nothing;
    -- Contracts that came after the visits have not said whose members came: nothing was marked before the first data.
    insert into member_later (member_id, what)
    select distinct member_id, 'visits' from visit where tg_op = 'INSERT' and member_id is not null on conflict do nothing;
    return null;
  end if;
  insert into rollup_due (shop_id, month)
  select s.id, month::date
  from shop s
  cross join generate_series(month_of(since)::timestamp, tokyo_day(new.data_as_of)::timestamp, interval '1 month') as month;
  -- A trial may have been weeks before the start that is now within the data date.
  insert into rollup_due (shop_id, month)
  select distinct l.shop_id, month_of(tokyo_day(l.at))
  from membership_interval i
  join lead l on l.member_id = i.member_id and l.kind = 'trial'
  where i.starts_span and i.from_on - tokyo_day(l.at) between 0 and 30
    and i.from_on between since and greatest(tokyo_day(old.data_as_of), tokyo_day(new.data_as_of));
  insert into member_due (member_id) select id from member;
  -- Their visits of these days count from now on, or no longer.
  insert into member_due (member_id, contracts)
  select distinct v.member_id, false
  from shop s
  join visit v on v.shop_id = s.id and v.entered_at >= day_start(since)
    and v.entered_at < day_start(greatest(tokyo_day(old.data_as_of), tokyo_day(new.data_as_of)) + 2)
  where v.member_id is not null;
  return null;
end $$;
create or replace trigger rollups_begin after insert on data_state for each row execute function mark_new_days();
create or replace trigger rollups_follow_days after update on data_state for each row
  when (tokyo_day(old.data_as_of) <> tokyo_day(new.data_as_of)) execute function mark_new_days();
drop trigger if exists settle_rollups on rollup_due;
create constraint trigger settle_rollups after insert on rollup_due deferrable initially deferred
  for each row execute function settle_rollups();
drop trigger if exists settle_rollups on member_due;
create constraint trigger settle_rollups after insert on member_due deferrable initially deferred
  for each row execute function settle_rollups();
drop trigger if exists settle_rollups on visit_class_due;
create constraint trigger settle_rollups after insert on visit_class_due deferrable initially deferred for each row
  when (current_setting('app.bulk', true) is distinct from 'on') execute function settle_rollups();
drop trigger if exists settle_rollups on month_part_due;
create constraint trigger settle_rollups after insert on month_part_due deferrable initially deferred
  for each row execute function settle_rollups();

-- What only the parts of a month depend on. A contract's plan or fee is no membership; nor is an option.
create or replace function parts_follow_contracts() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  one record;
begin
  for one in
    select member_id, min(start_on) as since, max(coalesce(end_on, data_date())) + 1 as until
    from (
      select g.* from gone g join come c on c.id = g.id
      where (g.plan_id, g.monthly_fee) is distinct from (c.plan_id, c.monthly_fee)
      union all
      select c.* from gone g join come c on c.id = g.id
      where (g.plan_id, g.monthly_fee) is distinct from (c.plan_id, c.monthly_fee)
    ) changed
    group by member_id
  loop
    perform mark_parts(array[one.member_id], one.since, one.until);
  end loop;
  perform mark_leavers(array(select c.member_id from gone g join come c on c.id = g.id
    where g.cancel_reason is distinct from c.cancel_reason), false);
  return null;
end $$;
create or replace trigger parts_follow_contracts after update on contract
  referencing old table as gone new table as come for each statement
  when (current_setting('app.bulk', true) is distinct from 'on') execute function parts_follow_contracts();

-- Of a bulk writer the months of members with another gender, birthday or route are counted later, and those in which
-- somebody with a doubted first day and another 入会日 left.
create or replace function parts_follow_members() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  ids integer[] := array(
    select n.id from gone w join come n on n.id = w.id
    where (w.gender, w.birthday, w.join_route) is distinct from (n.gender, n.birthday, n.join_route));
  dated integer[] := array(
    select n.id from gone w join come n on n.id = w.id where w.joined_on is distinct from n.joined_on);
begin
  if cardinality(dated) > 0 then
    if current_setting('app.bulk', true) = 'on' then
      perform count_later(array_agg(distinct i.shop_id), min(e.until_on))
      from membership_interval e join membership_interval i on i.member_id = e.member_id and i.span_no = e.span_no
      where e.member_id = any (dated) and e.ends_span and e.span_start in (select day from joined_day)
      having count(*) > 0;
    else
      perform mark_leavers(dated, true);
    end if;
  end if;
  if cardinality(ids) = 0 then return null; end if;
  if current_setting('app.bulk', true) = 'on' then
    perform count_later(array(select distinct shop_id from membership_interval where member_id = any (ids)),
      (select min(from_on) from membership_interval where member_id = any (ids)))
    where exists (select from membership_interval where member_id = any (ids));
  else
    perform mark_parts(ids, '-infinity', 'infinity');
  end if;
  return null;
end $$;
create or replace trigger parts_follow_members after update on member
  referencing old table as gone new table as come for each statement execute function parts_follow_members();

-- What somebody who has left had paid, when a sale before that changes.
create or replace function parts_follow_sales() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  rows text := concat_ws(' union all ',
    case when tg_op <> 'INSERT' then 'select * from gone' end, case when tg_op <> 'DELETE' then 'select * from come' end);
begin
  execute format('insert into month_part_due (shop_id, month)
    select distinct i.shop_id, month_of(i.until_on)
    from (%s) f %s join membership_interval i on i.member_id = s.member_id and i.ends_span
    where i.until_on >= month_of(tokyo_day(s.settled_at)) and i.until_on <= data_date()', rows,
    case tg_table_name when 'sale' then 'cross join lateral (select f.member_id, f.settled_at) s'
      else 'join sale s on s.id = f.sale_id' end);
  return null;
end $$;
do $$
declare
  fact text;
  op text;
begin
  foreach fact in array array['sale', 'sale_line'] loop
    foreach op in array array['insert', 'update', 'delete'] loop
      execute format('create or replace trigger parts_follow_%s after %s on %I referencing %s for each statement
        when (current_setting(''app.bulk'', true) is distinct from ''on'') execute function parts_follow_sales()',
        op, op, fact,
        case op when 'insert' then 'new table as come' when 'delete' then 'old table as gone'
          else 'old table as gone new table as come' end);
    end loop;
  end loop;
end $$;

-- A plan's new code moves its members' groups.
create or replace function parts_follow_codes() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  insert into month_part_due (shop_id, month)
  select distinct shop_id, month from shop_month_group where plan = old.code and shop_id > 0;
  return null;
end $$;
drop trigger if exists parts_follow_codes on shop_plan;
create constraint trigger parts_follow_codes after update on shop_plan deferrable initially deferred for each row
  when (old.code <> new.code and current_setting('app.bulk', true) is distinct from 'on')
  execute function parts_follow_codes();

-- An answer about a first day moves its members into or out of cohorts; with many months they are counted later.
create or replace function parts_follow_joined_days() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  -- Cohorts' sales reach 24 months back, and count in the shop where a member bought.
  with joiner as materialized (
    select distinct i.member_id, c.day from changed c join membership_interval i on i.span_start = c.day
  ),
  touched as materialized (
    select i.shop_id, month::date as month
    from joiner j
    join membership_interval i on i.member_id = j.member_id and i.span_start = j.day
    cross join generate_series(month_of(j.day)::timestamp, least(data_date(), j.day + 760)::timestamp, interval '1 month') as month
    union
    select s.shop_id, month_of(tokyo_day(s.settled_at))
    from joiner j
    join sale s on s.member_id = j.member_id and s.settled_at >= day_start(month_of(j.day))
      and s.settled_at < day_start(least(data_date(), j.day + 760) + 1)
    union
    -- Who left, by tenure: an answer may also be about the 入会日 of another first day.
    select i.shop_id, month_of(e.until_on)
    from membership_interval e
    join membership_interval i on i.member_id = e.member_id and i.span_no = e.span_no and i.until_on >= month_of(e.until_on)
    where e.ends_span and e.until_on <= data_date()
      and e.span_start in (select day from changed union all select day from joined_day)
  ),
  at_once as (
    insert into month_part_due (shop_id, month) select shop_id, month from touched
    where (select count(*) from touched) <= 300
  )
  insert into rollup_later (shop_id, month) select shop_id, month from touched
  where (select count(*) from touched) > 300
  on conflict do nothing;
  perform chain_later();
  return null;
end $$;
create or replace trigger parts_follow_insert after insert on joined_day referencing new table as changed
  for each statement execute function parts_follow_joined_days();
create or replace trigger parts_follow_update after update on joined_day referencing new table as changed
  for each statement execute function parts_follow_joined_days();
create or replace trigger parts_follow_delete after delete on joined_day referencing old table as changed
  for each statement execute function parts_follow_joined_days();
-- In the order in which settle_rollups locks both.
create or replace function joined_days_wait() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  perform lock_rollups();
  return null;
end $$;
create or replace trigger joined_days_wait before insert or update or delete on joined_day
  for each statement execute function joined_days_wait();
