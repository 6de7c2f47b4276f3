-- Rows as they were before the club system's were written over data of files, so that all of it can be taken back. The
-- setting names the brand; runs and answers set it while that is possible. Rows of later writers are not kept.
create or replace function keep_before_merge() returns trigger language plpgsql set search_path = public as $$
declare
  brand text := current_setting('app.merge', true);
begin
  if tg_table_name = 'sale_line' then
    if exists (select from club_merge m where m.brand_code = brand and old.sale_id <= (m.before -> 'highest' ->> 'sale')::integer) then
      insert into merge_row (brand_code, table_name, row_id, before)
      select brand, 'sale_line', old.sale_id, jsonb_agg(to_jsonb(l) order by l.line_no) from sale_line l where l.sale_id = old.sale_id
      on conflict do nothing;
    end if;
  elsif exists (select from club_merge m
    where m.brand_code = brand and old.id <= (m.before -> 'highest' ->> tg_table_name)::integer) then
    insert into merge_row (brand_code, table_name, row_id, before) values (brand, tg_table_name, old.id, to_jsonb(old))
    on conflict do nothing;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['member', 'contract', 'member_ticket', 'reservation', 'visit', 'sale', 'sale_line'] loop
    execute format('drop trigger if exists a_keep_before_merge on %I', name);
    execute format($t$create trigger a_keep_before_merge before update or delete on %I for each row
      when (coalesce(current_setting('app.merge', true), '') <> '') execute function keep_before_merge()$t$, name);
  end loop;
end $$;

-- Whether something of the club system of this brand has been written: its rows are for nobody to read.
create or replace function has_written_rows(brand text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from provider_row where brand_code = brand and outcome = 'written'
    and resource in ('members', 'contracts', 'memberTickets', 'bookings', 'purchases'))
$$;
revoke execute on function has_written_rows from public;
grant execute on function has_written_rows to karada_app;

-- Puts rows back as they were kept: those that are gone are added again, the others changed back. Of a member only what
-- the club system writes, because the rest is written at the desk.
create or replace function restore_before_merge(brand text) returns void language plpgsql set search_path = public as $$
declare
  name text;
  assigned text;
  of_member constant text[] := array['external_id', 'member_no', 'shop_id', 'last_name', 'first_name', 'last_name_kana',
    'first_name_kana', 'email', 'tel', 'gender', 'birthday', 'zip_code', 'prefecture', 'address1', 'address2', 'joined_on',
    'representative_email', 'last_synced_at', 'provider_values'];
begin
  -- Unique numbers go first.
  foreach name in array array['member', 'contract', 'member_ticket', 'reservation', 'sale'] loop
    execute format('update %1$I t set external_id = null from merge_row r
      where r.brand_code = $1 and r.table_name = %1$L and t.id = r.row_id', name) using brand;
  end loop;
  foreach name in array array['member', 'contract', 'member_ticket', 'reservation', 'visit', 'sale'] loop
    select string_agg(format('%1$I = b.%1$I', a.attname), ', ') into assigned
    from pg_attribute a where a.attrelid = name::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname <> 'id' and (name <> 'member' or a.attname = any (of_member));
    execute format('update %1$I t set %2$s from merge_row r, jsonb_populate_record(null::%1$I, r.before) b
      where r.brand_code = $1 and r.table_name = %1$L and t.id = r.row_id', name, assigned) using brand;
    select string_agg(quote_ident(a.attname), ', ') into assigned
    from pg_attribute a where a.attrelid = name::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
    execute format('insert into %1$I (%2$s) overriding system value
      select %3$s from merge_row r, jsonb_populate_record(null::%1$I, r.before) b
      where r.brand_code = $1 and r.table_name = %1$L and not exists (select from %1$I t where t.id = r.row_id)
        and (%1$L <> ''member'' or exists (select from user_account a where a.id = (r.before ->> ''user_id'')::integer))',
      name, assigned, 'b.' || replace(assigned, ', ', ', b.')) using brand;
  end loop;
  delete from sale_line l using merge_row r where r.brand_code = brand and r.table_name = 'sale_line' and l.sale_id = r.row_id;
  insert into sale_line select b.* from merge_row r, jsonb_populate_recordset(null::sale_line, r.before) b
  where r.brand_code = brand and r.table_name = 'sale_line';
end $$;
revoke execute on function restore_before_merge from public;

-- What is here before the club system's rows are written, beside the rows themselves: the highest id of each table, and
-- which days are known.
create or replace function before_merge() returns jsonb
language sql stable security definer set search_path = public as $$
  select jsonb_build_object(
    'highest', jsonb_build_object(
      'member', (select coalesce(max(id), 0) from member), 'contract', (select coalesce(max(id), 0) from contract),
      'member_ticket', (select coalesce(max(id), 0) from member_ticket),
      'reservation', (select coalesce(max(id), 0) from reservation), 'visit', (select coalesce(max(id), 0) from visit),
      'sale', (select coalesce(max(id), 0) from sale)),
    'dataState', (select to_jsonb(s) from data_state s),
    'dataPeriods', (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from data_period p))
$$;
revoke execute on function before_merge from public;
grant execute on function before_merge to karada_app;

-- Of these members those of whom something else than facts is here, or something that staff have written: they do not
-- become one with another (decision 0107).
create or replace function members_with_records(ids integer[]) returns setof integer
language sql stable security definer set search_path = public as $$
  select m.id from member m where m.id = any (ids) and (
    m.trainer_staff_id is not null or m.staff_note is not null or m.alert_note is not null or m.tags <> '{}'
    or exists (select from billing x where x.member_id = m.id)
    or exists (select from lead x where x.member_id = m.id)
    or exists (select from daily_log x where x.member_id = m.id)
    or exists (select from daily_log_change x where x.member_id = m.id)
    or exists (select from daily_log_reveal x where x.of_member_id = m.id)
    or exists (select from health_consent x where x.member_id = m.id)
    or exists (select from lean_body_activity x where x.member_id = m.id)
    or exists (select from mail_recipient x where x.member_id = m.id)
    or exists (select from mail_opt_out x where x.member_id = m.id)
    or exists (select from mail_consent x where x.member_id = m.id)
    or exists (select from mail_consent_link x where x.member_id = m.id)
    or exists (select from mail_step_sent x where x.member_id = m.id)
    or exists (select from mail_step_enrolment x where x.member_id = m.id)
    or exists (select from member_transfer x where x.member_id = m.id)
    or exists (select from missing_member x where x.member_id = m.id)
    or exists (select from outreach x where x.member_id = m.id)
    or exists (select from report_action_member x where x.member_id = m.id)
    or exists (select from member x where x.referrer_member_id = m.id))
$$;
revoke execute on function members_with_records from public;
grant execute on function members_with_records to karada_app;

-- A row of a file that the club system takes over has met: no other row of a file is the same one.
create or replace function met_file() returns trigger language plpgsql set search_path = public as $$
begin
  new.met_file := true;
  return new;
end $$;
create or replace trigger met_file before update on sale for each row
  when (old.from_file and not new.from_file) execute function met_file();
create or replace trigger met_file before update on visit for each row
  when (old.from_file and not new.from_file) execute function met_file();
