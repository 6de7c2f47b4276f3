-- Names next to a member's rows. A visit and a ticket are readable from the member's shop wherever they were, and so is
-- that shop's name. Security definer, and only these columns.
drop view if exists named_shop;
create view named_shop as select id, name, day_start_hour from shop;
grant select on named_shop to karada_app;
drop view if exists named_ticket;
create view named_ticket as select id, name, type from ticket;
grant select on named_ticket to karada_app;

-- Whether a staff member is referenced anywhere: by members, classes, bookings or daily reports, in any shop.
create or replace function staff_left_traces(staff integer) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from member where trainer_staff_id = staff)
    or exists (select from reservation where staff_id = staff)
    or exists (select from slot where staff_id = staff)
    or exists (select from daily_report
      where staff_on_duty @> jsonb_build_array(jsonb_build_object('staffId', staff::text)))
    or exists (select from report_action where owner_staff_id = staff)
$$;
revoke execute on function staff_left_traces from public;
grant execute on function staff_left_traces to karada_app;
