-- Names next to a member's rows. A visit and a ticket are readable from the member's shop wherever they were, and so is
-- that shop's name. Security definer, and only these columns.
drop view if exists named_shop;
create view named_shop as select id, name, day_start_hour from shop;
grant select on named_shop to karada_app;
drop view if exists named_ticket;
create view named_ticket as select id, name, type from ticket;
grant select on named_ticket to karada_app;

-- Those of these staff members who are referenced anywhere, in any shop: by any row with a reference to them that is not
-- part of their own account, by the log as the actor, and by what refers to them without a foreign key. Each table is
-- read once, because some have no index of staff.
create or replace function staff_with_traces(people integer[]) returns setof integer
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  account constant text[] := '{session,invitation,second_factor,sign_in_ticket,idempotency,shop_staff,
    staff_appointer}';
  referring record;
begin
  for referring in
    select c.conrelid::regclass as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.staff'::regclass
      and not (a.attname = 'staff_id' and c.conrelid::regclass::text = any (account))
    union select 'audit_log'::regclass, 'actor_staff_id'
    union select 'reservation'::regclass, 'staff_id'
    union select 'slot'::regclass, 'staff_id'
    union select 'sale'::regclass, 'staff_id'
  loop
    return query execute format('select distinct %2$I from %1$s where %2$I = any ($1)', referring."table", referring."column")
      using people;
  end loop;
  return query select person from unnest(people) as person where exists (select from daily_report
    where staff_on_duty @> jsonb_build_array(jsonb_build_object('staffId', person::text)));
end $$;
revoke execute on function staff_with_traces from public;
grant execute on function staff_with_traces to karada_app;
drop function if exists staff_left_traces(integer);
