-- What a member's flags are while nobody holds them by hand: from the contracts that cover the data's last day. With the
-- owner's eyes, for one of the plans may be another shop's; who asks has the member in scope.
create or replace function lean_body_by_plans(member integer) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select from contract c join shop_plan p on p.id = c.plan_id
    left join member_list l on l.member_id = c.member_id
    where c.member_id = lean_body_by_plans.member and p.with_lean_body_content
      and c.start_on <= data_date() and (c.end_on >= data_date()) is not false
      and (c.kind = 'option' or c.plan_id = l.plan_id))
$$;
revoke execute on function lean_body_by_plans from public;
grant execute on function lean_body_by_plans to karada_app;
