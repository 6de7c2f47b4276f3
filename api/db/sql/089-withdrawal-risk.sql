-- 離脱リスク (docs/domain.md): a rule over a member's own visits and contracts, on the data date.

-- The signs that apply. `came`, `came_before`, `member_since`: as for the class. `term_from`: the first day of today's
-- contract, whose plan has `min_months` (null: none). `resumed_on`: the first day after the last 休会 of this membership.
create or replace function risk_signs(class text, came integer, came_before integer, member_since date, term_from date,
  min_months integer, resumed_on date, day date) returns text[] language sql immutable parallel safe as $$
  select case when class is null or class = 'new' then '{}' else array_remove(array[
    case when class in ('newlyDormant', 'dormant') then 'stopped' end,
    case when class = 'decrease' then 'decrease' end,
    case when class = 'decrease' and 3 * came <= came_before then 'third' end,
    case when day >= member_since + interval '3 months' and day < member_since + interval '7 months' then 'tenure' end,
    case when (term_from + min_months * interval '1 month')::date - 1 between day and day + 60 then 'term' end,
    case when resumed_on between day - 59 and day then 'resumed' end
  ], null) end
$$;

-- The level that follows from the class and its signs; null for who is not 稼働.
create or replace function risk_level(class text, signs text[]) returns text language sql immutable parallel safe as $$
  select case
    when class is null then null
    when class = 'new' then 'new'
    when 'stopped' = any (signs) then 'high'
    when 'decrease' = any (signs) then case when cardinality(signs) > 1 then 'high' else 'mid' end
    when cardinality(signs) > 1 then 'mid'
    else 'low' end
$$;
