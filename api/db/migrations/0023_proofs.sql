ALTER TABLE "audit_log" ADD COLUMN "actor_name" text;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "sid" text;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "created_by" integer;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "password_set_by" integer;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "password_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "address_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_password_set_by_staff_id_fk" FOREIGN KEY ("password_set_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;