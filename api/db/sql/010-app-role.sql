-- The role that every request works under, and how a transaction names the member of staff it acts for. Its rights on
-- tables follow from api/db/schema/access.ts.

-- It owns nothing and cannot sign in.
do $$ begin
  create role karada_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant karada_app to current_user;
grant usage on schema public to karada_app;

-- The shops that this transaction may see: 'all', or ids with commas. Not set means none.
create or replace function app_sees_every_shop() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.shops', true) = 'all', false)
$$;
create or replace function app_shops() returns integer[] language sql stable parallel safe as $$
  select case
    when app_sees_every_shop() then '{}'::integer[]
    else coalesce(string_to_array(nullif(current_setting('app.shops', true), ''), ',')::integer[], '{}')
  end
$$;

-- The member of staff this transaction acts for. Not set: signing in, before the password is verified.
create or replace function app_staff() returns integer language sql stable parallel safe as $$
  select nullif(current_setting('app.staff', true), '')::integer
$$;

-- Whether every shop of a member of staff is among those that this transaction may see; who works in none yet is in sight
-- of who has made them. With its owner's eyes: the caller's own do not see the other shops.
create or replace function staff_wholly_in_sight(staff integer) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return coalesce(
    (select bool_and(shop_id = any (app_shops())) from shop_staff where staff_id = $1),
    exists (select from public.staff where id = $1 and created_by = app_staff()));
end $$;

-- Whether this transaction is a request's, and not the owner's who seeds and migrates. Asked for by definers, to whom
-- `current_user` is the owner.
create or replace function app_acts() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('role', true) = 'karada_app', false)
$$;
