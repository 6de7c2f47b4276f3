-- The audit log numbers its rows, links each to the previous one, and is append-only.

create or replace function audit_row_hash(entry audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_object_agg(key, value)::text, 'UTF8')), 'hex')
  from jsonb_each((to_jsonb(entry) - 'hash') || jsonb_build_object('at', extract(epoch from entry.at)))
  where value <> 'null'
$$;

-- The head's row is locked until commit, so that number and chain follow the order of commits.
create or replace function audit_log_chain() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  head audit_head;
begin
  select * into head from audit_head for update;
  if not found then
    insert into audit_head (seq, hash) select coalesce(max(seq), 0), coalesce((array_agg(hash order by seq desc))[1], '')
      from audit_log on conflict do nothing;
    select * into head from audit_head for update;
  end if;
  new.seq := head.seq + 1;
  -- Here, so that no caller decides under which name an act is stored.
  new.actor_name := (select display_name from staff where id = new.actor_staff_id);
  new.previous_hash := head.hash;
  new.hash := audit_row_hash(new);
  update audit_head set seq = new.seq, hash = new.hash;
  return new;
end $$;

create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger audit_log_chain before insert on audit_log for each row execute function audit_log_chain();
create or replace trigger audit_log_no_change before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create or replace trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_log_is_append_only();

-- The first row whose hash, number or link is wrong, or that the head says is missing; no row when the log is intact.
-- Security definer: the caller learns only a number, and nobody else may read the head.
create or replace function audit_log_first_break() returns bigint language sql stable security definer
set search_path = public, pg_temp as $$
  select seq from (
    select seq, hash <> audit_row_hash(a)
      or seq <> coalesce(lag(seq) over w, 0) + 1
      or previous_hash <> coalesce(lag(hash) over w, '') as broken
    from audit_log a window w as (order by seq)
    union all
    -- The head's length or last hash differs from the rows.
    select (select coalesce(max(seq), 0) + 1 from audit_log), true from audit_head head
    where head.seq <> (select coalesce(max(seq), 0) from audit_log)
      or head.hash <> coalesce((select hash from audit_log order by seq desc limit 1), '')
  ) as link where broken order by seq limit 1
$$;
