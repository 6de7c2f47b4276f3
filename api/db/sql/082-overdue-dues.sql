-- Dues that were not paid on their day, and what of them came back (docs/domain.md, "Dues that come back"). Nothing here
-- depends on the data date: who reads leaves out the runs that have not come.
create or replace function rebuild_overdue(first date, ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  delete from shop_overdue where shop_id = any (ids) and target_month = first;
  with bill as materialized (
    select shop_id, member_id, due_on, method, amount, status <> 'paid' as is_open, status = 'pending' as waits,
      -- A paid bill without a day was paid when it was due.
      status in ('unpaid', 'error') or (status = 'paid' and coalesce(paid_on > due_on, false)) as failed,
      case when status = 'paid' then paid_on - due_on else 2147483647 end as days
    from billing where shop_id = any (ids) and target_month = first
  ),
  failer as (
    select shop_id, due_on, method, count(*) as people, count(*) filter (where days <= 7) as people_7,
      count(*) filter (where days <= 30) as people_30, count(*) filter (where days <= 60) as people_60,
      count(*) filter (where days <= 90) as people_90,
      array_agg(case when days <= 30 then member_id else -member_id end order by member_id) as members
    from (
      select distinct on (shop_id, member_id) shop_id, member_id, due_on, method,
        max(days) over (partition by shop_id, member_id) as days
      from bill where failed and amount > 0 order by shop_id, member_id, due_on, method
    ) one
    group by shop_id, due_on, method
  ),
  debtor as (
    select shop_id, due_on, method, array_agg(member_id order by member_id) as members
    from (
      select distinct on (shop_id, member_id) shop_id, member_id, due_on, method
      from bill where is_open and amount > 0 order by shop_id, member_id, due_on, method
    ) one
    group by shop_id, due_on, method
  )
  insert into shop_overdue (shop_id, target_month, due_on, method, billed, waiting, failed, back_7, back_30, back_60, back_90,
    people, people_7, people_30, people_60, people_90, open, failed_members, open_members)
  select b.shop_id, first, b.due_on, b.method, b.billed, b.waiting, b.failed, b.back_7, b.back_30, b.back_60, b.back_90,
    coalesce(f.people, 0), coalesce(f.people_7, 0), coalesce(f.people_30, 0), coalesce(f.people_60, 0),
    coalesce(f.people_90, 0), b.open, coalesce(f.members, '{}'), coalesce(d.members, '{}')
  from (
    select shop_id, due_on, method, sum(amount) as billed, coalesce(sum(amount) filter (where waits), 0) as waiting,
      coalesce(sum(amount) filter (where failed), 0) as failed,
      coalesce(sum(amount) filter (where failed and days <= 7), 0) as back_7,
      coalesce(sum(amount) filter (where failed and days <= 30), 0) as back_30,
      coalesce(sum(amount) filter (where failed and days <= 60), 0) as back_60,
      coalesce(sum(amount) filter (where failed and days <= 90), 0) as back_90,
      coalesce(sum(amount) filter (where is_open), 0) as open
    from bill group by shop_id, due_on, method
  ) b
  left join failer f on (f.shop_id, f.due_on, f.method) = (b.shop_id, b.due_on, b.method)
  left join debtor d on (d.shop_id, d.due_on, d.method) = (b.shop_id, b.due_on, b.method);
end $$;
revoke execute on function rebuild_overdue from public;
