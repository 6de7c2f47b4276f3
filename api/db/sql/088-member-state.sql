-- What a member's own row says of their contracts and bills, for members whose facts a bulk writer has changed: the state
-- on the data date, the flags that are not set by hand, the end that is known, what is owed. Needs membership_interval.
create or replace function states_follow_contracts(ids integer[]) returns void language plpgsql
set search_path = public as $$
declare
  today date := data_date();
begin
  with covering as (
    select distinct on (i.member_id) i.member_id, i.suspended, p.with_lean_body_content
    from membership_interval i join contract c on c.id = i.contract_id join shop_plan p on p.id = c.plan_id
    where i.member_id = any (ids) and i.from_on <= today
      and (i.until_on is null or today < i.until_on or (i.ends_span and today = i.until_on))
    order by i.member_id, i.from_on desc
  ),
  options as (
    select distinct c.member_id from contract c join shop_plan p on p.id = c.plan_id
    where c.member_id = any (ids) and c.kind = 'option' and p.with_lean_body_content
      and c.start_on <= today and (c.end_on >= today) is not false
  ),
  latest as (
    select distinct on (member_id) member_id, end_on, cancel_reason from contract
    where member_id = any (ids) and kind <> 'option' order by member_id, start_on desc, end_on desc nulls first, id desc
  ),
  follows as (
    select m.id, case when c.suspended then 'suspended' when c.member_id is not null then 'active'
        when exists (select from membership_interval i where i.member_id = m.id and i.from_on <= today) then 'cancel'
        else 'waiting' end as contract_status,
      case when m.locked_has_active_plan then m.has_active_plan else coalesce(not c.suspended, false) end as has_active_plan,
      case when m.locked_with_lean_body_content then m.with_lean_body_content
        else coalesce(c.with_lean_body_content, false) or o.member_id is not null end as with_lean_body_content,
      l.end_on as cancelled_on, case when l.end_on is not null then l.cancel_reason end as cancel_reason
    from member m
    left join covering c on c.member_id = m.id
    left join options o on o.member_id = m.id
    left join latest l on l.member_id = m.id
    where m.id = any (ids)
  )
  update member m set contract_status = f.contract_status, has_active_plan = f.has_active_plan,
    status = case when f.has_active_plan then 'active' else 'waiting' end,
    with_lean_body_content = f.with_lean_body_content, cancelled_on = f.cancelled_on, cancel_reason = f.cancel_reason
  from follows f
  where f.id = m.id and (m.contract_status, m.has_active_plan, m.with_lean_body_content, m.cancelled_on, m.cancel_reason)
    is distinct from (f.contract_status, f.has_active_plan, f.with_lean_body_content, f.cancelled_on, f.cancel_reason);
end $$;
revoke execute on function states_follow_contracts from public;

create or replace function debts_follow_bills(ids integer[]) returns void language sql set search_path = public as $$
  update member m set unpaid_amount = owed.amount
  from (
    select one.id, coalesce(sum(b.amount) filter (where b.status in ('unpaid', 'error')), 0) as amount
    from unnest(ids) as one (id) left join billing b on b.member_id = one.id group by one.id
  ) owed
  where m.id = owed.id and m.unpaid_amount <> owed.amount
$$;
revoke execute on function debts_follow_bills from public;
