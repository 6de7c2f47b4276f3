CREATE TABLE "joined_day" (
	"day" date PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"answered_by" integer,
	"answered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "given_joined_on" date;--> statement-breakpoint
ALTER TABLE "joined_day" ADD CONSTRAINT "joined_day_answered_by_staff_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;