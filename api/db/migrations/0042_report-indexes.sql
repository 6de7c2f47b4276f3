DROP INDEX "member_move_shop";--> statement-breakpoint
CREATE INDEX "shop_month_group_totals" ON "shop_month_group" USING btree ("shop_id","month") WHERE "shop_month_group"."gender" in ('*', '');--> statement-breakpoint
CREATE INDEX "contract_option" ON "contract" USING btree ("shop_id","start_on","end_on","plan_id","member_id","monthly_fee") WHERE "contract"."kind" = 'option';--> statement-breakpoint
CREATE INDEX "reservation_trial_of_shop" ON "reservation" USING btree ("shop_id","start_at","status","member_id","staff_id","slot_id") WHERE "reservation"."is_trial";--> statement-breakpoint
CREATE INDEX "member_move_shop" ON "member_move" USING btree ("shop_id","kind","date");