CREATE TABLE "month_part_due" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_cohort" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"plan" text NOT NULL,
	"gender" text NOT NULL,
	"age_band" smallint NOT NULL,
	"join_route" text NOT NULL,
	"joined" integer NOT NULL,
	"kept" integer[] NOT NULL,
	"paused" integer[] NOT NULL,
	CONSTRAINT "shop_cohort_shop_id_month_plan_gender_age_band_join_route_pk" PRIMARY KEY("shop_id","month","plan","gender","age_band","join_route")
);
--> statement-breakpoint
CREATE TABLE "shop_cohort_sales" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"joined_month" date NOT NULL,
	"net" bigint NOT NULL,
	CONSTRAINT "shop_cohort_sales_shop_id_month_joined_month_pk" PRIMARY KEY("shop_id","month","joined_month")
);
--> statement-breakpoint
CREATE TABLE "shop_leaver" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"member_id" integer NOT NULL,
	"left_on" date NOT NULL,
	"joined_on" date NOT NULL,
	"plan" text NOT NULL,
	"gender" text NOT NULL,
	"age_band" smallint NOT NULL,
	"join_route" text NOT NULL,
	"paid" bigint NOT NULL,
	"paying_months" integer NOT NULL,
	CONSTRAINT "shop_leaver_shop_id_month_member_id_left_on_pk" PRIMARY KEY("shop_id","month","member_id","left_on")
);
--> statement-breakpoint
CREATE TABLE "shop_month_group" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"plan" text NOT NULL,
	"gender" text NOT NULL,
	"age_band" smallint NOT NULL,
	"join_route" text NOT NULL,
	"opening" integer NOT NULL,
	"opening_suspended" integer NOT NULL,
	"closing" integer NOT NULL,
	"suspended" integer NOT NULL,
	"fees" bigint NOT NULL,
	"admissions" integer NOT NULL,
	"withdrawals" integer NOT NULL,
	"sales" bigint NOT NULL,
	"payers" integer NOT NULL,
	CONSTRAINT "shop_month_group_shop_id_month_plan_gender_age_band_join_route_pk" PRIMARY KEY("shop_id","month","plan","gender","age_band","join_route")
);
--> statement-breakpoint
CREATE TABLE "shop_month_move" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"other_shop_id" integer NOT NULL,
	"kind" text NOT NULL,
	"kind_within" text NOT NULL,
	"old_plan" text NOT NULL,
	"new_plan" text NOT NULL,
	"members" integer NOT NULL,
	"yen" bigint NOT NULL,
	"yen_within" bigint NOT NULL,
	CONSTRAINT "shop_month_move_shop_id_month_other_shop_id_kind_kind_within_old_plan_new_plan_pk" PRIMARY KEY("shop_id","month","other_shop_id","kind","kind_within","old_plan","new_plan")
);
