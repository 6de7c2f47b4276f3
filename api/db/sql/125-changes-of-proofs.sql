-- A change of what proves who a person is, or of their status or role, ends in the same transaction everything that was
-- given out before, whoever makes it. A suspended and reinstated account has none left.

-- The session this transaction acts in. Unset: none.
create or replace function app_session() returns text language sql stable parallel safe as $$
  select nullif(current_setting('app.session', true), '')
$$;

-- Ends what was given out to a person before: links of invitations and resets, and tickets of a sign-in that wants a code.
create or replace function void_links(person integer) returns void language sql security definer
set search_path = public, pg_temp as $$
  update invitation set voided_at = now() where staff_id = person and used_at is null and voided_at is null;
  delete from sign_in_ticket where staff_id = person;
$$;
revoke execute on function void_links from public;

-- Voids a person's links and ends all their sessions; who changes their own proof keeps the current session.
create or replace function end_access(person integer, reason text) returns void language sql security definer
set search_path = public, pg_temp as $$
  update session set revoked_at = now(), ended_by = reason
    where staff_id = person and revoked_at is null
    and not (person is not distinct from app_staff() and sid is not distinct from app_session());
  -- A file with everything that somebody requested while they were an admin does not outlive that.
  delete from data_export where staff_id = person;
  select void_links(person);
$$;
revoke execute on function end_access from public;

create or replace function staff_proofs_end_access() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform end_access(new.id, case
    when new.status = 'suspended' then 'suspended'
    when new.status = 'cancel' then 'retired'
    when (old.role, old.is_admin) is distinct from (new.role, new.is_admin) then 'role'
    when visible_address(old.email) <> visible_address(new.email) then 'address'
    else 'password' end);
  return null;
end $$;

create or replace trigger staff_proofs_end_access after update of status, role, is_admin, password_hash, email on staff
  for each row when ((old.status, old.role, old.is_admin, old.password_hash, visible_address(old.email))
    is distinct from (new.status, new.role, new.is_admin, new.password_hash, visible_address(new.email)))
  execute function staff_proofs_end_access();
drop trigger if exists staff_rights_end_sessions on staff;
drop function if exists staff_rights_end_sessions;

-- Only an app in use is a proof: one that is being set up, used codes and new recovery codes end nothing.
create or replace function second_factor_ends_access() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform end_access(coalesce(new.staff_id, old.staff_id), 'secondFactor');
  return null;
end $$;
create or replace trigger second_factor_ends_access after update of secret on second_factor
  for each row when (old.secret is distinct from new.secret) execute function second_factor_ends_access();
create or replace trigger removed_second_factor_ends_access after delete on second_factor
  for each row when (old.secret is not null) execute function second_factor_ends_access();

-- A change of shops ends links and tickets, but no session: each call reads the shops anew, and the screen is notified
-- (decision 0037).
create or replace function shops_void_links() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform void_links(coalesce(new.staff_id, old.staff_id));
  return null;
end $$;
create or replace trigger shops_void_links after insert or delete or update of staff_id, shop_id on shop_staff
  for each row execute function shops_void_links();
drop trigger if exists shops_end_sessions on shop_staff;
drop function if exists shops_end_sessions;

-- Enforced for every statement of the app: nobody changes their own role or flag, raises anybody to their own rank or
-- above, or changes an admin without being one. The same rule as `outranks`, in case a handler forgets it.
create or replace function staff_rank_holds() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  levels constant text[] := '{level1,level2,level3,level4,all}';
  actor staff;
begin
  if not app_acts() then return new; end if;
  select * into actor from staff where id = app_staff();
  if actor.id is null or actor.id = new.id or not (actor.is_admin or (
    not old.is_admin and not new.is_admin and (actor.role = 'all'
      or array_position(levels, actor.role) > greatest(array_position(levels, old.role), array_position(levels, new.role)))
  )) then
    raise exception 'this change of rights is not theirs to make' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace trigger staff_rank_holds before update of role, is_admin on staff
  for each row when ((old.role, old.is_admin) is distinct from (new.role, new.is_admin))
  execute function staff_rank_holds();
