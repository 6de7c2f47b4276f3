-- A change of a person's rights or credentials ends their sessions in the same transaction. A suspended and reinstated
-- account has none left.

-- The session this transaction acts in. Unset: none.
create or replace function app_session() returns text language sql stable parallel safe as $$
  select nullif(current_setting('app.session', true), '')
$$;

create or replace function staff_rights_end_sessions() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  -- Changing one's own password keeps the current session.
  update session set revoked_at = now(), ended_by = case
      when new.status = 'suspended' then 'suspended'
      when new.status = 'cancel' then 'retired'
      when (old.role, old.is_admin) is distinct from (new.role, new.is_admin) then 'role'
      else 'password' end
    where staff_id = new.id and revoked_at is null
    and not (sid is not distinct from app_session() and old.password_hash is distinct from new.password_hash);
  return null;
end $$;

create or replace trigger staff_rights_end_sessions after update of status, role, is_admin, password_hash on staff
  for each row when ((old.status, old.role, old.is_admin, old.password_hash)
    is distinct from (new.status, new.role, new.is_admin, new.password_hash))
  execute function staff_rights_end_sessions();

-- Other shops do not end a session: each call reads them anew, and the screen is notified (decision 0037).
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
