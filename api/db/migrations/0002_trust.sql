CREATE TABLE "audit_head" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_device" (
	"key" text PRIMARY KEY NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "filter" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "row_count" integer;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "session" text;