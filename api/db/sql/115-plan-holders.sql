-- The plans of members on the data date: the one of their membership, and their options. Security definer, because one
-- of a member's plans may be another shop's; the caller has the member in scope.
create or replace view plan_held as
  select c.member_id, c.plan_id, p.with_lean_body_content
  from contract c join shop_plan p on p.id = c.plan_id left join member_list l on l.member_id = c.member_id
  where c.start_on <= data_date() and (c.end_on >= data_date()) is not false
    and (c.kind = 'option' or c.plan_id = l.plan_id);

-- Members with this plan, and whether another plan of theirs includes the LEAN BODY contents too.
create or replace function plan_holders(plan integer) returns table (member_id integer, has_lean_body_elsewhere boolean)
language sql stable security definer set search_path = public as $$
  select h.member_id, exists (
    select from plan_held o where o.member_id = h.member_id and o.plan_id <> plan and o.with_lean_body_content)
  from (select distinct p.member_id from plan_held p where p.plan_id = plan) h
$$;
revoke execute on function plan_holders from public;
grant execute on function plan_holders to karada_app;

-- Whether a member has the LEAN BODY contents while the flag is not set by hand.
create or replace function lean_body_by_plans(member integer) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from plan_held h where h.member_id = member and h.with_lean_body_content)
$$;
revoke execute on function lean_body_by_plans from public;
grant execute on function lean_body_by_plans to karada_app;
