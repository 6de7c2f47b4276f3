CREATE TABLE "shop_day_product" (
	"shop_id" integer NOT NULL,
	"date" date NOT NULL,
	"product_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"discount" integer NOT NULL,
	"refund" integer NOT NULL,
	"net" integer NOT NULL,
	"tax" integer NOT NULL,
	CONSTRAINT "shop_day_product_shop_id_date_product_id_pk" PRIMARY KEY("shop_id","date","product_id")
);
--> statement-breakpoint
CREATE TABLE "shop_day_sales_by" (
	"shop_id" integer NOT NULL,
	"date" date NOT NULL,
	"by" text NOT NULL,
	"key" text NOT NULL,
	"sales" integer NOT NULL,
	"gross" integer NOT NULL,
	"refund" integer NOT NULL,
	"tax" integer NOT NULL,
	CONSTRAINT "shop_day_sales_by_shop_id_date_by_key_pk" PRIMARY KEY("shop_id","date","by","key")
);
--> statement-breakpoint
CREATE TABLE "shop_month_product" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"product_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"discount" integer NOT NULL,
	"refund" integer NOT NULL,
	"net" integer NOT NULL,
	"tax" integer NOT NULL,
	"buyers" integer NOT NULL,
	"buyers_net" integer NOT NULL,
	"buyers_tax" integer NOT NULL,
	CONSTRAINT "shop_month_product_shop_id_month_product_id_pk" PRIMARY KEY("shop_id","month","product_id")
);
--> statement-breakpoint
CREATE TABLE "shop_month_sales_by" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	"by" text NOT NULL,
	"key" text NOT NULL,
	"target_month" date NOT NULL,
	"sales" integer NOT NULL,
	"gross" integer NOT NULL,
	"refund" integer NOT NULL,
	"tax" integer NOT NULL,
	CONSTRAINT "shop_month_sales_by_shop_id_month_by_key_target_month_pk" PRIMARY KEY("shop_id","month","by","key","target_month")
);
--> statement-breakpoint
CREATE INDEX "shop_month_sales_by_target" ON "shop_month_sales_by" USING btree ("shop_id","target_month");