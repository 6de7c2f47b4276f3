-- Roles, row-level security, the audit chain and the functions that queries share.
-- Runs after the migrations, whole, each time it or they changed; everything here may be said twice.

-- 1. The role that every request works under. It owns nothing and cannot sign in.
do $$ begin
  create role karada_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant karada_app to current_user;

revoke all on all tables in schema public from karada_app;
grant usage on schema public to karada_app;
grant select on all tables in schema public to karada_app;
grant update (enabled_online_rsv, img_url, rsv_url, monthly_targets, version) on shop to karada_app;
grant update (password_hash, last_login_at, version) on staff to karada_app;
grant insert, update, delete on session, login_attempt, idempotency to karada_app;
grant insert on audit_log to karada_app;
grant insert, update, delete on announcement to karada_app;

-- 2. The shops that this transaction may see: 'all', or ids with commas. Not set means none.
create or replace function app_sees_every_shop() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.shops', true) = 'all', false)
$$;
create or replace function app_shops() returns integer[] language sql stable parallel safe as $$
  select case
    when app_sees_every_shop() then '{}'::integer[]
    else coalesce(string_to_array(nullif(current_setting('app.shops', true), ''), ',')::integer[], '{}')
  end
$$;

-- 3. Each table that has a shop in it, found by its columns so that none is forgotten.
-- A row that names two shops (a visit: where, and whose member) is seen from both.
-- The sub-selects do not depend on the row, so PostgreSQL evaluates them once a query.
do $$
declare
  one record;
  in_scope text;
begin
  for one in
    select t.table_name, array_agg(c.column_name::text) as shop_columns
    from information_schema.tables t
    join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name in ('shop_id', 'home_shop_id') or (t.table_name = 'shop' and c.column_name = 'id'))
    group by t.table_name
  loop
    select '(select app_sees_every_shop())' || string_agg(
      format(' or %I = any ((select app_shops())::integer[])', shop_column), '')
    into in_scope from unnest(one.shop_columns) as shop_column;
    execute format('alter table %I enable row level security', one.table_name);
    execute format('alter table %I force row level security', one.table_name);
    execute format('drop policy if exists shop_scope on %I', one.table_name);
    execute format('create policy shop_scope on %I to karada_app using (%s)', one.table_name, in_scope);
    -- The owner is the one who seeds and syncs.
    execute format('drop policy if exists owner_sees_all on %I', one.table_name);
    execute format('create policy owner_sees_all on %I to current_user using (true)', one.table_name);
  end loop;
end $$;

-- An announcement names its shops in an array: whoever has one of them reads it, whoever has all of them changes it,
-- and nobody leaves behind one for a shop that is not theirs.
do $$
declare
  every_target text := '(select app_sees_every_shop()) or (target_scope = ''shops'' and target_shop_ids <@ (select app_shops()))';
begin
  alter table announcement enable row level security;
  alter table announcement force row level security;
  drop policy if exists any_target on announcement;
  create policy any_target on announcement for select to karada_app using (
    (select app_sees_every_shop()) or target_scope = 'all' or target_shop_ids && (select app_shops()));
  drop policy if exists adds_own on announcement;
  execute format('create policy adds_own on announcement for insert to karada_app with check (%s)', every_target);
  drop policy if exists changes_own on announcement;
  execute format('create policy changes_own on announcement for update to karada_app using (%s)', every_target);
  drop policy if exists removes_own on announcement;
  execute format('create policy removes_own on announcement for delete to karada_app using (%s)', every_target);
  drop policy if exists owner_sees_all on announcement;
  create policy owner_sees_all on announcement to current_user using (true);
end $$;

-- 4. The audit log. Whoever acts may add a row about any shop; reading is scoped as above.
drop policy if exists anyone_appends on audit_log;
create policy anyone_appends on audit_log for insert to karada_app with check (true);

create or replace function audit_row_hash(entry audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_object_agg(key, value)::text, 'UTF8')), 'hex')
  from jsonb_each((to_jsonb(entry) - 'hash') || jsonb_build_object('at', extract(epoch from entry.at)))
  where value <> 'null'
$$;

-- Under a lock until commit, so that number and chain follow the order of commits.
create or replace function audit_log_chain() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  last audit_log;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_log', 0));
  select * into last from audit_log order by seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.previous_hash := coalesce(last.hash, '');
  new.hash := audit_row_hash(new);
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

-- The first row whose hash, number or link does not hold; no row when the chain is whole.
create or replace function audit_log_first_break() returns bigint language sql stable as $$
  select seq from (
    select seq, hash <> audit_row_hash(a)
      or seq <> coalesce(lag(seq) over w, 0) + 1
      or previous_hash <> coalesce(lag(hash) over w, '') as broken
    from audit_log a window w as (order by seq)
  ) as link where broken order by seq limit 1
$$;

-- 5. Text as people search it: NFKC, small letters, hiragana as katakana, without spaces, hyphens and long marks.
create or replace function fold_text(value text) returns text language sql immutable parallel safe as $$
  select translate(lower(normalize(value, nfkc)),
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ -‐−–ー',
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ')
$$;
