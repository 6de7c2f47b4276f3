-- The members of the company whose name, reading or number holds what was searched: `part` as a whole, where the groups of
-- letters do not say it already. With the owner's eyes: whose names a shop may know takes longer to find out than whose
-- bookings it sees. Ids alone, for conditions on rows that have a scope of their own.
create or replace function members_called(query tsquery, part text) returns integer[]
language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(l.member_id), '{}') from member_list l
  where member_grams(l.names, l.starts, l.number, l.tel_end, l.email) @@ query
    and (part = '' or position(part in l.names) > 0 or position(part in l.number) > 0)
$$;
revoke execute on function members_called from public;
grant execute on function members_called to karada_app;

-- The same of one letter, which begins a surname, a first name or the reading of one. Some are named twice.
create or replace function members_starting(letter text) returns integer[]
language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(member_id), '{}') from (
    select member_id from member_list where substr(starts, 1, 1) = letter
    union all select member_id from member_list where substr(starts, 2, 1) = letter
    union all select member_id from member_list where substr(starts, 3, 1) = letter
    union all select member_id from member_list where substr(starts, 4, 1) = letter) found
$$;
revoke execute on function members_starting from public;
grant execute on function members_starting to karada_app;
