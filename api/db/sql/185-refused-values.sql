-- Numbers and addresses that a person was refused on a day because somebody has them (api/db/refused-values.ts). Security
-- definer: nobody reads or forgets them otherwise.

create or replace function refused_values(staff integer, on_day date) returns integer
language sql stable security definer set search_path = public as $$
  select count(*)::integer from refused_value where staff_id = staff and day = on_day
$$;
revoke execute on function refused_values from public;
grant execute on function refused_values to karada_app;

-- Notes them, each once, until there are `most`; whether there are more. Of two processes the second waits.
create or replace function note_refused_values(staff integer, on_day date, hashes text[], most integer) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  here integer;
  fresh text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('refused_value', staff));
  delete from refused_value where staff_id = staff and day < on_day - 30;
  here := refused_values(staff, on_day);
  fresh := array(select distinct h from unnest(hashes) h
    where not exists (select from refused_value v where v.staff_id = staff and v.day = on_day and v.hash = h));
  insert into refused_value (staff_id, day, hash) select staff, on_day, h from unnest(fresh) h limit greatest(0, most - here);
  return here + cardinality(fresh) > most;
end $$;
revoke execute on function note_refused_values from public;
grant execute on function note_refused_values to karada_app;
