-- What members agreed to is immutable, enforced for every statement: an activated policy can only be followed by
-- another one. Only the number of consents changes, and its author may be deleted.

create or replace function policy_keeps_its_word() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - '{agreed_count,created_by,updated_by}'::text[])
    is distinct from (to_jsonb(old) - '{agreed_count,created_by,updated_by}'::text[]) then
    raise exception 'an activated policy does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace trigger policy_keeps_its_word before update or delete on policy
  for each row when (old.activated_at is not null) execute function policy_keeps_its_word();
