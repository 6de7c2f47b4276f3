-- Members of the transaction's staff member as a trainer: assigned to them, or booked with them from 30 days before
-- that moment to 30 days after. Opens contacts and activities. Runs with the caller's rights, so only members in scope.
create or replace function booked_members(at timestamptz) returns setof integer language sql stable as $$
  select m.id from reservation r join member m on m.id = r.member_id
  where r.staff_id = (select app_staff()) and r.status not in ('waitlisted', 'cancelled', 'lateCancelled')
    and r.start_at between at - interval '30 days' and at + interval '30 days'
$$;
create or replace function assigned_members(at timestamptz default now()) returns setof integer language sql stable as $$
  select id from member where trainer_staff_id = (select app_staff())
  union
  select booked_members(at)
$$;

-- Members whose days of health data the caller may read: booked, or assigned by an approved assignment (decision 0061).
create or replace function health_members(at timestamptz default now()) returns setof integer language sql stable as $$
  select id from member where trainer_staff_id = (select app_staff()) and trainer_approved_at is not null
  union
  select booked_members(at)
$$;

-- Whether a person has made this trainer what they are, and so approves none of the trainer's assignments: the trainer
-- themselves, who registered or invited them, who changed their address or set their password, or changed them last. In
-- head office a person counts only while somebody else is there to approve.
create or replace function appoints(trainer integer, person integer) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select trainer = person or (
    (exists (select from staff_appointer where staff_id = trainer and appointed_by = person)
      or exists (select from staff where id = trainer and person in (updated_by, password_set_by)))
    and not (
      exists (select from staff where id = person and (is_admin or role = 'all'))
      and not exists (select from staff where id not in (person, trainer) and status = 'active' and (is_admin or role = 'all'))))
$$;
revoke execute on function appoints from public;
grant execute on function appoints to karada_app;

-- A new trainer is not approved, whoever assigns them; the verb approves, where it may. What the system assigns is.
create or replace function member_trainer_changes() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.trainer_staff_id is distinct from old.trainer_staff_id then
    new.trainer_approved_by := null;
    new.trainer_approved_at := null;
    if new.trainer_staff_id is null then
      new.trainer_assigned_by := null;
      new.trainer_assigned_at := null;
      return new;
    end if;
    if app_acts() then
      new.trainer_assigned_by := app_staff();
      new.trainer_assigned_at := coalesce(new.updated_at, now());
      insert into trainer_day (staff_id, date, assigned)
        values (new.trainer_staff_id, tokyo_day(new.trainer_assigned_at), 1)
        on conflict (staff_id, date) do update set assigned = trainer_day.assigned + 1;
    else
      new.trainer_assigned_by := null;
      new.trainer_assigned_at := coalesce(new.trainer_assigned_at, new.updated_at, now());
      new.trainer_approved_at := new.trainer_assigned_at;
    end if;
  elsif new.trainer_approved_at is not null and app_acts() and appoints(new.trainer_staff_id, app_staff()) then
    raise exception 'this assignment is not theirs to approve' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace trigger member_trainer_changes before update of trainer_staff_id, trainer_approved_at on member
  for each row when ((old.trainer_staff_id, old.trainer_approved_at)
    is distinct from (new.trainer_staff_id, new.trainer_approved_at))
  execute function member_trainer_changes();
create or replace trigger member_trainer_begins before insert on member
  for each row when (new.trainer_staff_id is not null) execute function member_trainer_changes();

-- Somebody has appointed this person. What was approved before is approved anew: another may have become the person.
drop function if exists note_appointer(integer, integer);
create or replace function note_appointer(person integer, appointer integer, by_address boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into staff_appointer (staff_id, appointed_by, has_address) values (person, appointer, by_address)
    on conflict (staff_id, appointed_by) do update set approved_by = null, approved_at = null,
      has_address = staff_appointer.has_address or excluded.has_address;
  update member set trainer_approved_by = null, trainer_approved_at = null
    where trainer_staff_id = person and trainer_approved_at is not null;
$$;
revoke execute on function note_appointer from public;

create or replace function staff_appointed() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  appointer integer := app_staff();
  by_address constant boolean := tg_op = 'UPDATE' and visible_address(new.email) <> visible_address(old.email);
begin
  if tg_op = 'INSERT' then appointer := coalesce(appointer, new.created_by); end if;
  if by_address then
    -- Opened by the person's own link; whoever had it sent made the change.
    select coalesce((select created_by from invitation
      where staff_id = new.id and kind = 'addressProof' and email = new.email order by id desc limit 1), appointer)
      into appointer;
  end if;
  if appointer is not null and appointer <> new.id then perform note_appointer(new.id, appointer, by_address); end if;
  return null;
end $$;
create or replace trigger staff_registered after insert on staff
  for each row execute function staff_appointed();
create or replace trigger staff_appointed after update of email, appointed_at on staff
  for each row when ((old.email, old.appointed_at) is distinct from (new.email, new.appointed_at))
  execute function staff_appointed();

create or replace function staff_invited() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform note_appointer(new.staff_id, new.created_by, false);
  return null;
end $$;
create or replace trigger staff_invited after insert on invitation
  for each row when (new.kind = 'invitation' and new.created_by <> new.staff_id) execute function staff_invited();

-- The present roles of those who have appointed a person and of whom nobody has approved the person since.
create or replace function unapproved_appointers(person integer)
returns table (role text, is_admin boolean, has_address boolean) language sql stable security definer
set search_path = public, pg_temp as $$
  select s.role, s.is_admin, a.has_address from staff_appointer a join staff s on s.id = a.appointed_by
  where a.staff_id = person and a.approved_at is null
$$;
revoke execute on function unapproved_appointers from public;
grant execute on function unapproved_appointers to karada_app;

-- Whether a person waits for an approval as a reader of health data: by pairs of their role and an appointer's.
create or replace function awaits_reader_approval(person integer, pairs text[], address_pairs text[]) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from staff s, unapproved_appointers(person) a
    where s.id = person and not s.is_admin and not a.is_admin
      and (s.role || ' ' || a.role = any (pairs) or (a.has_address and s.role || ' ' || a.role = any (address_pairs))))
$$;
revoke execute on function awaits_reader_approval from public;
grant execute on function awaits_reader_approval to karada_app;

create or replace function approve_reader(person integer, at timestamptz) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if appoints(person, app_staff()) then
    raise exception 'this reader is not theirs to approve' using errcode = 'insufficient_privilege';
  end if;
  update staff_appointer set approved_by = app_staff(), approved_at = at where staff_id = person and approved_at is null;
end $$;
revoke execute on function approve_reader from public;
grant execute on function approve_reader to karada_app;
