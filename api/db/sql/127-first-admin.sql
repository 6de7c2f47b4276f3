-- Uses up the link to /welcome and makes the first admin; null where the link is void, or where anybody is or was staff.
-- The link's row is locked, so that of two calls at once one finds it. Security definer: without it the app's role adds no
-- member of staff while nobody is signed in.
create or replace function first_admin(link text, at timestamptz, email text, last_name text, first_name text, password_hash text)
returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person integer;
  made integer;
begin
  delete from welcome_link where hash = link and expires_at > at;
  if not found or exists (select from staff) then return null; end if;
  insert into user_account (type) values ('staff') returning id into person;
  insert into staff (user_id, email, password_hash, display_name, role, is_admin, status, last_name, first_name, appointed_at, created_at)
    values (person, $3, $6, $4 || ' ' || $5, 'all', true, 'active', $4, $5, at, at) returning id into made;
  return made;
end $$;
revoke execute on function first_admin from public;
grant execute on function first_admin to karada_app;
