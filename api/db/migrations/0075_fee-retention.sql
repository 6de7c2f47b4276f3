CREATE TABLE "shop_month_joined_fees" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"joined_month" date NOT NULL,
	"members" integer NOT NULL,
	"fees" bigint NOT NULL,
	CONSTRAINT "shop_month_joined_fees_shop_id_month_joined_month_pk" PRIMARY KEY("shop_id","month","joined_month")
);
--> statement-breakpoint
ALTER TABLE "shop_month_move" DROP CONSTRAINT "shop_month_move_shop_id_month_other_shop_id_kind_kind_within_old_plan_new_plan_pk";--> statement-breakpoint
ALTER TABLE "shop_month_move" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_month_move" ADD COLUMN "tenure" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_month_move" ADD COLUMN "squares" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_month_move_key" ON "shop_month_move" USING btree ("shop_id","month","other_shop_id","kind","kind_within","old_plan","new_plan","reason","tenure");