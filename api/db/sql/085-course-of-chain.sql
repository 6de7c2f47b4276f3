-- 入会 of the chain in each month from `since` to `until`, whole and up to the day of the month: the course used to
-- forecast a shop with too few of its own. Security definer: only these sums are returned.
create or replace function course_of_chain(since date, until date, up_to integer)
returns table (first date, so_far bigint, total bigint)
language sql stable security definer set search_path = public as $$
  select m::date, (
      select coalesce(sum(d.admissions), 0) from shop s
      join shop_day d on d.shop_id = s.id and d.date between m::date and least(m::date + up_to, (m + interval '1 month')::date) - 1
    ), (select coalesce(sum(admissions), 0) from shop_month where shop_id > 0 and month = m::date)
  from generate_series(since::timestamp, until::timestamp, interval '1 month') as m
$$;
revoke execute on function course_of_chain from public;
grant execute on function course_of_chain to karada_app;
