CREATE TABLE "lean_body_day_count" (
	"shop_id" integer NOT NULL,
	"day" date NOT NULL,
	"what" text NOT NULL,
	"of" integer NOT NULL,
	"views" integer NOT NULL,
	"watched_sec" bigint NOT NULL,
	"completions" integer NOT NULL,
	"ratings" integer NOT NULL,
	"stars" integer NOT NULL,
	CONSTRAINT "lean_body_day_count_shop_id_day_what_of_pk" PRIMARY KEY("shop_id","day","what","of")
);
--> statement-breakpoint
CREATE TABLE "lean_body_day_members" (
	"shop_id" integer NOT NULL,
	"day" date NOT NULL,
	"block" integer NOT NULL,
	"bits" bit(4096) NOT NULL,
	CONSTRAINT "lean_body_day_members_shop_id_day_block_pk" PRIMARY KEY("shop_id","day","block")
);
