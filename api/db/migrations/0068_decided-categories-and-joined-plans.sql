ALTER TABLE "product" ADD COLUMN "decided_in" integer[];--> statement-breakpoint
ALTER TABLE "shop_plan" ADD COLUMN "joined_to" integer;