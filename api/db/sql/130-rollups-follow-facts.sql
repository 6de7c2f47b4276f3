-- A changed fact marks the figures to recompute; the marks are processed once, before the commit. Bulk writers set
-- app.bulk and recompute everything at the end.
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
  -- A trial may have been weeks before the start that is reached now.
  insert into rollup_due (shop_id, month)
  select distinct l.shop_id, month_of(tokyo_day(l.at))
  from membership_interval i
  join lead l on l.member_id = i.member_id and l.kind = 'trial'
  where i.starts_span and i.from_on - tokyo_day(l.at) between 0 and 30
    and i.from_on between since and greatest(tokyo_day(old.data_as_of), tokyo_day(new.data_as_of));
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
