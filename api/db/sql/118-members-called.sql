-- Members of the company whose name, reading or number matches a search: `part` is checked as a whole where the letter
-- groups are not exact. Security definer: checking whose names a shop may know takes longer than checking whose
-- bookings it sees. Returns ids only, for conditions on rows with a scope of their own.
create or replace function members_called(query tsquery, part text) returns integer[]
language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(l.member_id), '{}') from member_list l
  where member_grams(l.names, l.starts, l.number, l.tel, l.email, l.birthday) @@ query
    and (part = '' or position(part in l.names) > 0 or position(part in l.number) > 0)
$$;
revoke execute on function members_called from public;
grant execute on function members_called to karada_app;

-- Members by one letter at the start of a surname, a first name or a reading. May return an id twice.
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
