-- The members list (decision 0011): writing and indexing of its rows.

-- The digits of a stored telephone number, the leading 0 for the country code. `phonesOf` in contract/phone.ts does the
-- same with what is typed.
create or replace function phone_digits(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(normalize(coalesce(value, ''), nfkc), '[^0-9]', '', 'g'),
    '^(010|00)?81(0?)(?=[1-9][0-9]{8,9}$)', '0')
$$;

-- Search terms of a member, each kind with a prefix: ^ first letters of names, n two letters of a name or reading, #
-- three of the number, @ three of the address before its domain, = the last four digits of the telephone number, 8 the
-- last eight, b the birthday. One index over all of them, because an OR over several would be tested row by row.
drop function if exists member_grams(text, text, text, text, text);
create or replace function member_grams(names text, starts text, number text, tel text, email text, birthday date)
returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(
    array(select '^' || letter from unnest(public.text_grams(starts, 1)) as letter)
    || array(select 'n' || gram from unnest(public.text_grams(names, 2)) as gram)
    || array(select '#' || gram from unnest(public.text_grams(number, 3)) as gram)
    || array(select '@' || gram from unnest(public.text_grams(split_part(email, '@', 1) || '@', 3)) as gram)
    || array_remove(array['=' || right(tel, 4), '8' || nullif(right(tel, 8), ''),
      'b' || to_char(birthday::timestamp, 'YYYYMMDD')], null))
$$;
-- The index for keywords: half of the time of all indexes.
create or replace function member_grams_index() returns void language sql set search_path = public as $$
  create index if not exists member_list_grams on member_list
    using gin (member_grams(names, starts, number, tel, email, birthday))
$$;
revoke execute on function member_grams_index from public;

-- The index for keywords, and each order of the list with all its filters, so that a deep page is read from the index
-- alone. Nullable values have two indexes: nulls come last in both directions. A rewrite of the whole list drops and
-- recreates them, which is many times faster.
create or replace function member_list_indexes(wanted boolean) returns void language plpgsql set search_path = public as $$
declare
  sorted text;
  carried text;
