ALTER TABLE "provider_row" ADD COLUMN "moved_to" text;--> statement-breakpoint
ALTER TABLE "provider_row" ADD COLUMN "moved_on" date;--> statement-breakpoint
ALTER TABLE "provider_row" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "missing_member" ADD COLUMN "kind" text DEFAULT 'missing' NOT NULL;--> statement-breakpoint
CREATE INDEX "provider_row_moved" ON "provider_row" USING btree ("brand_code","their_id") WHERE "provider_row"."moved_to" is not null;