CREATE TABLE "shop_visit_class" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"is_before" boolean NOT NULL,
	"class_new" integer NOT NULL,
	"returned" integer NOT NULL,
	"newly_dormant" integer NOT NULL,
	"dormant" integer NOT NULL,
	"decrease" integer NOT NULL,
	"increase" integer NOT NULL,
	"stable" integer NOT NULL,
	"absent_to_89" integer NOT NULL,
	"absent_to_179" integer NOT NULL,
	"by_visits" integer[] NOT NULL,
	CONSTRAINT "shop_visit_class_shop_id_month_is_before_pk" PRIMARY KEY("shop_id","month","is_before")
);
--> statement-breakpoint
CREATE TABLE "visit_class_due" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "came" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "came_before" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "visit_class" text;--> statement-breakpoint
CREATE INDEX "visit_class_due_month" ON "visit_class_due" USING btree ("month");