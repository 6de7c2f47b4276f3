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

-- 6. The members list (decision 0011).
-- Sorted as a Japanese telephone book: voiced and small letters beside their plain ones, surname before first name.
create or replace function kana_order(value text) returns text language sql immutable parallel safe as $$
  select translate(fold_text(value),
    'ァアィイゥウヴェエォオカガヵキギクグケゲヶコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲン',
    'AABBCCCDDEEFFFGGHHIIIJJKKLLMMNNOOPPQQRRRSSTTUVWXYZZZaaabbbcccdddefghijjkkllmnopqrrstuv')
$$;

-- Every run of `length` letters in a text, each once: what a GIN index finds the middle of a word by. Called by their
-- schema's name: indexes are made without a search path.
create or replace function text_grams(value text, length integer) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(value, at, length) from generate_series(1, char_length(value) - length + 1) as at)
$$;
-- All that a keyword may be found in, each kind under a sign of its own: ^ the letters that names begin with, n two
-- letters of a name or reading, # three of the number, @ three of the address before its domain, which is everybody's,
-- = the end of the telephone number. One index over all of them, for an OR of several would be tested row by row.
create or replace function member_grams(names text, starts text, number text, tel_end text, email text) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(
    array(select '^' || letter from unnest(public.text_grams(starts, 1)) as letter)
    || array(select 'n' || gram from unnest(public.text_grams(names, 2)) as gram)
    || array(select '#' || gram from unnest(public.text_grams(number, 3)) as gram)
    || array(select '@' || gram from unnest(public.text_grams(split_part(email, '@', 1) || '@', 3)) as gram)
    || ('=' || tel_end))
$$;
-- The index for keywords, and each order of the list with all that it can be filtered by, so that a deep page is counted
-- off in the index alone. Where a value may be missing there are two: it comes last in both directions. Whoever writes
-- the whole list takes them away first and makes them again, which is many times faster.
create or replace function member_list_indexes(wanted boolean) returns void language plpgsql set search_path = public as $$
declare
  sorted text;
  carried text;
begin
  if wanted then
    create index if not exists member_list_grams on member_list
      using gin (member_grams(names, starts, number, tel_end, email));
  else
    drop index if exists member_list_grams;
  end if;
  foreach sorted in array array['kana', 'joined_on', 'last_visit_on', 'member_no', 'visits_30d', 'unpaid_amount'] loop
    if not wanted then
      execute format('drop index if exists %I, %I', 'member_list_by_' || sorted, 'member_list_by_' || sorted || '_desc');
      continue;
    end if;
    carried := 'shop_id, status, contract_status, plan_code' || (
      select string_agg(', ' || name, '') from unnest(array['joined_on', 'last_visit_on', 'unpaid_amount']) name
      where name <> sorted);
    execute format('create index if not exists %I on member_list (%I, member_id) include (%s)',
      'member_list_by_' || sorted, sorted, carried);
    if sorted in ('kana', 'joined_on', 'last_visit_on') then
      execute format('create index if not exists %I on member_list (%I desc nulls last, member_id desc) include (%s)',
        'member_list_by_' || sorted || '_desc', sorted, carried);
    end if;
  end loop;
end $$;
revoke execute on function member_list_indexes from public;

-- Row-level security would keep every condition that is not leakproof out of the indexes. This view, read with its
-- owner's eyes, holds the same line: it is the only way to these rows.
drop view if exists member_in_scope;
create view member_in_scope as select * from member_list
where (select app_sees_every_shop()) or shop_id = any ((select app_shops())::integer[]);
revoke select on member_list from karada_app;
grant select on member_in_scope to karada_app;
drop view if exists member_day_in_scope;
create view member_day_in_scope as select * from member_day_count where (select app_sees_every_shop());
revoke select on member_day_count from karada_app;
grant select on member_day_in_scope to karada_app;

