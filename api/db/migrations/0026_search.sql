-- With the index over it and the view, which the steps after the migrations make again.
ALTER TABLE "member_list" DROP COLUMN "tel_end" CASCADE;--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "tel" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "birthday" date;
