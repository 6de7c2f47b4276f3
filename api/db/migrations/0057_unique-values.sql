CREATE TABLE "refused_value" (
	"staff_id" integer NOT NULL,
	"day" date NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "refused_value_staff_id_day_hash_pk" PRIMARY KEY("staff_id","day","hash")
);
--> statement-breakpoint
ALTER TABLE "mail_bounce" DROP CONSTRAINT "mail_bounce_pkey";--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "asked" text;--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "why" text;--> statement-breakpoint
ALTER TABLE "mail_bounce" ADD COLUMN "shop_id" integer;--> statement-breakpoint
ALTER TABLE "refused_value" ADD CONSTRAINT "refused_value_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_bounce" ADD CONSTRAINT "mail_bounce_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_bounce" ADD CONSTRAINT "mail_bounce_once" UNIQUE NULLS NOT DISTINCT("email","shop_id");--> statement-breakpoint
-- What is known of an address becomes that of the shops whose letters met it; what no letter tells is head office's.
INSERT INTO "mail_bounce" ("email", "shop_id", "at", "detail")
	SELECT b.email, r.shop_id, min(r.at), min(r.error) FROM "mail_bounce" b JOIN "mail_recipient" r ON lower(r.email) = b.email
	WHERE r.status = 'bounced' GROUP BY 1, 2;--> statement-breakpoint
DELETE FROM "mail_bounce" b WHERE b.shop_id IS NULL AND NOT b.is_complaint
	AND EXISTS (SELECT FROM "mail_bounce" o WHERE o.email = b.email AND o.shop_id IS NOT NULL);--> statement-breakpoint
-- Reasons in the log that another shop's letters or members gave.
UPDATE "mail_recipient" r SET "reason" = 'unreachable' FROM "member" m WHERE m.id = r.member_id AND (
	r.reason = 'bounced' AND NOT EXISTS (SELECT FROM "mail_bounce" b WHERE b.email = lower(r.email) AND b.shop_id = r.shop_id)
	OR r.reason = 'noConsent' AND m.mail_opt_in AND NOT EXISTS (SELECT FROM "mail_opt_out" o JOIN "member" x ON x.id = o.member_id
		WHERE x.id = m.id OR x.shop_id = r.shop_id AND lower(x.email) = lower(r.email))
	OR r.reason = 'duplicate' AND NOT EXISTS (SELECT FROM "mail_recipient" o WHERE o.mail_id = r.mail_id AND o.shop_id = r.shop_id
		AND o.id <> r.id AND lower(o.email) = lower(r.email) AND o.status <> 'excluded'));
