-- The role of every request, and how a transaction says which staff member it acts for. The role's rights on tables
-- follow from api/db/schema/access.ts.

-- It owns nothing and cannot log in.
do $$ begin
  create role karada_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant karada_app to current_user;
grant usage on schema public to karada_app;

-- The shops that this transaction may see: 'all', or ids separated by commas. Unset: none.
create or replace function app_sees_every_shop() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.shops', true) = 'all', false)
$$;
create or replace function app_shops() returns integer[] language sql stable parallel safe as $$
  select case
    when app_sees_every_shop() then '{}'::integer[]
    else coalesce(string_to_array(nullif(current_setting('app.shops', true), ''), ',')::integer[], '{}')
  end
$$;

-- The staff member this transaction acts for. Unset: signing in, before the password is verified.
create or replace function app_staff() returns integer language sql stable parallel safe as $$
  select nullif(current_setting('app.staff', true), '')::integer
$$;

-- Whether this transaction may see every shop of a staff member; one without shops is visible to who created them.
-- Security definer, because the caller's own rights hide the other shops.
create or replace function staff_wholly_in_sight(staff integer) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return coalesce(
    (select bool_and(shop_id = any (app_shops())) from shop_staff where staff_id = $1),
    exists (select from public.staff where id = $1 and created_by = app_staff()));
end $$;

-- Whether this transaction is a request's, not the owner's seed or migration. For security definers, where
-- `current_user` is the owner.
create or replace function app_acts() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('role', true) = 'karada_app', false)
$$;
