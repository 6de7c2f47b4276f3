-- Whether something of the member's is kept over the club system's value. Of money, too, for who does not see it: a flag.
create or replace function has_chosen(id integer) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from member m where m.id = $1 and m.provider_values is not null)
    or exists (select from contract x where x.member_id = $1 and x.provider_values is not null)
    or exists (select from member_ticket x where x.member_id = $1 and x.provider_values is not null)
    or exists (select from reservation x where x.member_id = $1 and x.provider_values is not null)
    or exists (select from sale x where x.member_id = $1 and x.provider_values is not null)
$$;
revoke execute on function has_chosen from public;
grant execute on function has_chosen to karada_app;
