CREATE TABLE "column_text" (
	"column_id" integer NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"lead" text,
	"body" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_by" integer,
	CONSTRAINT "column_text_column_id_version_pk" PRIMARY KEY("column_id","version")
);
--> statement-breakpoint
ALTER TABLE "content_column" ADD COLUMN "text_length" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_column" ADD COLUMN "img_url" text;--> statement-breakpoint
ALTER TABLE "content_column" ADD COLUMN "author_name" text;--> statement-breakpoint
ALTER TABLE "content_column" ADD COLUMN "supervisor_name" text;--> statement-breakpoint
ALTER TABLE "content_column" ADD COLUMN "target_moods" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_column" ADD COLUMN "related_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_column" ADD COLUMN "sort_order" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_column" ADD COLUMN "view_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_column" ADD COLUMN "like_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "column_text" ADD CONSTRAINT "column_text_column_id_content_column_id_fk" FOREIGN KEY ("column_id") REFERENCES "public"."content_column"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_text" ADD CONSTRAINT "column_text_saved_by_staff_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "content_column" c SET "text_length" = length(regexp_replace(c.body, '<[^>]*>', '', 'g')), "sort_order" = o.place
FROM (SELECT id, row_number() OVER (ORDER BY coalesce(publish_from, created_at) DESC, id) AS place FROM "content_column") o WHERE o.id = c.id;--> statement-breakpoint
INSERT INTO "column_text" ("column_id", "version", "title", "lead", "body", "saved_at", "saved_by")
SELECT id, version, title, lead, body, updated_at, updated_by FROM "content_column";
