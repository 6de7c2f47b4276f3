CREATE TABLE "mail_pause" (
	"id" smallint PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"times" smallint NOT NULL,
	"detail" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "refused_in_row" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "refused_answer" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "stop_detail" text;