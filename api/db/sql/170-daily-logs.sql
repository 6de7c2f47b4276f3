-- Consent to health data, and the weeks to republish.

-- The latest consent answer counts; one that arrives late does not, and on the same instant a refusal wins. Concurrent
-- answers of one member are serialised: neither would see the other.
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

-- The first day of the current week in Tokyo.
create or replace function running_week() returns date language sql stable as $$
  select week_of((now() at time zone 'Asia/Tokyo')::date)
$$;

-- The consent that a kind requires (contract/words/daily-log.ts, `consentOf`).
create or replace function consent_of_log(kind text) returns text language sql immutable as $$
  select case when kind in ('location', 'menstrual') then kind else 'body' end
$$;

-- Whether a member is counted: without consent their days are in no published week.
create or replace function agrees_to_log(of_member integer, log text) returns boolean language sql stable as $$
  select exists (select from health_consent
    where member_id = of_member and kind = consent_of_log(log) and is_current and agreed)
$$;

-- Whether a day's week may be published already: it is over by the database's clock, or it was published.
drop function if exists week_may_be_told(text, date, integer);
create or replace function week_may_be_published(log text, day date, at_shop integer) returns boolean language sql stable as $$
  select day < running_week() or exists (
    select from daily_log_week where shop_id = at_shop and kind = log and week = week_of(day))
$$;

-- The shop in whose week a member's day counts: after a change of shop the one before, until the second Monday after it.
-- By the rule of `countedShop` in api/daily-logs/weeks.ts. Nobody moves a member into a week that can still be told
-- apart.
create or replace function health_shop(of_member integer, at_shop integer, of_week date) returns integer language sql stable
security definer set search_path = public, pg_temp as $$
  select coalesce((select from_shop_id from member_transfer
    where member_id = of_member and moved_on < of_week + 7 and week_of(moved_on) + 14 > of_week
    order by moved_on, id limit 1), at_shop)
$$;
revoke execute on function health_shop from public;

create or replace function member_transferred() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into member_transfer (member_id, from_shop_id, moved_on)
    select n.id, w.shop_id, (now() at time zone 'Asia/Tokyo')::date
    from gone w join come n on n.id = w.id where n.shop_id <> w.shop_id;
  return null;
end $$;
create or replace trigger member_transferred after update on member
  referencing old table as gone new table as come for each statement execute function member_transferred();

-- Days that are added or deleted after their week: the member's part in it has changed. Only for members who are
-- counted, because a week is republished once it has changed for five of them. Security definer: whoever deletes a day
-- sees one member, and a week concerns all. Bulk writers set app.bulk and publish the weeks at the end; so does the
-- retention, whose weeks are not published again.
create or replace function daily_log_came_or_went() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct kind, week_of(date), shop, member_id
    from (select *, health_shop(member_id, at_shop_id, week_of(date)) as shop from days) d
    where week_may_be_published(kind, date, shop) and agrees_to_log(member_id, kind)
    on conflict do nothing;
  return null;
end $$;

-- A day that was recorded again; one that is only re-encrypted does not count.
create or replace function daily_log_changed() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct came.kind, week_of(came.date), shop, came.member_id from came join went using (id)
    cross join lateral health_shop(came.member_id, came.at_shop_id, week_of(came.date)) shop
    where came.recorded_at is distinct from went.recorded_at
      and week_may_be_published(came.kind, came.date, shop) and agrees_to_log(came.member_id, came.kind)
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

-- Giving or withdrawing consent changes every week with days of the member; repeating the same answer changes none.
create or replace function health_consent_changed() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into daily_log_change (kind, week, shop_id, member_id)
    select distinct l.kind, week_of(l.date), shop, l.member_id
    from said c join daily_log l on l.member_id = c.member_id and consent_of_log(l.kind) = c.kind
    cross join lateral health_shop(l.member_id, l.at_shop_id, week_of(l.date)) shop
    where c.is_current and week_may_be_published(l.kind, l.date, shop)
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
