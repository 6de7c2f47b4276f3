DROP INDEX "reservation_shop";--> statement-breakpoint
DROP INDEX "reservation_start";--> statement-breakpoint
DROP INDEX "reservation_status";--> statement-breakpoint
DROP INDEX "reservation_program";--> statement-breakpoint
CREATE INDEX "reservation_shop" ON "reservation" USING btree ("shop_id","start_at","id","member_id","status","program_name");--> statement-breakpoint
CREATE INDEX "reservation_start" ON "reservation" USING btree ("start_at","id","shop_id","member_id","status","program_name");--> statement-breakpoint
CREATE INDEX "reservation_status" ON "reservation" USING btree ("status","start_at","id","shop_id","member_id","program_name");--> statement-breakpoint
CREATE INDEX "reservation_program" ON "reservation" USING btree ("program_name","start_at","id","shop_id","status");