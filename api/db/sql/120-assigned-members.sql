-- Whose trainer the transaction's member of staff is: members assigned to them, and members booked with them from 30 days
-- before that moment to 30 days after. Of the members in scope only: it runs with its caller's eyes.
create or replace function assigned_members(at timestamptz default now()) returns setof integer language sql stable as $$
  select id from member where trainer_staff_id = (select app_staff())
  union
  select m.id from reservation r join member m on m.id = r.member_id
  where r.staff_id = (select app_staff()) and r.status not in ('waitlisted', 'cancelled', 'lateCancelled')
    and r.start_at between at - interval '30 days' and at + interval '30 days'
$$;
