DROP INDEX "member_list_shop";--> statement-breakpoint
DROP INDEX "reservation_start";--> statement-breakpoint
DROP INDEX "reservation_member";--> statement-breakpoint
CREATE INDEX "member_list_lean_body" ON "member_list" USING btree ("with_lean_body","status","contract_status","plan_code","shop_id");--> statement-breakpoint
CREATE INDEX "member_list_shop" ON "member_list" USING btree ("shop_id","last_visit_on","joined_on","with_lean_body","status","contract_status","plan_code");--> statement-breakpoint
CREATE INDEX "reservation_start" ON "reservation" USING btree ("start_at","id","shop_id","member_id","status");--> statement-breakpoint
CREATE INDEX "reservation_member" ON "reservation" USING btree ("member_id","start_at","id","shop_id","status");