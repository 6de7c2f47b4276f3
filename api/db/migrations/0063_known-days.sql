ALTER TABLE "data_period" DROP CONSTRAINT "data_period_pkey";--> statement-breakpoint
ALTER TABLE "data_period" ADD COLUMN "shop_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "data_period" ADD CONSTRAINT "data_period_kind_shop_id_pk" PRIMARY KEY("kind","shop_id");
