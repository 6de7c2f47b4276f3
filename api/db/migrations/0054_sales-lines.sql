CREATE TABLE "sales_later" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	CONSTRAINT "sales_later_month_shop_id_pk" PRIMARY KEY("month","shop_id")
);
--> statement-breakpoint
ALTER TABLE "shop_day_sales" ADD COLUMN "lines" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_day_sales" ADD COLUMN "refund_lines" integer DEFAULT 0 NOT NULL;