-- Who was ever counted in one's shops, told by number and name alone: also after a transfer, and as another shop's
-- visitor, customer or in a class (decision 0017). No security barrier, as above: only our own conditions meet these
-- rows. `offset 0` has a row looked up when it is met, where a hash of all visits and sales would be made for ten of them.
drop view if exists member_name_in_scope;
create view member_name_in_scope as
select l.member_id, l.kana, m.member_no, m.last_name, m.first_name, m.last_name_kana, m.first_name_kana
from member_list l
left join member m on m.id = l.member_id
where (select app_sees_every_shop()) or l.shop_id = any ((select app_shops())::integer[])
  or exists (select from membership_interval i
    where i.member_id = l.member_id and i.shop_id = any ((select app_shops())::integer[]) offset 0)
  or exists (select from contract c
    where c.member_id = l.member_id and c.shop_id = any ((select app_shops())::integer[]) offset 0)
  or exists (select from member_visit_month v
    where v.member_id = l.member_id and v.shop_id = any ((select app_shops())::integer[]) offset 0)
  or exists (select from sale s
    where s.member_id = l.member_id and s.shop_id = any ((select app_shops())::integer[]) offset 0)
  or exists (select from reservation r
    where r.member_id = l.member_id and r.shop_id = any ((select app_shops())::integer[]) offset 0);
grant select on member_name_in_scope to karada_app;

-- Who came to look or to try, and whether they joined the company within 30 days: also in a shop that is not one's own,
-- for the report counts them so.
drop view if exists lead_in_scope;
create view lead_in_scope as
select l.*, (select min(i.from_on) from membership_interval i
  where i.member_id = l.member_id and i.starts_span
    and i.from_on - (l.at at time zone 'Asia/Tokyo')::date between 0 and 30) as joined_on
from lead l
where (select app_sees_every_shop()) or l.shop_id = any ((select app_shops())::integer[]);
grant select on lead_in_scope to karada_app;

-- Brings the list right for these members (null: all), from facts, membership_interval and member_visit_month.
create or replace function refresh_member_list(ids integer[]) returns void language plpgsql security definer
set search_path = public as $$
declare
  today date := (select (data_as_of at time zone 'Asia/Tokyo')::date from data_state);
begin
  delete from member_list l
  where (ids is null or l.member_id = any (ids)) and not exists (select from member m where m.id = l.member_id);

  insert into member_list as l (member_id, shop_id, visits_30d, unpaid_amount, plan_id, joined_on, last_visit_on, status,
    contract_status, plan_code, member_no, kana, coming_kind, coming_on, names, starts, number, tel_end, email)
  with plan_now as (
    select distinct on (i.member_id) i.member_id, p.id, p.code
    from membership_interval i
    join contract c on c.id = i.contract_id
    join shop_plan p on p.id = c.plan_id
    where (ids is null or i.member_id = any (ids)) and i.from_on <= today
      and (i.until_on is null or today < i.until_on or (i.ends_span and today = i.until_on))
    order by i.member_id, i.from_on desc
  ),
  coming as (
    select distinct on (member_id) member_id, kind, day from (
      select member_id, from_on as day, case
          when starts_span then 'start'
          when enters_suspension then 'suspension'
          when not suspended and lag(suspended) over (partition by member_id order by from_on) then 'resume' end as kind
      from membership_interval where ids is null or member_id = any (ids)
      union all
      select member_id, span_end, 'cancel' from membership_interval
      where (ids is null or member_id = any (ids)) and ends_span and span_end is not null
    ) event
    where kind is not null and day > today
    order by member_id, day, kind
  ),
  came as (
    select member_id, month, bit_or(days) as days from member_visit_month
    where (ids is null or member_id = any (ids)) group by member_id, month
  ),
  visits as (
    select member_id, max(month + 32 - position(B'1' in days::bit(32))) as last_on,
      -- Bits of the days that lie after today - 30.
      sum(case when month > today - 60 then bit_count((days >> greatest(0, today - 29 - month))::bit(32)) else 0 end) as days
    from came group by member_id
  )
  select m.id, m.shop_id, coalesce(v.days, 0), m.unpaid_amount, coalesce(p.id, 0), m.joined_on, v.last_on, m.status,
    m.contract_status, coalesce(p.code, ''), m.member_no,
    nullif(concat_ws(' ', kana_order(nullif(m.last_name_kana, '')), kana_order(nullif(m.first_name_kana, '')),
      fold_text(m.last_name_kana || m.first_name_kana)), ''),
    c.kind, c.day, fold_text(m.last_name || m.first_name) || '|' || fold_text(concat(m.last_name_kana, m.first_name_kana)),
    concat(left(fold_text(m.last_name), 1), left(fold_text(m.first_name), 1), left(fold_text(m.last_name_kana), 1),
      left(fold_text(m.first_name_kana), 1)),
    fold_text(m.member_no), right(regexp_replace(coalesce(m.tel, ''), '[^0-9]', '', 'g'), 4),
    fold_text(coalesce(m.email, ''))
  from member m
  left join plan_now p on p.member_id = m.id
  left join coming c on c.member_id = m.id
  left join visits v on v.member_id = m.id
  where ids is null or m.id = any (ids)
  -- One shop's rows lie side by side.
  order by m.shop_id, m.id
  on conflict (member_id) do update set (shop_id, visits_30d, unpaid_amount, plan_id, joined_on, last_visit_on, status,
      contract_status, plan_code, member_no, kana, coming_kind, coming_on, names, starts, number, tel_end, email)
    = row (excluded.shop_id, excluded.visits_30d, excluded.unpaid_amount, excluded.plan_id, excluded.joined_on,
      excluded.last_visit_on, excluded.status, excluded.contract_status, excluded.plan_code, excluded.member_no,
      excluded.kana, excluded.coming_kind, excluded.coming_on, excluded.names, excluded.starts, excluded.number,
      excluded.tel_end, excluded.email)
  where l is distinct from excluded;
