-- How far runs have read the club system: runs are for who sees every shop, this is for everybody.

-- Resources of which nothing has come yet, while the run that reads them first is not over.
create or replace function arriving_resources() returns text[] language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(p.resource order by p.resource), '{}')
  from sync_run r join sync_part p on p.run_id = r.id
  where r.state in ('running', 'stopping', 'stopped') and p.state in ('waiting', 'running')
    and not exists (select from sync_part d where d.resource = p.resource and d.state in ('done', 'partial'))
$$;
revoke execute on function arriving_resources from public;
grant execute on function arriving_resources to karada_app;

-- When bookings of these days (null: all) were read last from the club system itself; null where they come from files. A
-- run by day reads those of its own day.
drop function if exists bookings_synced_at();
create or replace function bookings_synced_at(from_on date, to_on date) returns timestamptz
language sql stable security definer set search_path = public as $$
  select p.ended_at from sync_run r join sync_part p on p.run_id = r.id and p.resource = 'bookings' and p.state in ('done', 'partial')
  where r.kind <> 'folder' and (r.kind <> 'day' or (from_on = to_on and from_on = tokyo_day(p.began_at)))
  order by r.began_at desc limit 1
$$;
revoke execute on function bookings_synced_at from public;
grant execute on function bookings_synced_at to karada_app;

-- Sales of the club system that are not here because they cannot be read or written, by month: of these shops (null: all)
-- and where the shop is not known, of this source (null: all). Not those of studios that are left out, nor what another
-- source has brought since, nor what somebody has set aside. Where the day is not known it is the one on which the row was seen last.
create or replace function unread_sales(ids integer[], source text) returns table (month date, sales integer, yen double precision)
language sql stable security definer set search_path = public as $$
  select month_of(coalesce(u.known_on, tokyo_day(u.seen_at))), count(*)::integer, coalesce(sum(u.known_yen), 0)::double precision
  from (
    select distinct on (p.their_id) p.known_on, p.seen_at, p.known_yen
    from provider_row p left join club_studio c on c.brand_code = p.brand_code and c.their_id = p.known_studio
    where p.resource = 'purchases' and p.outcome = 'failed' and p.missing_since is null
      and (source is null or p.brand_code = source) and c.choice is distinct from 'leftOut'
      and (ids is null or c.shop_id is null or c.shop_id = any (ids))
      and not exists (select from provider_row o
        where o.resource = 'purchases' and o.their_id = p.their_id and o.outcome = 'written')
      and not exists (select from unread_row_aside a where a.resource = 'purchases' and a.their_id = p.their_id)
    order by p.their_id, p.seen_at desc
  ) u
  group by 1
$$;
revoke execute on function unread_sales from public;
grant execute on function unread_sales to karada_app;

-- Rows of the club system, and of its files, that cannot be read or written. Not sales of studios that are left out, nor
-- what another source has brought since. The number of whose they are is the club system's.
create or replace function unread_rows() returns table (resource text, their_id text, reason text, since timestamptz,
  member text, day date, yen integer)
language sql stable security definer set search_path = public as $$
  select distinct on (p.resource, p.their_id) p.resource, p.their_id, p.reason, coalesce(p.failed_since, p.seen_at),
    p.known_member, p.known_on, p.known_yen
  from provider_row p left join club_studio c on c.brand_code = p.brand_code and c.their_id = p.known_studio
  where p.outcome = 'failed' and p.missing_since is null and c.choice is distinct from 'leftOut'
    and not exists (select from provider_row o
      where o.resource = p.resource and o.their_id = p.their_id and o.outcome = 'written')
  order by p.resource, p.their_id, p.seen_at desc
$$;
revoke execute on function unread_rows from public;
grant execute on function unread_rows to karada_app;
