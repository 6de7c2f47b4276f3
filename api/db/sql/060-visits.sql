-- Visits: events of one member at one shop within an hour of the first event are one visit, on the business day of that
-- event; each event of a guest is a visit. Returns the visits that started in a period. It looks one day back, so a
-- chain of scans less than an hour apart may start before it. Members: only theirs.
drop function if exists merged_visits(integer[], timestamptz, timestamptz);
create or replace function merged_visits(shops integer[], since timestamptz, until timestamptz,
  members integer[] default null)
returns table (shop_id integer, member_id integer, home_shop_id integer, entered_at timestamptz, date date)
language sql stable as $$
  with recursive event as materialized (
    select shop_id, member_id, home_shop_id, entered_at,
      coalesce(entered_at <= lag(entered_at) over m + interval '1 hour', false) as follows,
      coalesce(lead(entered_at) over m <= entered_at + interval '1 hour', false) as is_followed
    from visit
    where shop_id = any (shops) and member_id is not null and (members is null or member_id = any (members))
      and entered_at >= since - interval '1 day' and entered_at < until
    window m as (partition by shop_id, member_id order by entered_at)
  ),
  -- Most events stand alone.
  chained as materialized (
    select *, count(*) filter (where not follows) over (partition by shop_id, member_id order by entered_at) as chain
    from event where follows or is_followed
  ),
  chain as (
    select shop_id, member_id, chain, min(entered_at) as entered_at, max(entered_at) as last_at,
      (array_agg(home_shop_id order by entered_at))[1] as home_shop_id
    from chained group by shop_id, member_id, chain
  ),
  -- Chains longer than an hour are rare; only these are walked visit by visit.
  long_chain as materialized (
    select e.* from chained e join chain c using (shop_id, member_id, chain)
    where c.last_at > c.entered_at + interval '1 hour'
  ),
  member_visit as (
    select shop_id, member_id, chain, entered_at, last_at, home_shop_id from chain
    union all
    select v.shop_id, v.member_id, v.chain, next.entered_at, v.last_at, next.home_shop_id
    from member_visit v
    cross join lateral (
      select e.entered_at, e.home_shop_id from long_chain e
      where e.shop_id = v.shop_id and e.member_id = v.member_id and e.chain = v.chain
        and e.entered_at > v.entered_at + interval '1 hour'
      order by e.entered_at limit 1
    ) next
    where v.last_at > v.entered_at + interval '1 hour'
  ),
  any_visit as (
    select shop_id, member_id, home_shop_id, entered_at from event where not follows and not is_followed
    union all
    select shop_id, member_id, home_shop_id, entered_at from member_visit
    union all
    select shop_id, null, null, entered_at from visit
    where shop_id = any (shops) and member_id is null and members is null
      and entered_at >= since and entered_at < until
  )
  select v.*, business_day(v.entered_at, s.day_start_hour)
  from any_visit v join shop s on s.id = v.shop_id where v.entered_at >= since
$$;
