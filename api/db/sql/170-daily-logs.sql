-- Consent to health data, and the weeks that have to be told anew.

-- The last word holds; one that comes late does not, and of two of one moment the one that says no does. Words that come
-- at once wait for each other: neither would see the other.
create or replace function health_consent_last_word() returns trigger language plpgsql as $$
begin
  if current_setting('app.bulk', true) is distinct from 'on' then
    perform from member where id = new.member_id for no key update;
  end if;
  update health_consent set is_current = false
    where member_id = new.member_id and kind = new.kind and is_current
      and (at < new.at or at = new.at and (agreed or not new.agreed));
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

-- Whether a member is counted: days of who does not agree are in no week that is told.
create or replace function agrees_to_log(of_member integer, log text) returns boolean language sql stable as $$
  select exists (select from health_consent
    where member_id = of_member and kind = consent_of_log(log) and is_current and agreed)
$$;

-- Whether what is told of a day's week may be told already: by the database's clock, or because it is.
drop function if exists week_may_be_told(text, date, integer);
create or replace function week_may_be_published(log text, day date, at_shop integer) returns boolean language sql stable as $$
  select day < running_week() or exists (
    select from daily_log_week where shop_id = at_shop and kind = log and week = week_of(day))
$$;

-- Days that come or go after their week: of their member it is no longer as it was told. Only of who is counted, for a
-- week is told anew for five whose part in it has changed. With its owner's eyes: whoever removes a day sees one member,
-- and a week is told of all. Who writes the days of thousands sets app.bulk and tells the weeks at the end; so does who
-- removes days whose weeks are told no more.
create or replace function daily_log_came_or_went() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct kind, week_of(date), at_shop_id, member_id from days
    where week_may_be_published(kind, date, at_shop_id) and agrees_to_log(member_id, kind)
    on conflict do nothing;
  return null;
end $$;

-- A day that was recorded anew; one that is only sealed with another key is not.
create or replace function daily_log_changed() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct came.kind, week_of(came.date), came.at_shop_id, came.member_id from came join went using (id)
    where came.recorded_at is distinct from went.recorded_at
      and week_may_be_published(came.kind, came.date, came.at_shop_id) and agrees_to_log(came.member_id, came.kind)
    on conflict do nothing;
  return null;
end $$;

create or replace trigger daily_log_changed after update on daily_log
  referencing old table as went new table as came for each statement execute function daily_log_changed();
create or replace trigger daily_log_came after insert on daily_log
  referencing new table as days for each statement
  when (current_setting('app.bulk', true) is distinct from 'on') execute function daily_log_came_or_went();
create or replace trigger daily_log_went after delete on daily_log
  referencing old table as days for each statement
  when (current_setting('app.bulk', true) is distinct from 'on') execute function daily_log_came_or_went();

-- Who agrees, or does so no longer, changes every week that their days are in; who says the same again changes none.
create or replace function health_consent_changed() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct l.kind, week_of(l.date), l.at_shop_id, l.member_id
    from said c join daily_log l on l.member_id = c.member_id and consent_of_log(l.kind) = c.kind
    where c.is_current and week_may_be_published(l.kind, l.date, l.at_shop_id)
      and c.agreed is distinct from coalesce((
        select agreed from health_consent
        where member_id = c.member_id and kind = c.kind and id <> c.id and at <= c.at
        order by at desc, agreed, id desc limit 1), false)
    on conflict do nothing;
  return null;
end $$;

create or replace trigger health_consent_changed after insert on health_consent
  referencing new table as said for each statement
  when (current_setting('app.bulk', true) is distinct from 'on') execute function health_consent_changed();
