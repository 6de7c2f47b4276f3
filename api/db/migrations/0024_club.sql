CREATE TABLE "club" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"contact" text NOT NULL,
	"from_name" text NOT NULL,
	"updated_by" integer,
	"updated_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_template" ALTER COLUMN "from_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "from_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "sender_name" text;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "sender_address" text;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "sender_contact" text;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "sender_from_name" text;--> statement-breakpoint
ALTER TABLE "club" ADD CONSTRAINT "club_updated_by_staff_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;