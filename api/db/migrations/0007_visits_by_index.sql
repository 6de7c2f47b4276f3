DROP INDEX "visit_shop";--> statement-breakpoint
CREATE INDEX "visit_shop" ON "visit" USING btree ("shop_id","entered_at","member_id","home_shop_id");