-- Days in Tokyo, and the data date.

create or replace function tokyo_day(at timestamptz) returns date language sql immutable parallel safe as $$
  select (at at time zone 'Asia/Tokyo')::date
$$;
-- The first moment of a day in Tokyo.
create or replace function day_start(day date) returns timestamptz language sql immutable parallel safe as $$
  select day::timestamp at time zone 'Asia/Tokyo'
$$;
-- The business day of a moment, in a shop whose business day starts at this hour.
create or replace function business_day(at timestamptz, turns_at integer) returns date language sql immutable parallel safe as $$
  select (at at time zone 'Asia/Tokyo' - make_interval(hours => turns_at))::date
$$;
create or replace function month_of(day date) returns date language sql immutable parallel safe as $$
  select date_trunc('month', day)::date
$$;
-- The last day that facts cover; null before the first facts.
create or replace function data_date() returns date language sql stable as $$
  select tokyo_day(data_as_of) from data_state
$$;

-- The first day with any rollup; null without facts. Needs an up-to-date membership_interval.
create or replace function first_fact() returns date language sql stable set search_path = public as $$
  select least(
    (select min(from_on) from membership_interval),
    (select min(date) from shop_day),
    (select min(cancel_requested_on) from contract where kind <> 'option'),
    -- A business day may have started the day before.
    (select min(tokyo_day(entered_at)) - 1 from visit),
    (select min(tokyo_day(settled_at)) from sale),
    (select min(target_month) from billing),
    (select min(tokyo_day(start_at)) from reservation),
    (select min(tokyo_day(start_at)) from slot),
    (select min(tokyo_day(at)) from lead))
$$;

-- One writer of rollups at a time: two concurrent corrections of one month would each miss the other's facts.
create or replace function lock_rollups() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('rollups', 0))
$$;
