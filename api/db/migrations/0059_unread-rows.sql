ALTER TABLE "provider_row" ADD COLUMN "contracts_put_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "provider_row" ADD COLUMN "tickets_put_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "provider_row" ADD COLUMN "known_on" date;--> statement-breakpoint
ALTER TABLE "provider_row" ADD COLUMN "known_yen" integer;--> statement-breakpoint
ALTER TABLE "provider_row" ADD COLUMN "known_studio" text;--> statement-breakpoint
CREATE INDEX "provider_row_sales_failed" ON "provider_row" USING btree ("brand_code","their_id") WHERE "provider_row"."resource" = 'purchases' and "provider_row"."outcome" = 'failed' and "provider_row"."missing_since" is null;