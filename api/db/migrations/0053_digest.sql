CREATE TABLE "digest_subscription" (
	"staff_id" integer PRIMARY KEY NOT NULL,
	"rhythm" text NOT NULL,
	"stop_token" text NOT NULL,
	"seen_to" date,
	CONSTRAINT "digest_subscription_stop_token_unique" UNIQUE("stop_token")
);
--> statement-breakpoint
ALTER TABLE "digest_subscription" ADD CONSTRAINT "digest_subscription_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;