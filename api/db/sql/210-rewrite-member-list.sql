-- Rewrites a list that another version wrote: in parts of whole shops, whose rows are stored together.
-- changes with: 030-search-text, 089-visit-classes, 089-withdrawal-risk, 090-member-list, 200-recount-months
-- shown as: 会員の一覧と検索
-- Without its indexes nobody could read the list meanwhile.
select member_list_indexes(false) where current_setting('app.while_read', true) is distinct from 'on';
delete from member_list where member_id not in (select id from member);
-- Each part is planned for its own members.
set local plan_cache_mode = force_custom_plan;
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 0));
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 1));
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 2));
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 3));
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 4));
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 5));
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 6));
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 7));
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 8));
-- part
select refresh_member_list(array(select id from member where shop_id % 10 = 9));
-- part
set local plan_cache_mode = auto;
select member_grams_index();
-- part
select member_list_indexes(true);
