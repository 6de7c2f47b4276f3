-- Members of the transaction's staff member as a trainer: assigned to them, or booked with them from 30 days before
-- that moment to 30 days after. Runs with the caller's rights, so only members in scope.
create or replace function assigned_members(at timestamptz default now()) returns setof integer language sql stable as $$
  select id from member where trainer_staff_id = (select app_staff())
  union
  select m.id from reservation r join member m on m.id = r.member_id
  where r.staff_id = (select app_staff()) and r.status not in ('waitlisted', 'cancelled', 'lateCancelled')
    and r.start_at between at - interval '30 days' and at + interval '30 days'
$$;
