ALTER TABLE "import_file" ADD COLUMN "step_by" integer;--> statement-breakpoint
ALTER TABLE "import_file" ADD COLUMN "shop_ids" integer[];--> statement-breakpoint
ALTER TABLE "import_file" ADD CONSTRAINT "import_file_step_by_staff_id_fk" FOREIGN KEY ("step_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_part" DROP COLUMN "staff_id";--> statement-breakpoint
ALTER TABLE "import_row" DROP COLUMN "staff_id";