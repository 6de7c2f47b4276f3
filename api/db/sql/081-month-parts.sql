-- What reports count of a month besides shop_day and shop_month: one line for each set of rollups. It runs at the end of
-- rebuild_month, and for the months of shops that a changed contract touches.
create or replace function rebuild_month_parts(first date, ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(ids) = 0 then return; end if;
end $$;
revoke execute on function rebuild_month_parts from public;

-- The chain's own rows of the same, as shop 0. It runs at the end of rebuild_chain_month.
create or replace function rebuild_chain_parts(first date) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  return;
end $$;
revoke execute on function rebuild_chain_parts from public;

-- The months of shops, up to the data date, in which stretches of membership differ.
create or replace function months_touched(was membership_interval[], is_now membership_interval[])
returns table (shop_id integer, month date) language sql stable set search_path = public as $$
  select distinct other.shop_id, month::date
  from (
    (select * from unnest(was) except select * from unnest(is_now))
    union all
    (select * from unnest(is_now) except select * from unnest(was))
  ) other
  cross join generate_series(month_of(from_on)::timestamp, least(until_on, data_date())::timestamp, interval '1 month') as month
$$;
