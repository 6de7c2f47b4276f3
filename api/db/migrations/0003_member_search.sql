CREATE TABLE "member_day_count" (
	"what" text NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"contract_status" text NOT NULL,
	"plan_code" text NOT NULL,
	"owes" boolean NOT NULL,
	"members" integer NOT NULL,
	CONSTRAINT "member_day_count_what_day_status_contract_status_plan_code_owes_pk" PRIMARY KEY("what","day","status","contract_status","plan_code","owes")
);
--> statement-breakpoint
DROP INDEX "member_list_tel";--> statement-breakpoint
ALTER TABLE "member_list" ADD COLUMN "starts" text DEFAULT '' NOT NULL;