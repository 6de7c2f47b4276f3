-- Recounts from the activities the days that another version counted, or none.
-- changes with: 150-lean-body-days
-- shown as: 会員の利用状況
delete from lean_body_day_count;
insert into lean_body_day_count (shop_id, day, what, "of", views, watched_sec, completions, ratings, stars)
select 0, tokyo_day(started_at), what, which, count(*), sum(watched_sec), count(completed_at), count(rating),
  coalesce(sum(rating), 0)
from lean_body_activity
cross join lateral (values ('content', content_id),
  ('hour', date_part('hour', started_at at time zone 'Asia/Tokyo')::integer)) as sides (what, which)
group by 2, 3, 4;
delete from lean_body_day_members;
insert into lean_body_day_members (shop_id, day, block, bits)
select 0, tokyo_day(started_at), member_id / 4096, bit_or(block_bit(member_id)) from lean_body_activity group by 2, 3;
