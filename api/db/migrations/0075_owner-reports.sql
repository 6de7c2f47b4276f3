CREATE TABLE "shop_month_class" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"program" text NOT NULL,
	"dow" smallint NOT NULL,
	"starts_at" text NOT NULL,
	"staff_id" integer NOT NULL,
	"held" integer NOT NULL,
	"capacity" integer NOT NULL,
	"seats_used" integer NOT NULL,
	"seats_attended" integer NOT NULL,
	"booked" integer NOT NULL,
	"attended" integer NOT NULL,
	"no_show" integer NOT NULL,
	"waited" integer NOT NULL,
	"lessons_waited" integer NOT NULL,
	"used_squares" bigint NOT NULL,
	"used_by_capacity" bigint NOT NULL,
	"capacity_squares" bigint NOT NULL,
	CONSTRAINT "shop_month_class_shop_id_month_program_dow_starts_at_staff_id_pk" PRIMARY KEY("shop_id","month","program","dow","starts_at","staff_id")
);
--> statement-breakpoint
CREATE TABLE "shop_month_joined_fees" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"joined_month" date NOT NULL,
	"members" integer NOT NULL,
	"fees" bigint NOT NULL,
	CONSTRAINT "shop_month_joined_fees_shop_id_month_joined_month_pk" PRIMARY KEY("shop_id","month","joined_month")
);
--> statement-breakpoint
CREATE TABLE "shop_overdue" (
	"shop_id" integer NOT NULL,
	"target_month" date NOT NULL,
	"due_on" date NOT NULL,
	"method" text NOT NULL,
	"billed" integer NOT NULL,
	"waiting" integer NOT NULL,
	"failed" integer NOT NULL,
	"back_7" integer NOT NULL,
	"back_30" integer NOT NULL,
	"back_60" integer NOT NULL,
	"back_90" integer NOT NULL,
	"people" integer NOT NULL,
	"people_7" integer NOT NULL,
	"people_30" integer NOT NULL,
	"people_60" integer NOT NULL,
	"people_90" integer NOT NULL,
	"open" integer NOT NULL,
	"failed_members" integer[] NOT NULL,
	"open_members" integer[] NOT NULL,
	CONSTRAINT "shop_overdue_shop_id_target_month_due_on_method_pk" PRIMARY KEY("shop_id","target_month","due_on","method")
);
--> statement-breakpoint
ALTER TABLE "shop_month_move" DROP CONSTRAINT "shop_month_move_shop_id_month_other_shop_id_kind_kind_within_old_plan_new_plan_pk";--> statement-breakpoint
ALTER TABLE "member_move" ADD COLUMN "first_visit_days" smallint;--> statement-breakpoint
ALTER TABLE "shop_month_move" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_month_move" ADD COLUMN "tenure" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_month_move" ADD COLUMN "squares" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_cost" ADD COLUMN "ad_parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "member_move_first_days" ON "member_move" USING btree ("shop_id","date","span_end","first_visit_days") WHERE "member_move"."kind" = 'admission';--> statement-breakpoint
CREATE UNIQUE INDEX "shop_month_move_key" ON "shop_month_move" USING btree ("shop_id","month","other_shop_id","kind","kind_within","old_plan","new_plan","reason","tenure");