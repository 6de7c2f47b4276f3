ALTER TABLE "member_list" ADD COLUMN "with_lean_body" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "is_locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "has_alert" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "trainer_id" integer;--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "member_list_locked" ON "member_list" USING btree ("member_id") WHERE "member_list"."is_locked";--> statement-breakpoint
CREATE INDEX "member_list_alert" ON "member_list" USING btree ("member_id") WHERE "member_list"."has_alert";--> statement-breakpoint
CREATE INDEX "member_list_trainer" ON "member_list" USING btree ("trainer_id") WHERE "member_list"."trainer_id" is not null;--> statement-breakpoint
CREATE INDEX "member_list_tags" ON "member_list" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "audit_log_member" ON "audit_log" USING btree ("member_id","seq") WHERE "audit_log"."member_id" is not null;