-- The imports that have written something of a member, also others': whoever sees the member sees who has changed them.
-- Empty for a member out of sight.
create or replace function imports_of_member(member integer)
returns table (id integer, kind text, name text, written_at timestamptz, undone_at timestamptz, created_by integer,
  is_made boolean)
language sql stable security definer set search_path = public as $$
  select f.id, f.kind, f.name, f.written_at, f.undone_at, f.created_by, r.is_made
  from (
    select import_id, bool_or(outcome = 'created' and fact_id = member_id) as is_made from import_row
    where member_id = $1 and outcome in ('created', 'changed') group by import_id
  ) r
  join import_file f on f.id = r.import_id
  where f.written_at is not null and f.kind <> 'staff'
    and exists (select from member m where m.id = $1
      and ((select app_sees_every_shop()) or m.shop_id = any ((select app_shops())::integer[])))
$$;
revoke execute on function imports_of_member from public;
grant execute on function imports_of_member to karada_app;
