-- 入会 of the chain in each month from `since` to `until`, whole and up to the day of the month: the course used to
-- forecast a shop with too few of its own. While months are still to be counted it is counted from the memberships.
-- Security definer: only these sums are returned.
create or replace function course_of_chain(since date, until date, up_to integer)
returns table (first date, so_far bigint, total bigint)
language sql stable security definer set search_path = public as $$
  select m::date, coalesce(sum(joined) filter (where day < up_to), 0)::bigint, coalesce(sum(joined), 0)::bigint
  from generate_series(since::timestamp, until::timestamp, interval '1 month') as m
  left join lateral (
    select i.from_on - m::date as day, count(*) as joined
    from shop s join membership_interval i on i.shop_id = s.id and i.starts_span
      and i.from_on >= m::date and i.from_on < m + interval '1 month' and i.from_on <= data_date()
    group by i.from_on
  ) joiner on true
  where exists (select from rollup_later)
  group by m
  union all
  select m::date, (
      select coalesce(sum(d.admissions), 0) from shop s
      join shop_day d on d.shop_id = s.id and d.date between m::date and least(m::date + up_to, (m + interval '1 month')::date) - 1
    ), (select coalesce(sum(admissions), 0) from shop_month where shop_id > 0 and month = m::date)
  from generate_series(since::timestamp, until::timestamp, interval '1 month') as m
  where not exists (select from rollup_later)
$$;
revoke execute on function course_of_chain from public;
grant execute on function course_of_chain to karada_app;
