DROP INDEX "reservation_shop";--> statement-breakpoint
CREATE INDEX "reservation_start" ON "reservation" USING btree ("start_at","id","shop_id");--> statement-breakpoint
CREATE INDEX "reservation_booked" ON "reservation" USING btree ("booked_at","id");--> statement-breakpoint
CREATE INDEX "reservation_status" ON "reservation" USING btree ("status","start_at","id","shop_id");--> statement-breakpoint
CREATE INDEX "reservation_program" ON "reservation" USING btree ("program_name","start_at","id");--> statement-breakpoint
CREATE INDEX "reservation_trial" ON "reservation" USING btree ("start_at","id") WHERE "reservation"."is_trial";--> statement-breakpoint
CREATE INDEX "reservation_free" ON "reservation" USING btree ("shop_id","start_at") WHERE "reservation"."slot_id" is null;--> statement-breakpoint
CREATE INDEX "reservation_shop" ON "reservation" USING btree ("shop_id","start_at","id");