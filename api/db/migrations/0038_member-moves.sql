CREATE TABLE "member_move" (
	"member_id" integer NOT NULL,
	"kind" text NOT NULL,
	"date" date NOT NULL,
	"shop_id" integer NOT NULL,
	"span_no" smallint NOT NULL,
	"span_start" date NOT NULL,
	"span_end" date,
	"contracted_on" date,
	"first_use_on" date,
	"gender" text NOT NULL,
	"age_band" smallint NOT NULL,
	"route" text NOT NULL,
	"campaign" text NOT NULL,
	"reason" text NOT NULL,
	"requested_on" date,
	"last_visit_on" date,
	CONSTRAINT "member_move_member_id_kind_date_pk" PRIMARY KEY("member_id","kind","date")
);
--> statement-breakpoint
ALTER TABLE "member_due" ALTER COLUMN "contracts" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "member_move_shop" ON "member_move" USING btree ("shop_id","date");--> statement-breakpoint
CREATE INDEX "member_move_contracted" ON "member_move" USING btree ("shop_id","contracted_on") WHERE "member_move"."contracted_on" is not null;--> statement-breakpoint
CREATE INDEX "member_move_used" ON "member_move" USING btree ("shop_id","first_use_on") WHERE "member_move"."first_use_on" is not null;