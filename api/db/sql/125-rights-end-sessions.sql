-- Whoever changes what a person may do, or how they prove who they are, ends their sessions in the same transaction: they
-- sign in anew. An account that is suspended and reinstated has none left.

-- The session this transaction acts in. Not set: nobody's.
create or replace function app_session() returns text language sql stable parallel safe as $$
  select nullif(current_setting('app.session', true), '')
$$;

create or replace function staff_rights_end_sessions() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  -- Who changes their own password stays where they are.
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

-- Who is given other shops works on: each call reads them anew, and the screen hears of it (decision 0037).
drop trigger if exists shops_end_sessions on shop_staff;
drop function if exists shops_end_sessions;
