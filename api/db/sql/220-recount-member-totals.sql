-- Recounts totals that another version stored.
-- changes with: 100-member-totals
-- shown as: 会員の人数
delete from member_count;
insert into member_count (shop_id, status, contract_status, plan_code, owes, members)
select shop_id, status, contract_status, plan_code, unpaid_amount > 0, count(*)
from member_list group by 1, 2, 3, 4, 5;
delete from member_day_count;
insert into member_day_count (what, day, status, contract_status, plan_code, owes, members)
select what, coalesce(known, '-infinity'), status, contract_status, plan_code, unpaid_amount > 0, count(*)
from member_list cross join lateral (values ('joined', joined_on), ('lastVisit', last_visit_on)) as days (what, known)
group by 1, 2, 3, 4, 5, 6;
