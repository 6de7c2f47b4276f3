DROP INDEX "member_list_shop";--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "risk" text;--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "risk_signs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "member_list_visit_class" ON "member_list" USING btree ("visit_class","contract_status","plan_code","shop_id","risk");--> statement-breakpoint
CREATE INDEX "member_list_risk" ON "member_list" USING btree ("risk","contract_status","plan_code","shop_id","visit_class");--> statement-breakpoint
CREATE INDEX "member_list_shop" ON "member_list" USING btree ("shop_id","last_visit_on","joined_on","with_lean_body","status","contract_status","plan_code","visit_class","risk");