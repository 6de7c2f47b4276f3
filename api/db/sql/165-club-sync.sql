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
