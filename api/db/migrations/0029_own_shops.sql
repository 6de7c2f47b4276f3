ALTER TABLE "shop" ALTER COLUMN "external_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "club" ADD COLUMN "skipped_steps" text[] DEFAULT '{}' NOT NULL;