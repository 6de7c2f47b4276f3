CREATE TABLE "member_due" (
	"member_id" integer NOT NULL,
	"contracts" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollup_due" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_month" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"counted_to" date NOT NULL,
	"opening" integer DEFAULT 0 NOT NULL,
	"opening_suspended" integer DEFAULT 0 NOT NULL,
	"admissions" integer DEFAULT 0 NOT NULL,
	"readmissions" integer DEFAULT 0 NOT NULL,
	"transfer_in" integer DEFAULT 0 NOT NULL,
	"withdrawals" integer DEFAULT 0 NOT NULL,
	"transfer_out" integer DEFAULT 0 NOT NULL,
	"closing" integer DEFAULT 0 NOT NULL,
	"suspended" integer DEFAULT 0 NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"visit_days" integer DEFAULT 0 NOT NULL,
	"unique_visitors" integer DEFAULT 0 NOT NULL,
	"median_days" double precision,
	"operating" integer DEFAULT 0 NOT NULL,
	"operating_who_came" integer DEFAULT 0 NOT NULL,
	"visitors_to_day" integer[] DEFAULT '{}' NOT NULL,
	"operating_to_day" integer[] DEFAULT '{}' NOT NULL,
	"who_came_to_day" integer[] DEFAULT '{}' NOT NULL,
	"slots" integer DEFAULT 0 NOT NULL,
	"capacity" integer DEFAULT 0 NOT NULL,
	"seats_used" integer DEFAULT 0 NOT NULL,
	"seats_attended" integer DEFAULT 0 NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	"attended" integer DEFAULT 0 NOT NULL,
	"no_show" integer DEFAULT 0 NOT NULL,
	"late_cancelled" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"tours" integer DEFAULT 0 NOT NULL,
	"trials" integer DEFAULT 0 NOT NULL,
	"trials_joined" integer DEFAULT 0 NOT NULL,
	"visitors_on_day" integer[],
	"visitor_set" "varbit",
	"operating_set" "varbit",
	"corrected_at" timestamp (3) with time zone,
	CONSTRAINT "shop_month_shop_id_month_pk" PRIMARY KEY("shop_id","month")
);
--> statement-breakpoint
CREATE TABLE "shop_month_sales" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"category" text NOT NULL,
	"gross" integer NOT NULL,
	"refund" integer NOT NULL,
	"tax" integer NOT NULL,
	CONSTRAINT "shop_month_sales_shop_id_month_category_pk" PRIMARY KEY("shop_id","month","category")
);
--> statement-breakpoint
CREATE TABLE "shop_visit_hour" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"dow" smallint NOT NULL,
	"hour" smallint NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "shop_visit_hour_shop_id_month_dow_hour_pk" PRIMARY KEY("shop_id","month","dow","hour")
);
--> statement-breakpoint
DROP INDEX "member_visit_month_home";--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "slots" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "capacity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "seats_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "seats_attended" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "booked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "attended" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "no_show" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "late_cancelled" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "cancelled" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "tours" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "trials" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "trials_joined" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "member_visit_month_home" ON "member_visit_month" USING btree ("home_shop_id","month","member_id");