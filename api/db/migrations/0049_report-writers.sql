ALTER TABLE "daily_report" ADD COLUMN "earlier_submissions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_report" ADD COLUMN "writer_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Writers and submitters so far, as the audit log has them; a decision changes nothing but the state.
update "daily_report" r
set "writer_ids" = array(
  select l.actor_staff_id from audit_log l
  where l.resource_type = 'dailyReport' and l.resource_id = r.id::text and l.actor_staff_id is not null
    and (l.action = 'dailyReport.save' or l.diff - 'status' <> '{}' or l.diff -> 'status' ->> 'after' = 'submitted')
  union select unnest(array[r.created_by, r.author_id, r.submitter_id])
  except select null
);--> statement-breakpoint
-- What is returned now keeps the figures that its approver saw.
update "daily_report"
set "earlier_submissions" = jsonb_build_array(jsonb_build_object(
  'submitterId', "submitter_id"::text,
  'submittedAt', to_char("submitted_at" at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+09:00"'),
  'adjustments', "adjustments",
  'day', "as_submitted"
))
where "status" = 'returned' and "submitted_at" is not null;
