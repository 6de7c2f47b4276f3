CREATE TABLE "member_later" (
	"member_id" integer NOT NULL,
	"what" text NOT NULL,
	CONSTRAINT "member_later_what_member_id_pk" PRIMARY KEY("what","member_id")
);
--> statement-breakpoint
CREATE TABLE "rollup_later" (
	"shop_id" integer NOT NULL,
	"month" date NOT NULL,
	CONSTRAINT "rollup_later_shop_id_month_pk" PRIMARY KEY("shop_id","month")
);
--> statement-breakpoint
CREATE INDEX "rollup_later_month" ON "rollup_later" USING btree ("month");