-- The chain's activities by day: counts by content and by hour, and the members. They follow the activities in the same
-- transaction, and all writers take them in one order. Without them a quarter of a large chain would take half a
-- second.

-- One member in the bit set of their block of 4,096 ids.
create or replace function block_bit(member_id integer) returns bit(4096) language sql immutable as $$
  select set_bit(repeat('0', 4096)::bit(4096), member_id % 4096, 1)
$$;
create or replace function lean_body_days_follow() returns trigger language plpgsql security definer
set search_path = public as $$
declare
  -- The new rows, the old rows, or both.
  moved text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select 1 as n, * from come' end,
    case when tg_op <> 'INSERT' then 'select -1 as n, * from gone' end);
  left_over text := case tg_op
    when 'DELETE' then 'gone'
    when 'UPDATE' then '(select g.* from gone g where not exists (select from come c where c.id = g.id
      and c.member_id = g.member_id and tokyo_day(c.started_at) = tokyo_day(g.started_at)))' end;
begin
  execute format('
    insert into lean_body_day_count as c (shop_id, day, what, "of", views, watched_sec, completions, ratings, stars)
    select 0, tokyo_day(started_at), what, which, sum(n), sum(n * watched_sec), coalesce(sum(n) filter (where completed_at is not null), 0),
      coalesce(sum(n) filter (where rating is not null), 0), coalesce(sum(n * rating), 0)
    from (%s) moved
    cross join lateral (values (''content'', content_id),
      (''hour'', date_part(''hour'', started_at at time zone ''Asia/Tokyo'')::integer)) as sides (what, which)
    group by 2, 3, 4 order by 2, 3, 4
    on conflict (shop_id, day, what, "of") do update set
      (views, watched_sec, completions, ratings, stars) = row (c.views + excluded.views,
        c.watched_sec + excluded.watched_sec, c.completions + excluded.completions, c.ratings + excluded.ratings,
        c.stars + excluded.stars)', moved);
  if tg_op <> 'DELETE' then
    insert into lean_body_day_members as m (shop_id, day, block, bits)
    select 0, tokyo_day(started_at), member_id / 4096, bit_or(block_bit(member_id)) from come
    group by 2, 3 order by 2, 3
    on conflict (shop_id, day, block) do update set bits = m.bits | excluded.bits where m.bits <> m.bits | excluded.bits;
  end if;
  if tg_op <> 'INSERT' then
    -- Concurrent writers of these rows wait, then add to what is counted here.
    execute format('
      select from lean_body_day_members m where m.shop_id = 0 and (m.day, m.block) in
        (select tokyo_day(started_at), member_id / 4096 from %s g) order by m.day, m.block for update', left_over);
    execute format('
      update lean_body_day_members m set bits = coalesce((
        select bit_or(block_bit(a.member_id)) from lean_body_activity a
        where a.started_at >= m.day::timestamp at time zone ''Asia/Tokyo''
          and a.started_at < (m.day + 1)::timestamp at time zone ''Asia/Tokyo'' and a.member_id / 4096 = m.block
      ), repeat(''0'', 4096)::bit(4096))
      where m.shop_id = 0 and (m.day, m.block) in (select tokyo_day(started_at), member_id / 4096 from %s g)', left_over);
  end if;
  return null;
end $$;
create or replace trigger lean_body_days_come after insert on lean_body_activity referencing new table as come
  for each statement execute function lean_body_days_follow();
create or replace trigger lean_body_days_change after update on lean_body_activity
  referencing old table as gone new table as come for each statement execute function lean_body_days_follow();
create or replace trigger lean_body_days_go after delete on lean_body_activity referencing old table as gone
  for each statement execute function lean_body_days_follow();
