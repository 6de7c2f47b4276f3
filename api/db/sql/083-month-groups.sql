-- Members of a month by plan, gender, age and route, for LTV and プラン構成. The chain's rows (shop 0) change by the
-- difference, so that a correction costs its shop alone.

-- The tens of somebody's age on a day, 10 below twenty and 70 from there on; 0: unknown.
create or replace function age_band(birthday date, day date) returns smallint language sql immutable parallel safe as $$
  select (case when birthday is null or birthday > day then 0
    -- Of timestamps: those with a time zone are not immutable, and the function would be called for each row.
    else least(greatest(extract(year from age(day::timestamp, birthday::timestamp))::integer / 10 * 10, 10), 70) end)::smallint
$$;

-- Counts by position: one list plus (or with -1 minus) another.
create or replace function add_counts(counts integer[], more integer[], times integer) returns integer[]
language sql immutable parallel safe as $$
  select array_agg(coalesce(one, 0) + times * coalesce(other, 0) order by at)
  from unnest(counts, more) with ordinality as both_of (one, other, at)
$$;

-- The plan that a member on 休会 had before it in the same membership; null where there was none.
create or replace function plan_before(member integer, span integer, day date) returns text
language sql stable parallel safe as $$
  select p.code from membership_interval w join contract c on c.id = w.contract_id join shop_plan p on p.id = c.plan_id
  where w.member_id = member and w.span_no = span and not w.suspended and w.from_on < day
  order by w.from_on desc limit 1
$$;

-- 在籍期間 of whole months from the first day to the last, both included: the key of `tenureBands`.
create or replace function tenure_band(began date, ended date) returns text language sql immutable parallel safe as $$
  select case when began is null then 'unknown' when months < 3 then '0' when months < 6 then '3' when months < 12 then '6'
    when months < 24 then '12' else '24' end
  from (select extract(year from stay) * 12 + extract(month from stay) as months
    from (select age((ended + 1)::timestamp, began::timestamp) as stay) lasted) counted
$$;

-- The day from which a membership counts, as `startOf` in api/figures/known-start.ts, but not from the list, which is
-- written after the months. Null: unknown.
create or replace function counted_start(member integer, span integer, first_day date) returns date language plpgsql stable
set search_path = public as $$
begin
  if not exists (select from joined_day where day = first_day and answer <> 'correct') then return first_day; end if;
  return (select holds.day
    from member m left join joined_day j on j.day = m.joined_on
    cross join lateral (select joined_on_of(m.id, m.joined_on, j.answer) as day) holds
    where m.id = member and span = 1 and holds.day <= first_day);
end $$;
revoke execute on function counted_start from public;

