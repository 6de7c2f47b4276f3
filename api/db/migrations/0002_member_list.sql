CREATE TABLE "member_count" (
	"shop_id" integer NOT NULL,
	"status" text NOT NULL,
	"contract_status" text NOT NULL,
	"plan_code" text NOT NULL,
	"owes" boolean NOT NULL,
	"members" integer NOT NULL,
	CONSTRAINT "member_count_shop_id_status_contract_status_plan_code_owes_pk" PRIMARY KEY("shop_id","status","contract_status","plan_code","owes")
);
--> statement-breakpoint
CREATE TABLE "member_list" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"visits_30d" smallint NOT NULL,
	"unpaid_amount" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"joined_on" date,
	"last_visit_on" date,
	"status" text NOT NULL,
	"contract_status" text NOT NULL,
	"plan_code" text NOT NULL,
	"member_no" text collate "C" NOT NULL,
	"kana" text collate "C",
	"coming_kind" text,
	"coming_on" date,
	"names" text NOT NULL,
	"number" text NOT NULL,
	"tel_end" text NOT NULL,
	"email" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "member_list_shop" ON "member_list" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "member_list_state" ON "member_list" USING btree ("contract_status","plan_code");--> statement-breakpoint
CREATE INDEX "member_list_unpaid" ON "member_list" USING btree ("member_id") WHERE "member_list"."unpaid_amount" > 0;--> statement-breakpoint
CREATE INDEX "member_list_tel" ON "member_list" USING btree ("tel_end");