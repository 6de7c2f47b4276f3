-- Membership. Segments that touch or overlap form one span. On each day the segment with the later start applies, then
-- the higher fee; options alone are no membership. Null: all members.
create or replace function rebuild_membership(ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  perform lock_rollups();
  delete from membership_interval where ids is null or member_id = any (ids);
  with segment as materialized (
    select id, member_id, shop_id, kind = 'suspension' as suspended, start_on, end_on, monthly_fee
    from contract
    where kind <> 'option' and (ids is null or member_id = any (ids))
  ),
  -- Nothing starts or ends between two neighbouring edges, so one segment covers the whole stretch.
  edge as (
    select member_id, start_on as from_on from segment
    union
    select member_id, end_on + 1 from segment where end_on is not null
  ),
  stretch as (
    select member_id, from_on, lead(from_on) over (partition by member_id order by from_on) as until_on from edge
  ),
  covered as (
    select distinct on (t.member_id, t.from_on)
      t.member_id, t.from_on, t.until_on, s.id as contract_id, s.shop_id, s.suspended
    from stretch t
    join segment s on s.member_id = t.member_id
      and s.start_on <= t.from_on and (s.end_on is null or s.end_on >= t.from_on)
    order by t.member_id, t.from_on, s.start_on desc, s.monthly_fee desc, s.id desc
  ),
  marked as (
    select *,
      lag(until_on) over m is distinct from from_on as starts_span,
      (lag(until_on) over m = from_on and lag(contract_id) over m = contract_id) is true as goes_on
    from covered window m as (partition by member_id order by from_on)
  ),
  numbered as (
    select *,
      count(*) filter (where starts_span) over m as span_no,
      count(*) filter (where not goes_on) over m as run_no
    from marked window m as (partition by member_id order by from_on)
  ),
  run as (
    select member_id, span_no, run_no, contract_id, shop_id, suspended, min(from_on) as from_on,
      nullif(max(coalesce(until_on, 'infinity')), 'infinity') as until_on
    from numbered group by member_id, span_no, run_no, contract_id, shop_id, suspended
  ),
  spanned as (
    select *,
      lag(shop_id) over s as previous_shop_id,
      lead(shop_id) over s as next_shop_id,
      lag(suspended) over s as was_suspended,
      row_number() over s = 1 as starts_span,
      row_number() over s = count(*) over (partition by member_id, span_no) as ends_span,
      min(from_on) over (partition by member_id, span_no) as span_start,
      nullif(max(coalesce(until_on - 1, 'infinity')) over (partition by member_id, span_no), 'infinity') as span_end
    from run window s as (partition by member_id, span_no order by from_on)
  )
  insert into membership_interval (member_id, from_on, until_on, shop_id, contract_id, suspended, enters_suspension,
    span_no, starts_span, ends_span, span_start, span_end, came_from_shop_id, went_to_shop_id)
  select member_id, from_on,
    -- The last day of a span does not count at its own close, so the stretch excludes it.
    case when ends_span then until_on - 1 else until_on end,
    shop_id, contract_id, suspended, suspended and was_suspended is not true,
    span_no, starts_span, ends_span, span_start, span_end,
    nullif(previous_shop_id, shop_id), nullif(next_shop_id, shop_id)
  from spanned;
end $$;
revoke execute on function rebuild_membership from public;

-- Join date and end of membership: cohorts are counted from the index alone.
create index if not exists membership_interval_joined on membership_interval (shop_id, from_on) include (span_end)
  where starts_span;

-- The shop whose member somebody is on a day; on their last day they may still visit.
create or replace function member_of(member integer, day date) returns integer language sql stable as $$
  select i.shop_id from membership_interval i
  where i.member_id = member and i.from_on <= day
    and (i.until_on is null or day < i.until_on or (i.ends_span and day = i.until_on))
  order by i.from_on desc limit 1
$$;
