-- Distinct people of months.

-- The people of a month up to each of its days, per shop or for all together as shop 0: visitors, own members who were
-- 稼働, and those of them who visited any shop. Also the median of visit days.
create or replace function people_by_day(first date, last date, ids integer[], of_chain boolean)
returns table (shop integer, visitors integer[], operating integer[], who_came integer[], median double precision)
language sql stable set search_path = public as $$
  with visited as (
    select case when of_chain then 0 else shop_id end as shop, member_id,
      min(33 - position(B'1' in (days & -days)::bit(32))) as day, sum(bit_count(days::bit(32))) as days
    from member_visit_month where shop_id = any (ids) and month = first
    group by 1, member_id
  ),
  own as (
    select case when of_chain then 0 else home_shop_id end as shop, member_id,
      min(33 - position(B'1' in (days & -days)::bit(32))) as day
    from member_visit_month where home_shop_id = any (ids) and month = first
    group by 1, member_id
  ),
  operating as (
    select case when of_chain then 0 else shop_id end as shop, member_id, min(greatest(from_on, first) - first + 1) as day
    from membership_interval
    where shop_id = any (ids) and not suspended and from_on <= last
      and (until_on is null or until_on >= first + (not ends_span)::integer)
    group by 1, member_id
  ),
  event as (
    select shop, day, 1 as visitors, 0 as operating, 0 as who_came from visited
    union all
    select shop, day, 0, 1, 0 from operating
    union all
    select shop, greatest(o.day, own.day), 0, 0, 1 from operating o join own using (shop, member_id)
  ),
  on_day as (
    select shop, day, sum(visitors) as visitors, sum(operating) as operating, sum(who_came) as who_came
    from event group by shop, day
  ),
  to_day as (
    select s.shop, d.day, sum(coalesce(e.visitors, 0)) over w as visitors, sum(coalesce(e.operating, 0)) over w as operating,
      sum(coalesce(e.who_came, 0)) over w as who_came
    from (select distinct case when of_chain then 0 else id end as shop from unnest(ids) as id) s
    cross join generate_series(1, last - first + 1) as d (day)
    left join on_day e on e.shop = s.shop and e.day = d.day
    window w as (partition by s.shop order by d.day)
  )
  select shop, array_agg(visitors::integer order by day), array_agg(operating::integer order by day),
    array_agg(who_came::integer order by day),
    (select percentile_cont(0.5) within group (order by days) from visited v where v.shop = to_day.shop)
  from to_day group by shop
$$;

-- Members as a bit string of this length: bit n is the id n.
create or replace function member_set(ids integer[], bits integer) returns varbit language sql immutable as $$
  -- Written as hexadecimal words of 32 members: a quarter of the digits to join and to read.
  select substring(('x' || coalesce(string_agg(repeat('00000000', word - previous - 1) || lpad(to_hex(held), 8, '0'), '' order by word), '')
    || repeat('00000000', (bits + 31) / 32 - 1 - coalesce(max(word), -1)))::varbit for bits)
  from (
    select word, held, coalesce(lag(word) over (order by word), -1) as previous
    from (select id / 32 as word, bit_or(1 << (31 - id % 32)) as held from unnest(ids) as id group by id / 32) held_word
  ) gap
$$;

-- The people of each month and shop: distinct people over several months or shops can only be counted by id.
create or replace function rebuild_people(first date, last date, ids integer[]) returns void
language plpgsql set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  with people as materialized (
    select id,
      array(select distinct member_id from member_visit_month where shop_id = id and month = first) as came,
      array(select distinct member_id from member_visit_month where home_shop_id = id and month = first) as own_came,
      array(select distinct member_id from membership_interval
        where shop_id = id and not suspended and from_on <= last
          and (until_on is null or until_on >= first + (not ends_span)::integer)) as operating
    from unnest(ids) as id
  ),
  -- Rounded up in large steps, so that sets of other months and shops mostly have the same length.
  sized as (
    select people.*, (greatest((select max(one) from unnest(came || own_came || operating) as one),
      (select max(member.id) from member), 0) / 32768 + 1) * 32768 as bits
    from people
  )
  insert into shop_month_people (shop_id, month, bits, visitors, own_visitors, operating)
  select id, first, bits, member_set(came, bits), member_set(own_came, bits), member_set(operating, bits) from sized
  on conflict (shop_id, month) do update set (bits, visitors, own_visitors, operating)
    = row (excluded.bits, excluded.visitors, excluded.own_visitors, excluded.operating);
end $$;
revoke execute on function rebuild_people from public;

-- The union of the sets of these shops and months.
create or replace function unite_people(ids integer[], months date[],
  out bits integer, out visitors varbit, out operating varbit, out own_visitors varbit)
language sql stable set search_path = public as $$
  with of_length as (
    select p.bits, bit_or(p.visitors) as visitors, bit_or(p.operating) as operating, bit_or(p.own_visitors) as own_visitors
    from shop_month_people p where p.shop_id = any (ids) and p.month = any (months) group by p.bits
  ),
  padded as (
    select *, repeat('0', (select max(bits) from of_length) - bits)::varbit as rest from of_length
  )
  select max(bits), bit_or(visitors || rest), bit_or(operating || rest), bit_or(own_visitors || rest) from padded
$$;

-- The number of them; shop 0: the chain.
create or replace function count_people(ids integer[], months date[],
  out visitors bigint, out operating bigint, out who_came bigint)
language sql stable set search_path = public as $$
  select coalesce(bit_count(p.visitors), 0), coalesce(bit_count(p.operating), 0),
    coalesce(bit_count(p.operating & p.own_visitors), 0)
  from unite_people(ids, months) p
$$;
