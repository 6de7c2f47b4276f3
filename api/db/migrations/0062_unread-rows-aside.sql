CREATE TABLE "unread_row_aside" (
	"resource" text NOT NULL,
	"their_id" text NOT NULL,
	"reason" text NOT NULL,
	"set_by" integer,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unread_row_aside_resource_their_id_pk" PRIMARY KEY("resource","their_id")
);
--> statement-breakpoint
ALTER TABLE "provider_row" ADD COLUMN "failed_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "provider_row" ADD COLUMN "known_member" text;--> statement-breakpoint
ALTER TABLE "unread_row_aside" ADD CONSTRAINT "unread_row_aside_set_by_staff_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_row_failed" ON "provider_row" USING btree ("resource","their_id") WHERE "provider_row"."outcome" = 'failed' and "provider_row"."missing_since" is null;