begin
  if wanted then
    perform member_grams_index();
  else
    drop index if exists member_list_grams;
  end if;
  -- Thousands of names start with one letter. These indexes answer that without the list (members_starting).
  for at in 1 .. 4 loop
    if wanted then
      execute format('create index if not exists %I on member_list (substr(starts, %s, 1), member_id) include (starts)',
        'member_list_starts_' || at, at);
    else
      execute format('drop index if exists %I', 'member_list_starts_' || at);
    end if;
  end loop;
  foreach sorted in array array['kana', 'joined_on', 'last_visit_on', 'member_no', 'visits_30d', 'unpaid_amount'] loop
    if not wanted then
      execute format('drop index if exists %I, %I', 'member_list_by_' || sorted, 'member_list_by_' || sorted || '_desc');
      continue;
    end if;
    carried := 'shop_id, status, contract_status, plan_code, with_lean_body, visit_class, risk' || (
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

-- The day of a member's first contract, null where it is itself not to be believed. In any shop: security definer.
create or replace function plan_day(member integer) returns date language sql stable security definer
set search_path = public as $$
  select day from (select min(contracted_on) as day from contract where member_id = member and kind <> 'option') first
  where not exists (select from joined_day d where d.day = first.day and d.answer <> 'correct')
$$;
revoke execute on function plan_day from public;
-- The 入会日 that holds of a member, from the one that came and its answer (decision 0070).
create or replace function joined_on_of(member integer, given date, answer text) returns date language sql stable as $$
  select case answer when 'unknown' then null when 'planDay' then public.plan_day(member) else given end
$$;
-- Answers wait for running changes of members, and changes for answers: each would miss the other's rows.
create or replace function lock_joined_days(alone boolean) returns void language sql as $$
  select case when alone then pg_advisory_xact_lock(hashtextextended('joined days', 0))
    else pg_advisory_xact_lock_shared(hashtextextended('joined days', 0)) end
$$;

-- Recomputes the list rows of these members (null: all), from facts, membership_interval and member_visit_month.
create or replace function refresh_member_list(ids integer[]) returns void language plpgsql security definer
set search_path = public as $$
declare
  today date := (select (data_as_of at time zone 'Asia/Tokyo')::date from data_state);
begin
  perform lock_joined_days(false);
  delete from member_list l
  where (ids is null or l.member_id = any (ids)) and not exists (select from member m where m.id = l.member_id);

  insert into member_list as l (member_id, shop_id, visits_30d, unpaid_amount, plan_id, joined_on, given_joined_on,
    last_visit_on, status, contract_status, plan_code, member_no, kana, coming_kind, coming_on, names, starts, number, tel, email,
    birthday, with_lean_body, is_locked, has_alert, trainer_id, tags, came, came_before, visit_class, risk, risk_signs)
  with plan_now as (
    select distinct on (i.member_id) i.member_id, p.id, p.code, p.min_months, c.start_on
    from membership_interval i
    join contract c on c.id = i.contract_id
    join shop_plan p on p.id = c.plan_id
    where (ids is null or i.member_id = any (ids)) and i.from_on <= today
      and (i.until_on is null or today < i.until_on or (i.ends_span and today = i.until_on))
    order by i.member_id, i.from_on desc
  ),
  -- 稼働 at the close of the data date, as in visit_course.
  operating as (
    select member_id, span_no, span_start from membership_interval
    where (ids is null or member_id = any (ids)) and not suspended and from_on <= today
      and (until_on is null or today < until_on)
  ),
  resumed as (
    select member_id, span_no, max(until_on) as day from membership_interval
    where (ids is null or member_id = any (ids)) and suspended and not ends_span and until_on <= today
    group by member_id, span_no
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
      -- Bits of the days after today - 30.
      sum(case when month > today - 60 then bit_count((days >> greatest(0, today - 29 - month))::bit(32)) else 0 end) as days,
      sum(case when month > today - 90 then days_within(days, month, today - 27, today) else 0 end) as came,
      sum(case when month > today - 90 then days_within(days, month, today - 55, today - 28) else 0 end) as came_before
    from came group by member_id
  )
  select m.id, m.shop_id, coalesce(v.days, 0), m.unpaid_amount, coalesce(p.id, 0),
    joined_on_of(m.id, m.joined_on, j.answer), m.joined_on, v.last_on, m.status, m.contract_status, coalesce(p.code, ''),
    m.member_no,
    nullif(concat_ws(' ', kana_order(nullif(m.last_name_kana, '')), kana_order(nullif(m.first_name_kana, '')),
      fold_text(m.last_name_kana || m.first_name_kana)), ''),
    c.kind, c.day, fold_text(m.last_name || m.first_name) || '|' || fold_text(concat(m.last_name_kana, m.first_name_kana)),
    concat(left(fold_text(m.last_name), 1), left(fold_text(m.first_name), 1), left(fold_text(m.last_name_kana), 1),
      left(fold_text(m.first_name_kana), 1)),
    fold_text(m.member_no), phone_digits(m.tel), fold_text(coalesce(m.email, '')), m.birthday, m.with_lean_body_content,
    m.locked_with_lean_body_content or m.locked_has_active_plan, m.alert_note is not null, m.trainer_staff_id, m.tags,
    coalesce(v.came, 0), coalesce(v.came_before, 0), k.class, risk_level(k.class, r.signs), r.signs
  from member m
  left join plan_now p on p.member_id = m.id
  left join operating o on o.member_id = m.id
  left join coming c on c.member_id = m.id
  left join visits v on v.member_id = m.id
  left join joined_day j on j.day = m.joined_on
  left join resumed b on b.member_id = o.member_id and b.span_no = o.span_no
  cross join lateral (select visits_expected_since(o.span_no, o.span_start, m.joined_on) as day) since
  cross join lateral (select case when o.member_id is not null then
    usual_class(coalesce(v.came, 0)::integer, coalesce(v.came_before, 0)::integer, since.day, today) end as class) k
  cross join lateral (select risk_signs(k.class, coalesce(v.came, 0)::integer, coalesce(v.came_before, 0)::integer,
    since.day, p.start_on, p.min_months, b.day, today) as signs) r
  where ids is null or m.id = any (ids)
  -- One shop's rows are stored together.
  order by m.shop_id, m.id
  on conflict (member_id) do update set (shop_id, visits_30d, unpaid_amount, plan_id, joined_on, given_joined_on,
      last_visit_on, status, contract_status, plan_code, member_no, kana, coming_kind, coming_on, names, starts, number,
      tel, email, birthday, with_lean_body, is_locked, has_alert, trainer_id, tags, came, came_before,
      visit_class, risk, risk_signs)
    = row (excluded.shop_id, excluded.visits_30d, excluded.unpaid_amount, excluded.plan_id, excluded.joined_on,
      excluded.given_joined_on, excluded.last_visit_on, excluded.status, excluded.contract_status, excluded.plan_code,
      excluded.member_no, excluded.kana, excluded.coming_kind, excluded.coming_on, excluded.names, excluded.starts,
      excluded.number, excluded.tel, excluded.email, excluded.birthday, excluded.with_lean_body, excluded.is_locked,
      excluded.has_alert, excluded.trainer_id, excluded.tags, excluded.came, excluded.came_before, excluded.visit_class,
      excluded.risk, excluded.risk_signs)
  where l is distinct from excluded;
end $$;
revoke execute on function refresh_member_list from public;

-- A changed member is updated in the list at once. Bulk writers set app.bulk and refresh the list at the end.
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

-- With an answer the 入会日 of its members changes, and that of members whose first contract is of that day.
create or replace function joined_days_follow() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  perform lock_joined_days(true);
  update member_list l set joined_on = holds.day
  from (
    select m.member_id, joined_on_of(m.member_id, m.given_joined_on, d.answer) as day
    from member_list m left join joined_day d on d.day = m.given_joined_on
    where m.given_joined_on in (select day from changed) or d.answer = 'planDay'
  ) holds
  where l.member_id = holds.member_id and l.joined_on is distinct from holds.day;
  return null;
end $$;
create or replace trigger joined_days_follow_insert after insert on joined_day referencing new table as changed
  for each statement execute function joined_days_follow();
create or replace trigger joined_days_follow_update after update on joined_day referencing new table as changed
  for each statement execute function joined_days_follow();
create or replace trigger joined_days_follow_delete after delete on joined_day referencing old table as changed
  for each statement execute function joined_days_follow();
