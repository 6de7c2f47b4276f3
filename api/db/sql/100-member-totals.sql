-- The members list's totals: they follow the list in the same transaction.

create or replace function member_count_follows() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  if tg_op <> 'INSERT' then
    update member_count c set members = c.members - d.members
    from (
      select shop_id, status, contract_status, plan_code, unpaid_amount > 0 as owes, count(*) as members
      from gone group by 1, 2, 3, 4, 5
    ) d
    where (c.shop_id, c.status, c.contract_status, c.plan_code, c.owes)
      = (d.shop_id, d.status, d.contract_status, d.plan_code, d.owes);
    update member_day_count c set members = c.members - d.members
    from (
      select what, coalesce(known, '-infinity') as day, status, contract_status, plan_code, unpaid_amount > 0 as owes,
        count(*) as members
      from gone cross join lateral (values ('joined', joined_on), ('lastVisit', last_visit_on)) as days (what, known)
      group by 1, 2, 3, 4, 5, 6
    ) d
    where (c.what, c.day, c.status, c.contract_status, c.plan_code, c.owes)
      = (d.what, d.day, d.status, d.contract_status, d.plan_code, d.owes);
  end if;
  if tg_op <> 'DELETE' then
    insert into member_count as c (shop_id, status, contract_status, plan_code, owes, members)
    select shop_id, status, contract_status, plan_code, unpaid_amount > 0, count(*) from come group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (shop_id, status, contract_status, plan_code, owes)
      do update set members = c.members + excluded.members;
    insert into member_day_count as c (what, day, status, contract_status, plan_code, owes, members)
    select what, coalesce(known, '-infinity'), status, contract_status, plan_code, unpaid_amount > 0, count(*)
    from come cross join lateral (values ('joined', joined_on), ('lastVisit', last_visit_on)) as days (what, known)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (what, day, status, contract_status, plan_code, owes)
      do update set members = c.members + excluded.members;
  end if;
  return null;
end $$;
create or replace trigger member_count_follows_insert after insert on member_list referencing new table as come
  for each statement execute function member_count_follows();
create or replace trigger member_count_follows_update after update on member_list
  referencing old table as gone new table as come for each statement execute function member_count_follows();
create or replace trigger member_count_follows_delete after delete on member_list referencing old table as gone
  for each statement execute function member_count_follows();