create or replace function rebuild_month_groups(first date, ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  last date := least((first + interval '1 month')::date - 1, data_date());
begin
  with was as (
    delete from shop_month_group where shop_id = any (ids) and month = first returning *
  )
  update shop_month_group g
  set (opening, opening_suspended, closing, suspended, fees, admissions, withdrawals, sales, payers)
    = row (g.opening - w.opening, g.opening_suspended - w.opening_suspended, g.closing - w.closing,
      g.suspended - w.suspended, g.fees - w.fees, g.admissions - w.admissions, g.withdrawals - w.withdrawals,
      g.sales - w.sales, g.payers - w.payers)
  from (
    select plan, gender, age_band, join_route, sum(opening) as opening, sum(opening_suspended) as opening_suspended,
      sum(closing) as closing, sum(suspended) as suspended, sum(fees) as fees, sum(admissions) as admissions,
      sum(withdrawals) as withdrawals, sum(sales) as sales, sum(payers) as payers
    from was group by plan, gender, age_band, join_route
  ) w
  where g.shop_id = 0 and g.month = first
    and (g.plan, g.gender, g.age_band, g.join_route) = (w.plan, w.gender, w.age_band, w.join_route);
  with was as (
    delete from shop_cohort where shop_id = any (ids) and month = first returning *
  )
  update shop_cohort c
  set joined = c.joined - w.joined, kept = add_counts(c.kept, w.kept, -1), paused = add_counts(c.paused, w.paused, -1)
  from (
    select plan, gender, age_band, join_route, max(joined) as joined, array_agg(kept order by at) as kept,
      array_agg(paused order by at) as paused
    from (
      select plan, gender, age_band, join_route, at, sum(joined) as joined, sum(stays.kept)::integer as kept,
        sum(stays.paused)::integer as paused
      from was, unnest(kept, paused) with ordinality as stays (kept, paused, at)
      group by plan, gender, age_band, join_route, at
    ) counted
    group by plan, gender, age_band, join_route
  ) w
  where c.shop_id = 0 and c.month = first
    and (c.plan, c.gender, c.age_band, c.join_route) = (w.plan, w.gender, w.age_band, w.join_route);
  delete from shop_cohort_sales where shop_id = any (ids) and month = first;
  delete from shop_leaver where shop_id = any (ids) and month = first;
  with was as (
    delete from shop_month_move where shop_id = any (ids) and month = first returning *
  )
  update shop_month_move m
  set (members, yen, yen_within, squares)
    = row (m.members - w.members, m.yen - w.yen, m.yen_within - w.yen, m.squares - w.squares)
  from (
    select kind_within, old_plan, new_plan, reason, tenure, sum(members) as members, sum(yen_within) as yen,
      sum(squares) as squares
    from was where kind <> 'transferOut' group by kind_within, old_plan, new_plan, reason, tenure
  ) w
  where m.shop_id = 0 and m.month = first and (m.kind, m.old_plan, m.new_plan, m.reason, m.tenure)
    = (w.kind_within, w.old_plan, w.new_plan, w.reason, w.tenure);
  with was as (
    delete from shop_month_joined_fees where shop_id = any (ids) and month = first returning *
  )
  update shop_month_joined_fees f set members = f.members - w.members, fees = f.fees - w.fees
  from (select joined_month, sum(members) as members, sum(fees) as fees from was group by joined_month) w
  where f.shop_id = 0 and f.month = first and f.joined_month = w.joined_month;

  if last >= first then
    with stretch as materialized (
      select i.*, p.code as plan, c.monthly_fee as fee, m.gender, age_band(m.birthday, first) as age_band,
        coalesce(m.join_route, '') as join_route
      from membership_interval i
      join contract c on c.id = i.contract_id
      join shop_plan p on p.id = c.plan_id
      join member m on m.id = i.member_id
      where i.shop_id = any (ids) and i.from_on <= last and (i.until_on is null or i.until_on >= first)
    ),
    bought as materialized (
      select s.shop_id, s.member_id, sum(l.net) as net
      from sale s join sale_line l on l.sale_id = s.id
      where s.shop_id = any (ids) and s.status in ('paid', 'refunded')
        and s.settled_at >= day_start(first) and s.settled_at < day_start(last + 1)
      group by s.shop_id, s.member_id
    ),
    -- Who bought, by the first plan that covers a day of the month, in whichever shop.
    buyer as materialized (
      select distinct on (i.member_id) i.member_id, p.code as plan, m.gender, age_band(m.birthday, first) as age_band,
        coalesce(m.join_route, '') as join_route, i.span_start
      from (select distinct member_id from bought where member_id is not null) b
      join membership_interval i on i.member_id = b.member_id and i.from_on <= last
        and (i.until_on is null or i.until_on > first or (i.ends_span and i.until_on = first))
      join contract c on c.id = i.contract_id
      join shop_plan p on p.id = c.plan_id
      join member m on m.id = i.member_id
      order by i.member_id, i.from_on
    ),
    of_cohorts as (
      insert into shop_cohort_sales (shop_id, month, joined_month, net)
      select b.shop_id, first, month_of(y.span_start), sum(b.net)
      from bought b join buyer y on y.member_id = b.member_id
      where y.span_start >= first - interval '24 months'
        and y.span_start not in (select day from joined_day where answer <> 'correct')
      group by b.shop_id, month_of(y.span_start)
    ),
    part as (
      select shop_id, plan, gender, age_band, join_route, (from_on < first)::integer as opening,
        (from_on < first and suspended)::integer as opening_suspended,
        ((until_on <= last) is not true)::integer as closing,
        ((until_on <= last) is not true and suspended)::integer as suspended,
        case when (until_on <= last) is not true then fee else 0 end as fees,
        (starts_span and from_on >= first)::integer as admissions, 0 as withdrawals, 0 as sales, 0 as payers
      from stretch
      union all
      select shop_id, coalesce(case when suspended then plan_before(member_id, span_no, from_on) end, plan), gender,
        age_band, join_route, 0, 0, 0, 0, 0, 0, 1, 0, 0
      from stretch where ends_span and until_on between first and last
      union all
      select b.shop_id, coalesce(y.plan, ''), coalesce(y.gender, ''), coalesce(y.age_band, 0),
        coalesce(y.join_route, ''), 0, 0, 0, 0, 0, 0, 0, b.net, (y.member_id is not null and b.net > 0)::integer
      from bought b left join buyer y on y.member_id = b.member_id
    ),
    added as (
      insert into shop_month_group (shop_id, month, plan, gender, age_band, join_route, opening, opening_suspended,
        closing, suspended, fees, admissions, withdrawals, sales, payers)
      select shop_id, first, case grouping(plan) when 1 then '' else plan end,
        -- The shop's total: no gender is called so.
        case grouping(plan) when 1 then '*' else gender end, case grouping(plan) when 1 then 0 else age_band end,
        case grouping(plan) when 1 then '' else join_route end, sum(opening), sum(opening_suspended), sum(closing),
        sum(suspended), sum(fees), sum(admissions), sum(withdrawals), sum(sales), sum(payers)
      from part
      group by grouping sets ((shop_id, plan, gender, age_band, join_route), (shop_id))
      returning *
    )
    insert into shop_month_group as g (shop_id, month, plan, gender, age_band, join_route, opening, opening_suspended,
      closing, suspended, fees, admissions, withdrawals, sales, payers)
    select 0, first, plan, gender, age_band, join_route, sum(opening), sum(opening_suspended), sum(closing),
      sum(suspended), sum(fees), sum(admissions), sum(withdrawals), sum(sales), sum(payers)
    from added group by plan, gender, age_band, join_route
    on conflict (shop_id, month, plan, gender, age_band, join_route) do update
    set (opening, opening_suspended, closing, suspended, fees, admissions, withdrawals, sales, payers)
      = row (g.opening + excluded.opening, g.opening_suspended + excluded.opening_suspended, g.closing + excluded.closing,
        g.suspended + excluded.suspended, g.fees + excluded.fees, g.admissions + excluded.admissions,
        g.withdrawals + excluded.withdrawals, g.sales + excluded.sales, g.payers + excluded.payers);

    -- Who joined, and how many of them were still members each month later, at most 24.
    with joiner as materialized (
      select i.member_id, i.shop_id, i.from_on, i.span_no, i.span_end, p.code as plan, m.gender,
        age_band(m.birthday, first) as age_band, coalesce(m.join_route, '') as join_route
      from membership_interval i
      join contract c on c.id = i.contract_id
      join shop_plan p on p.id = c.plan_id
      join member m on m.id = i.member_id
      where i.shop_id = any (ids) and i.starts_span and i.from_on between first and last
        and i.from_on not in (select day from joined_day where answer <> 'correct')
    ),
    pause as (
      select distinct j.member_id, j.from_on, k
      from joiner j
      join membership_interval s on s.member_id = j.member_id and s.span_no = j.span_no and s.suspended
      cross join generate_series(0, 24) as k
      where s.from_on <= j.from_on + make_interval(months => k)
        and (s.until_on is null or j.from_on + make_interval(months => k) < s.until_on)
    ),
    counted as (
      select j.shop_id, j.plan, j.gender, j.age_band, j.join_route, k.k, count(*) as joined,
        count(*) filter (where (j.from_on + make_interval(months => k.k) >= j.span_end) is not true)::integer as kept,
        count(p.k)::integer as paused
      from joiner j
      cross join generate_series(0, 24) as k
      left join pause p on p.member_id = j.member_id and p.from_on = j.from_on and p.k = k.k
      group by j.shop_id, j.plan, j.gender, j.age_band, j.join_route, k.k
    ),
    added as (
      insert into shop_cohort (shop_id, month, plan, gender, age_band, join_route, joined, kept, paused)
      select shop_id, first, plan, gender, age_band, join_route, max(joined), array_agg(kept order by k),
        array_agg(paused order by k)
      from (
        select * from counted
        union all
        select shop_id, '', '*', 0, '', k, sum(joined), sum(kept)::integer, sum(paused)::integer
        from counted group by shop_id, k
      ) each_and_all
      group by shop_id, plan, gender, age_band, join_route
      returning *
    ),
    summed as (
      select plan, gender, age_band, join_route, at, sum(joined) as joined, sum(stays.kept)::integer as kept,
        sum(stays.paused)::integer as paused
      from added, unnest(kept, paused) with ordinality as stays (kept, paused, at)
      group by plan, gender, age_band, join_route, at
    )
    insert into shop_cohort as c (shop_id, month, plan, gender, age_band, join_route, joined, kept, paused)
    select 0, first, plan, gender, age_band, join_route, max(joined), array_agg(kept order by at),
      array_agg(paused order by at)
    from summed group by plan, gender, age_band, join_route
    on conflict (shop_id, month, plan, gender, age_band, join_route) do update
    set joined = c.joined + excluded.joined, kept = add_counts(c.kept, excluded.kept, 1),
      paused = add_counts(c.paused, excluded.paused, 1);

    -- Who left, and what they had paid by the end of that month, in whichever shop.
    -- Their sales are joined once: a lookup for each of them has been planned as a scan for each.
    with leaver as materialized (
      select i.shop_id, i.member_id, i.until_on, i.span_start, m.gender,
        coalesce(case when i.suspended then plan_before(i.member_id, i.span_no, i.from_on) end, p.code) as plan,
        age_band(m.birthday, first) as age_band, coalesce(m.join_route, '') as join_route
      from membership_interval i
      join contract c on c.id = i.contract_id
      join shop_plan p on p.id = c.plan_id
      join member m on m.id = i.member_id
      where i.shop_id = any (ids) and i.ends_span and i.until_on between first and last
    ),
    paid as (
      select s.member_id, sum(l.net) as paid,
        count(distinct month_of(tokyo_day(s.settled_at))) filter (where s.refund_of is null and l.net > 0) as months
      from (select distinct member_id from leaver) one
      join sale s on s.member_id = one.member_id
      join sale_line l on l.sale_id = s.id
      where s.status in ('paid', 'refunded') and s.settled_at < day_start(last + 1)
      group by s.member_id
    )
    insert into shop_leaver (shop_id, month, member_id, left_on, joined_on, plan, gender, age_band, join_route, paid,
      paying_months)
    select l.shop_id, first, l.member_id, l.until_on, l.span_start, l.plan, l.gender, l.age_band, l.join_route,
      coalesce(b.paid, 0), coalesce(b.months, 0)
    from leaver l left join paid b on b.member_id = l.member_id;

    -- What changed from close to close: fees, plans and where they were paid. Who left has the reason and the tenure of the
    -- membership whose fee is lost, in whichever shop it ended.
    with here as materialized (
      select i.member_id from membership_interval i
      where i.shop_id = any (ids) and i.from_on <= last and (i.until_on is null or i.until_on >= first)
      group by i.member_id
    ),
    state as materialized (
      select i.member_id, i.shop_id, i.suspended, i.span_no, i.span_start, i.ends_span, i.until_on, i.from_on < first as was,
        (i.until_on <= last) is not true as is_now, p.code as plan, c.monthly_fee as fee, c.cancel_reason
      from here
      join membership_interval i on i.member_id = here.member_id and i.from_on <= last
        and (i.until_on is null or i.until_on >= first)
      join contract c on c.id = i.contract_id
      join shop_plan p on p.id = c.plan_id
    ),
    change as (
      select w.shop_id as old_shop, n.shop_id as new_shop, w.plan as old_plan, n.plan as new_plan,
        coalesce(w.fee, 0) as old_fee, coalesce(n.fee, 0) as new_fee,
        case
          when w.member_id is null and n.span_no > 1 then 'rejoin'
          when w.member_id is null then 'new'
          when n.member_id is null then 'withdrawal'
          when n.suspended and not w.suspended then 'suspension'
          when w.suspended and not n.suspended then 'resume'
          when n.fee > w.fee then 'increase'
          when n.fee < w.fee then 'decrease'
          else 'same' end as kind,
        coalesce(e.cancel_reason, '') as reason,
        case when n.member_id is null
          then tenure_band(counted_start(w.member_id, w.span_no, w.span_start), e.until_on) else '' end as tenure
      from (select * from state where was) w
      full join (select * from state where is_now) n on n.member_id = w.member_id
      left join state e on n.member_id is null and e.member_id = w.member_id and e.span_no = w.span_no and e.ends_span
    ),
    moved as (
      select coalesce(new_shop, old_shop) as shop_id, 0 as other_shop_id, kind, kind as kind_within, old_plan, new_plan,
        reason, tenure, new_fee - old_fee as yen, new_fee - old_fee as yen_within
      from change where (old_shop <> new_shop) is not true
      union all
      select new_shop, old_shop, 'transferIn', kind, old_plan, new_plan, '', '', new_fee, new_fee - old_fee
      from change where old_shop <> new_shop
      union all
      select old_shop, new_shop, 'transferOut', '', old_plan, new_plan, '', '', -old_fee, 0
      from change where old_shop <> new_shop
    ),
    added as (
      insert into shop_month_move (shop_id, month, other_shop_id, kind, kind_within, old_plan, new_plan, reason, tenure,
        members, yen, yen_within, squares)
      select shop_id, first, other_shop_id, kind, kind_within, coalesce(old_plan, ''), coalesce(new_plan, ''), reason,
        tenure, count(*), sum(yen), sum(yen_within), sum(yen_within::bigint * yen_within)
      from moved
      where shop_id = any (ids) and (kind <> 'same' or old_plan <> new_plan)
      group by shop_id, other_shop_id, kind, kind_within, old_plan, new_plan, reason, tenure
      returning *
    )
    insert into shop_month_move as m (shop_id, month, other_shop_id, kind, kind_within, old_plan, new_plan, reason, tenure,
      members, yen, yen_within, squares)
    select 0, first, 0, kind_within, kind_within, old_plan, new_plan, reason, tenure, sum(members), sum(yen_within),
      sum(yen_within), sum(squares)
    from added
    where kind <> 'transferOut' and (kind_within <> 'same' or old_plan <> new_plan)
    group by kind_within, old_plan, new_plan, reason, tenure
    on conflict (shop_id, month, other_shop_id, kind, kind_within, old_plan, new_plan, reason, tenure) do update
    set (members, yen, yen_within, squares) = row (m.members + excluded.members, m.yen + excluded.yen,
      m.yen_within + excluded.yen_within, m.squares + excluded.squares);

    -- What is left of the fees of who joined these shops in this month and the 24 before it, in whichever shop they are.
    with added as (
      insert into shop_month_joined_fees (shop_id, month, joined_month, members, fees)
      select s.shop_id, first, month_of(s.from_on), count(*), sum(c.monthly_fee)
      from membership_interval s
      join membership_interval i on i.member_id = s.member_id and i.span_no = s.span_no and i.from_on <= last
        and (i.until_on <= last) is not true
      join contract c on c.id = i.contract_id
      where s.shop_id = any (ids) and s.starts_span and s.from_on between (first - interval '24 months')::date and last
        and (s.span_end <= last) is not true
        and s.from_on not in (select day from joined_day where answer <> 'correct')
      group by s.shop_id, month_of(s.from_on)
      returning *
    )
    insert into shop_month_joined_fees as f (shop_id, month, joined_month, members, fees)
    select 0, first, joined_month, sum(members), sum(fees) from added group by joined_month
    on conflict (shop_id, month, joined_month) do update
    set members = f.members + excluded.members, fees = f.fees + excluded.fees;
  end if;

  delete from shop_month_move where shop_id = 0 and month = first and members = 0;
  delete from shop_month_joined_fees where shop_id = 0 and month = first and members = 0;
  delete from shop_month_group where shop_id = 0 and month = first
    and (opening, closing, admissions, withdrawals, payers, sales) = (0, 0, 0, 0, 0, 0);
  delete from shop_month_group where shop_id = any (ids) and month = first
    and (opening, closing, admissions, withdrawals, payers, sales) = (0, 0, 0, 0, 0, 0);
  delete from shop_cohort where shop_id = 0 and month = first and joined = 0;
end $$;
revoke execute on function rebuild_month_groups from public;
