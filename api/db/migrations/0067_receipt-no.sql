ALTER TABLE "sale" ADD COLUMN "receipt_no" text;--> statement-breakpoint
CREATE INDEX "sale_receipt" ON "sale" USING btree ("receipt_no","shop_id") WHERE "sale"."receipt_no" is not null;