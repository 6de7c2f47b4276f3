-- Whose plan this is on the data's last day: members whose membership it covers, and those who have it as an option; and
-- whether another plan that they have opens the LEAN BODY contents to them as well. With the owner's eyes, for that other
-- plan may be another shop's; who asks joins `member`, and so gets the members of their own shops.
create or replace function plan_holders(plan integer) returns table (member_id integer, has_lean_body_elsewhere boolean)
language sql stable security definer set search_path = public as $$
  with holder as (
    select distinct c.member_id, l.plan_id as covered_by
    from contract c left join member_list l on l.member_id = c.member_id
    where c.plan_id = plan and c.start_on <= data_date() and (c.end_on >= data_date()) is not false
      and (c.kind = 'option' or l.plan_id = plan)
  )
  select h.member_id, exists (
    select from contract c join shop_plan p on p.id = c.plan_id
    where c.member_id = h.member_id and c.plan_id <> plan and p.with_lean_body_content
      and c.start_on <= data_date() and (c.end_on >= data_date()) is not false
      and (c.kind = 'option' or c.plan_id = h.covered_by))
  from holder h
$$;
revoke execute on function plan_holders from public;
grant execute on function plan_holders to karada_app;
