CREATE TABLE "step_attempt" (
	"step" text PRIMARY KEY NOT NULL,
	"process" text NOT NULL,
	"ends" smallint DEFAULT 0 NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_file" ADD COLUMN "step_no" integer DEFAULT 0 NOT NULL;