-- The member of an incident is named by the user's id, and so is the key that names it (decision 0054).
update "daily_report"
set "incident" = "incident" - 'memberId' || jsonb_build_object('userId', "incident" -> 'memberId')
where "incident" ? 'memberId';
