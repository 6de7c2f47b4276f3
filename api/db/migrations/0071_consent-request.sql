ALTER TABLE "mail_consent_link" ADD COLUMN "is_request" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_recipient" ADD COLUMN "is_request" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_recipient_request" ON "mail_recipient" USING btree ("member_id") WHERE is_request and status in ('waiting', 'delivered');