end $$;
revoke execute on function refresh_member_list from public;

-- A changed member is right in the list at once. Who writes thousands sets app.bulk and refreshes the list at the end.
create or replace function member_list_follows() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  perform refresh_member_list(array(select id from changed));
  return null;
end $$;
create or replace trigger member_list_follows_insert after insert on member referencing new table as changed
  for each statement when (current_setting('app.bulk', true) is distinct from 'on') execute function member_list_follows();
create or replace trigger member_list_follows_update after update on member referencing new table as changed
  for each statement when (current_setting('app.bulk', true) is distinct from 'on') execute function member_list_follows();
create or replace trigger member_list_follows_delete after delete on member referencing old table as changed
  for each statement when (current_setting('app.bulk', true) is distinct from 'on') execute function member_list_follows();

-- The totals follow the list in the same transaction.
create or replace function member_count_follows() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  if tg_op <> 'INSERT' then
    update member_count c set members = c.members - d.members
    from (
      select shop_id, status, contract_status, plan_code, unpaid_amount > 0 as owes, count(*) as members
      from gone group by 1, 2, 3, 4, 5
    ) d
    where (c.shop_id, c.status, c.contract_status, c.plan_code, c.owes)
      = (d.shop_id, d.status, d.contract_status, d.plan_code, d.owes);
    update member_day_count c set members = c.members - d.members
    from (
      select what, coalesce(known, '-infinity') as day, status, contract_status, plan_code, unpaid_amount > 0 as owes,
        count(*) as members
      from gone cross join lateral (values ('joined', joined_on), ('lastVisit', last_visit_on)) as days (what, known)
      group by 1, 2, 3, 4, 5, 6
    ) d
    where (c.what, c.day, c.status, c.contract_status, c.plan_code, c.owes)
      = (d.what, d.day, d.status, d.contract_status, d.plan_code, d.owes);
  end if;
  if tg_op <> 'DELETE' then
    insert into member_count as c (shop_id, status, contract_status, plan_code, owes, members)
    select shop_id, status, contract_status, plan_code, unpaid_amount > 0, count(*) from come group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (shop_id, status, contract_status, plan_code, owes)
      do update set members = c.members + excluded.members;
    insert into member_day_count as c (what, day, status, contract_status, plan_code, owes, members)
    select what, coalesce(known, '-infinity'), status, contract_status, plan_code, unpaid_amount > 0, count(*)
    from come cross join lateral (values ('joined', joined_on), ('lastVisit', last_visit_on)) as days (what, known)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (what, day, status, contract_status, plan_code, owes)
      do update set members = c.members + excluded.members;
  end if;
  return null;
end $$;
create or replace trigger member_count_follows_insert after insert on member_list referencing new table as come
  for each statement execute function member_count_follows();
create or replace trigger member_count_follows_update after update on member_list
  referencing old table as gone new table as come for each statement execute function member_count_follows();
create or replace trigger member_count_follows_delete after delete on member_list referencing old table as gone
  for each statement execute function member_count_follows();

-- A list that another version of all this wrote is written again.
select member_list_indexes(false);
select refresh_member_list(null);
select member_list_indexes(true);
