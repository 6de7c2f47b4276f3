-- One table of shared views. A list's conditions keep their ids, which rows of the log have; views of reports get new ones.
ALTER TABLE "segment" RENAME TO "saved_view";--> statement-breakpoint
ALTER TABLE "saved_view" RENAME COLUMN "list" TO "screen";--> statement-breakpoint
ALTER TABLE "saved_view" RENAME CONSTRAINT "segment_pkey" TO "saved_view_pkey";--> statement-breakpoint
ALTER TABLE "saved_view" RENAME CONSTRAINT "segment_targets" TO "saved_view_targets";--> statement-breakpoint
ALTER TABLE "saved_view" RENAME CONSTRAINT "segment_created_by_staff_id_fk" TO "saved_view_created_by_staff_id_fk";--> statement-breakpoint
ALTER TABLE "saved_view" RENAME CONSTRAINT "segment_updated_by_staff_id_fk" TO "saved_view_updated_by_staff_id_fk";--> statement-breakpoint
ALTER SEQUENCE "segment_id_seq" RENAME TO "saved_view_id_seq";--> statement-breakpoint
ALTER TABLE "saved_view" ALTER COLUMN columns SET DEFAULT '{}'::jsonb;--> statement-breakpoint
-- Keys that no list has and that views may not have: only a program can have stored them.
UPDATE "saved_view" SET "search" = "search" - 'page' - 'shops' - 'like';--> statement-breakpoint
INSERT INTO "saved_view" ("screen", "name", "search", "target_scope", "target_shop_ids", "created_by", "updated_by", "created_at", "updated_at", "version")
SELECT "report", "name", "search", "target_scope", "target_shop_ids", "created_by", "updated_by", "created_at", "updated_at", "version"
FROM "report_view" ORDER BY "id";--> statement-breakpoint
DROP TABLE "report_view";
