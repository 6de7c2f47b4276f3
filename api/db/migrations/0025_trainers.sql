CREATE TABLE "staff_appointer" (
	"staff_id" integer NOT NULL,
	"appointed_by" integer NOT NULL,
	"has_address" boolean DEFAULT false NOT NULL,
	"approved_by" integer,
	"approved_at" timestamp (3) with time zone,
	CONSTRAINT "staff_appointer_staff_id_appointed_by_pk" PRIMARY KEY("staff_id","appointed_by")
);
--> statement-breakpoint
CREATE TABLE "trainer_day" (
	"staff_id" integer NOT NULL,
	"date" date NOT NULL,
	"assigned" integer NOT NULL,
	"notified_at" timestamp (3) with time zone,
	CONSTRAINT "trainer_day_staff_id_date_pk" PRIMARY KEY("staff_id","date")
);
--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "trainer_assigned_by" integer;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "trainer_assigned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "trainer_approved_by" integer;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "trainer_approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_appointer" ADD CONSTRAINT "staff_appointer_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_appointer" ADD CONSTRAINT "staff_appointer_appointed_by_staff_id_fk" FOREIGN KEY ("appointed_by") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_appointer" ADD CONSTRAINT "staff_appointer_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainer_day" ADD CONSTRAINT "trainer_day_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_trainer_assigned_by_staff_id_fk" FOREIGN KEY ("trainer_assigned_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_trainer_approved_by_staff_id_fk" FOREIGN KEY ("trainer_approved_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_trainer_unapproved" ON "member" USING btree ("trainer_staff_id") WHERE "member"."trainer_staff_id" is not null and "member"."trainer_approved_at" is null;--> statement-breakpoint
-- Assignments from before approvals stay valid, and so do readers; who has appointed whom is known from here on.
UPDATE "member" SET "trainer_assigned_at" = coalesce("updated_at", now()), "trainer_approved_at" = coalesce("updated_at", now()) WHERE "trainer_staff_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "staff_appointer" ("staff_id", "appointed_by", "approved_at")
SELECT "id", "created_by", now() FROM "staff" WHERE "created_by" <> "id"
UNION SELECT "staff_id", "created_by", now() FROM "invitation" WHERE "kind" = 'invitation' AND "created_by" <> "staff_id";
