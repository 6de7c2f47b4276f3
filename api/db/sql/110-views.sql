-- Views with their owner's rights, each with its scope in it (decisions 0011, 0017). Row-level security would keep
-- every condition that is not leakproof out of the indexes.

-- All columns of the table, so a new column is a change here (the last ones are 離脱リスク and its signs). The
-- only access to the list's rows, and to the totals over all shops.
drop view if exists member_in_scope;
create view member_in_scope as select * from member_list
where (select app_sees_every_shop()) or shop_id = any ((select app_shops())::integer[]);
grant select on member_in_scope to karada_app;
drop view if exists member_day_in_scope;
create view member_day_in_scope as select * from member_day_count where (select app_sees_every_shop());
grant select on member_day_in_scope to karada_app;

-- The 入会日 that holds of any member whose membership is in sight, for its length (`startOf` in api/figures/stay.ts):
-- the member may belong to another shop by now.
drop view if exists member_joined;
create view member_joined as select member_id, joined_on from member_list;
grant select on member_joined to karada_app;

-- Everyone ever counted in the shops in scope, by number and name only: also after a transfer, and as another shop's
-- visitor, customer or class participant (decision 0017). No security barrier, as above: only our own conditions meet
-- these rows. `names` and `number` are the values that search sees. `offset 0` looks up each row on demand; otherwise
-- all visits and sales would be hashed for ten of them.
drop view if exists member_name_in_scope;
create view member_name_in_scope as
select l.member_id, l.kana, l.names, l.number, m.member_no, m.last_name, m.first_name, m.last_name_kana, m.first_name_kana
from member_list l
left join member m on m.id = l.member_id
where (select app_sees_every_shop()) or l.shop_id = any ((select app_shops())::integer[])
  or exists (select from membership_interval i
    where i.member_id = l.member_id and i.shop_id = any ((select app_shops())::integer[]) offset 0)
  or exists (select from contract c
    where c.member_id = l.member_id and c.shop_id = any ((select app_shops())::integer[]) offset 0)
  or exists (select from member_visit_month v
    where v.member_id = l.member_id and v.shop_id = any ((select app_shops())::integer[]) offset 0)
  or exists (select from sale s
    where s.member_id = l.member_id and s.shop_id = any ((select app_shops())::integer[]) offset 0)
  or exists (select from reservation r
    where r.member_id = l.member_id and r.shop_id = any ((select app_shops())::integer[]) offset 0);
grant select on member_name_in_scope to karada_app;

-- Tours and trials, and whether the person joined the company within 60 and 30 days (joinDays in contract/words), up to
-- the data date: also in a shop out of scope, as the report counts them.
drop view if exists lead_in_scope;
create view lead_in_scope as
select l.*, (select min(i.from_on) from membership_interval i
  where i.member_id = l.member_id and i.starts_span
    and i.from_on - (l.at at time zone 'Asia/Tokyo')::date between 0 and case l.kind when 'tour' then 60 else 30 end
    and i.from_on <= (select data_date())) as joined_on
from lead l
where (select app_sees_every_shop()) or l.shop_id = any ((select app_shops())::integer[]);
grant select on lead_in_scope to karada_app;

-- Admissions that a tour or a trial of the person counts as joined, also one in a shop out of scope.
drop view if exists led_admission;
create view led_admission as
select * from member_move m
where m.kind = 'admission'
  and ((select app_sees_every_shop()) or m.shop_id = any ((select app_shops())::integer[]))
  and exists (select from lead l
    where l.member_id = m.member_id
      and m.span_start - (l.at at time zone 'Asia/Tokyo')::date between 0 and case l.kind when 'tour' then 60 else 30 end);
grant select on led_admission to karada_app;
