-- Members whose contracts are still to be read from the club system; files bring them with the member. Security definer:
-- no role of a request reads the kept rows.
create or replace function members_unread() returns setof integer
language sql stable security definer set search_path = public as $$
  select m.id from provider_row p
  join member m on m.external_id = case when p.their_id ~ '^[0-9]{1,9}$' then p.their_id::integer end
  where p.resource = 'members' and p.contracts_due and p.missing_since is null and p.brand_code not like '%/csv'
    and app_sees_every_shop()
$$;
revoke execute on function members_unread from public;
grant execute on function members_unread to karada_app;
