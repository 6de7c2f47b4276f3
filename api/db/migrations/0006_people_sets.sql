CREATE TABLE "rollup_check" (
	"month" date PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"differing" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_month_people" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"bits" integer NOT NULL,
	"visitors" "varbit" NOT NULL,
	"operating" "varbit" NOT NULL,
	"own_visitors" "varbit" NOT NULL,
	CONSTRAINT "shop_month_people_shop_id_month_pk" PRIMARY KEY("shop_id","month")
);
--> statement-breakpoint
ALTER TABLE "shop_billing" ADD COLUMN "members" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day" ADD COLUMN "withdrawal_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_month" ADD COLUMN "withdrawal_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "contract_cancel_request" ON "contract" USING btree ("shop_id","cancel_requested_on") WHERE "contract"."cancel_requested_on" is not null;--> statement-breakpoint
ALTER TABLE "shop_month" DROP COLUMN "visitor_set";--> statement-breakpoint
ALTER TABLE "shop_month" DROP COLUMN "operating_set";