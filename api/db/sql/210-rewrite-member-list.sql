-- Rewrites a list that another version wrote.
-- changes with: 030-search-text, 090-member-list, 200-recount-months
select member_list_indexes(false);
select refresh_member_list(null);
select member_list_indexes(true);
