-- Views, completions and ratings of a content by all members, updated when activities are added, changed or deleted.
-- Security definer: whoever sees a content sees these counts, but not whose they are.
create or replace function count_lean_body_views() returns trigger language plpgsql security definer
set search_path = public as $$
begin
  execute format(
    'update lean_body_content c set view_count = c.view_count + d.views,
       completion_count = c.completion_count + d.completions, rating_count = c.rating_count + d.ratings,
       rating_sum = c.rating_sum + d.stars
     from (
       select content_id, sum(n) as views, sum(n) filter (where completed_at is not null) as completions,
         sum(n) filter (where rating is not null) as ratings, sum(n * rating) as stars
       from (%s) a group by content_id
     ) s
     cross join lateral (select coalesce(s.views, 0) as views, coalesce(s.completions, 0) as completions,
       coalesce(s.ratings, 0) as ratings, coalesce(s.stars, 0) as stars) d
     where c.id = s.content_id',
    -- The new rows, the old rows, or both.
    concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select 1 as n, content_id, completed_at, rating from come' end,
      case when tg_op <> 'INSERT' then 'select -1 as n, content_id, completed_at, rating from gone' end));
  return null;
end $$;
create or replace trigger lean_body_views_come after insert on lean_body_activity referencing new table as come
  for each statement execute function count_lean_body_views();
create or replace trigger lean_body_views_change after update on lean_body_activity
  referencing old table as gone new table as come for each statement execute function count_lean_body_views();
create or replace trigger lean_body_views_go after delete on lean_body_activity referencing old table as gone
  for each statement execute function count_lean_body_views();
