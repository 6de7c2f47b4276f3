-- Who joined, left and paused (decision 0077), one row each. Needs membership_interval and member_visit_month of these
-- members (null: all). Visits of days without a membership are no use of it.
create or replace function refresh_member_moves(ids integer[]) returns void language plpgsql security definer
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  perform lock_rollups();
  with span as materialized (
    select i.member_id, i.kind, i.date, i.shop_id, i.span_no, i.span_start, i.span_end,
      case when i.kind = 'admission' then c.contracted_on end as contracted_on,
      m.gender, age_band(m.birthday, month_of(i.date)) as age_band,
      coalesce(m.join_route, '') as route, coalesce(m.join_campaign, '') as campaign,
      case when i.kind = 'withdrawal' then coalesce(c.cancel_reason, '') else '' end as reason,
      case when i.kind = 'withdrawal' then c.cancel_requested_on end as requested_on
    from (
      select *, 'admission' as kind, from_on as date from membership_interval where starts_span
      union all
      select *, 'withdrawal', until_on from membership_interval where ends_span and until_on is not null
      union all
      select *, 'suspension', from_on from membership_interval where enters_suspension
    ) i
    join contract c on c.id = i.contract_id
    join member m on m.id = i.member_id
    where ids is null or i.member_id = any (ids)
  ),
  came as (
    select member_id, month, bit_or(days) as days from member_visit_month
    where ids is null or member_id = any (ids) group by member_id, month
  ),
  -- The days of each month within the membership, as far as they are requested.
  used as (
    select s.member_id, s.kind, s.date, v.month,
      v.days & case when v.month < s.span_start then -1 << (s.span_start - v.month) else -1 end
        & case when v.month + 31 > s.until_on then ((1::bigint << (s.until_on - v.month + 1)) - 1)::integer else -1 end
        as days
    from (
      select *, case kind when 'admission' then coalesce(span_end, 'infinity') else least(requested_on, date) end as until_on
      from span where kind = 'admission' or requested_on is not null
    ) s
    join came v on v.member_id = s.member_id and v.month between month_of(s.span_start) and s.until_on
  ),
  first_and_last as (
    select member_id, kind, date, min(month + 32 - position(B'1' in (days & -days)::bit(32))) as first_on,
      max(month + 32 - position(B'1' in days::bit(32))) as last_on,
      -- Of the first 30 days, whose date an admission has.
      sum(bit_count((days & case
        when month + 31 > date + 30 then ((1::bigint << (date + 30 - month)) - 1)::integer else -1 end
      )::bit(32))) filter (where month < date + 30) as first_days
    from used where days <> 0 group by member_id, kind, date
  ),
  is_now as materialized (
    select s.member_id, s.kind, s.date, s.shop_id, s.span_no, s.span_start, s.span_end, s.contracted_on,
      case when s.kind = 'admission' then f.first_on end as first_use_on,
      case when s.kind = 'admission' then coalesce(f.first_days, 0)::smallint end as first_visit_days, s.gender, s.age_band,
      s.route, s.campaign, s.reason, s.requested_on, case when s.kind = 'withdrawal' then f.last_on end as last_visit_on
    from span s left join first_and_last f on (f.member_id, f.kind, f.date) = (s.member_id, s.kind, s.date)
  ),
  gone as (
    delete from member_move w
    where (ids is null or w.member_id = any (ids))
      and not exists (select from is_now n where (n.member_id, n.kind, n.date) = (w.member_id, w.kind, w.date))
  )
  insert into member_move as w (member_id, kind, date, shop_id, span_no, span_start, span_end, contracted_on,
    first_use_on, first_visit_days, gender, age_band, route, campaign, reason, requested_on, last_visit_on)
  -- One shop's rows are stored together.
  select * from is_now order by shop_id, date
  on conflict (member_id, kind, date) do update set (shop_id, span_no, span_start, span_end, contracted_on, first_use_on,
      first_visit_days, gender, age_band, route, campaign, reason, requested_on, last_visit_on)
    = row (excluded.shop_id, excluded.span_no, excluded.span_start, excluded.span_end, excluded.contracted_on,
      excluded.first_use_on, excluded.first_visit_days, excluded.gender, excluded.age_band,
      excluded.route, excluded.campaign, excluded.reason, excluded.requested_on, excluded.last_visit_on)
  where w is distinct from excluded;
end $$;
revoke execute on function refresh_member_moves from public;

-- Whether visits of a bulk writer are counted and their first and last days are not yet: for who may not read the marks.
create or replace function moves_wait() returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from member_later where what = 'moves')
$$;

-- A member's own facts. A file's are followed at once, everybody else's before the commit.
create or replace function moves_follow_members() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  ids integer[] := array(
    select n.id from gone w join come n on n.id = w.id
    where (w.gender, w.birthday, w.join_route, w.join_campaign)
      is distinct from (n.gender, n.birthday, n.join_route, n.join_campaign));
begin
  if cardinality(ids) = 0 then return null; end if;
  if current_setting('app.bulk', true) = 'on' then
    perform refresh_member_moves(ids);
  else
    insert into member_due (member_id, contracts) select unnest(ids), false;
  end if;
  return null;
end $$;
create or replace trigger moves_follow_members after update on member
  referencing old table as gone new table as come for each statement execute function moves_follow_members();
