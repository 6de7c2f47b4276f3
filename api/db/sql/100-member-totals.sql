-- The members list's totals, updated in the same transaction as the list.

-- A change within the same combination of filters touches no total, and all writers take totals in one order:
-- concurrent changes of many members neither wait for each other nor deadlock.
create or replace function member_count_follows() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  kind constant text := 'shop_id, status, contract_status, plan_code, unpaid_amount > 0 as owes, joined_on, last_visit_on';
  moved text := case tg_op
    when 'INSERT' then format('select %s, 1 as n from come', kind)
    when 'DELETE' then format('select %s, -1 as n from gone', kind)
    else format('select %s, 1 as n from come union all select %1$s, -1 from gone', kind)
  end;
begin
  execute format('
    insert into member_count as c (shop_id, status, contract_status, plan_code, owes, members)
    select shop_id, status, contract_status, plan_code, owes, sum(n) from (%s) moved
    group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
    on conflict (shop_id, status, contract_status, plan_code, owes)
      do update set members = c.members + excluded.members', moved);
  execute format('
    insert into member_day_count as c (what, day, status, contract_status, plan_code, owes, members)
    select what, coalesce(known, ''-infinity''), status, contract_status, plan_code, owes, sum(n) from (%s) moved
    cross join lateral (values (''joined'', joined_on), (''lastVisit'', last_visit_on)) as days (what, known)
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict (what, day, status, contract_status, plan_code, owes)
      do update set members = c.members + excluded.members', moved);
  return null;
end $$;
create or replace trigger member_count_follows_insert after insert on member_list referencing new table as come
  for each statement execute function member_count_follows();
create or replace trigger member_count_follows_update after update on member_list
  referencing old table as gone new table as come for each statement execute function member_count_follows();
create or replace trigger member_count_follows_delete after delete on member_list referencing old table as gone
  for each statement execute function member_count_follows();

-- Totals of nobody go, so that an undo leaves the tables as they were. Rows that others hold stay: no waiting, no deadlock.
create or replace function forget_empty_totals() returns void language sql set search_path = public as $$
  delete from member_count where ctid = any (array(select ctid from member_count where members = 0 for update skip locked));
  delete from member_day_count where ctid = any (array(select ctid from member_day_count where members = 0 for update skip locked));
$$;
revoke execute on function forget_empty_totals from public;
