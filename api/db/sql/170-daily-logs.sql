-- Consent to health data, and the weeks that have to be told anew.

-- The last word holds; one that comes late does not.
create or replace function health_consent_last_word() returns trigger language plpgsql as $$
begin
  update health_consent set is_current = false
    where member_id = new.member_id and kind = new.kind and is_current and at <= new.at;
  new.is_current := not exists (
    select from health_consent where member_id = new.member_id and kind = new.kind and is_current);
  return new;
end $$;

create or replace trigger health_consent_last_word before insert on health_consent
  for each row execute function health_consent_last_word();

create or replace function week_of(day date) returns date language sql immutable as $$
  select day - (extract(isodow from day)::integer - 1)
$$;

-- The first day of the week that is running in Tokyo.
create or replace function running_week() returns date language sql stable as $$
  select week_of((now() at time zone 'Asia/Tokyo')::date)
$$;

-- Which consent opens a kind (contract/words/daily-log.ts, `consentOf`).
create or replace function consent_of_log(kind text) returns text language sql immutable as $$
  select case when kind in ('location', 'menstrual') then kind else 'body' end
$$;

-- Days of weeks that are over, which come or go: of their member the week is no longer as it was told. With its owner's
-- eyes: whoever removes a day sees one member, and a week is told of all.
create or replace function daily_log_came() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct kind, week_of(date), at_shop_id, member_id from came where date < running_week()
    on conflict do nothing;
  return null;
end $$;

create or replace function daily_log_went() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct kind, week_of(date), at_shop_id, member_id from went where date < running_week()
    on conflict do nothing;
  return null;
end $$;

-- A day that was recorded anew; one that is only sealed with another key is not.
create or replace function daily_log_changed() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct came.kind, week_of(came.date), came.at_shop_id, came.member_id from came join went using (id)
    where came.recorded_at is distinct from went.recorded_at and came.date < running_week()
    on conflict do nothing;
  return null;
end $$;

create or replace trigger daily_log_changed after update on daily_log
  referencing old table as went new table as came for each statement execute function daily_log_changed();
create or replace trigger daily_log_came after insert on daily_log
  referencing new table as came for each statement execute function daily_log_came();
create or replace trigger daily_log_went after delete on daily_log
  referencing old table as went for each statement execute function daily_log_went();

-- Who agrees, or does so no longer, changes every week that their days are in.
create or replace function health_consent_changed() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct l.kind, week_of(l.date), l.at_shop_id, l.member_id
    from said c join daily_log l on l.member_id = c.member_id and consent_of_log(l.kind) = c.kind
    where l.date < running_week()
    on conflict do nothing;
  return null;
end $$;

create or replace trigger health_consent_changed after insert on health_consent
  referencing new table as said for each statement execute function health_consent_changed();
