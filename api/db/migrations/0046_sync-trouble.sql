ALTER TABLE "sync_run" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "club_connection" ADD COLUMN "silence_told_at" timestamp (3) with time zone;