-- A changed counting of who joined and left, or of their visits.
-- changes with: 050-membership, 060-visits, 086-member-moves
-- shown as: 入会・退会の内訳
select refresh_member_moves(null);
