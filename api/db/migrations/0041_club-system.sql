CREATE TABLE "club_authorization" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"brand_code" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "club_connection" (
	"id" integer PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"brand_code" text NOT NULL,
	"key_id" text,
	"sealed" "bytea",
	"token_ends_at" timestamp (3) with time zone,
	"token_serial" integer DEFAULT 0 NOT NULL,
	"renewing_until" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"connected_by" integer,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "club_connection_one" CHECK ("club_connection"."id" = 1),
	CONSTRAINT "club_connection_sealed" CHECK (("club_connection"."key_id" is null) = ("club_connection"."sealed" is null))
);
--> statement-breakpoint
CREATE TABLE "club_instructor" (
	"brand_code" text NOT NULL,
	"their_id" text NOT NULL,
	"name" text NOT NULL,
	"choice" text NOT NULL,
	"staff_id" integer,
	"answered_by" integer,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "club_instructor_brand_code_their_id_pk" PRIMARY KEY("brand_code","their_id"),
	CONSTRAINT "club_instructor_choice" CHECK (("club_instructor"."choice" = 'staff') = ("club_instructor"."staff_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "club_studio" (
	"brand_code" text NOT NULL,
	"their_id" text NOT NULL,
	"name" text NOT NULL,
	"choice" text NOT NULL,
	"shop_id" integer,
	"answered_by" integer,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "club_studio_brand_code_their_id_pk" PRIMARY KEY("brand_code","their_id"),
	CONSTRAINT "club_studio_shop" UNIQUE("brand_code","shop_id"),
	CONSTRAINT "club_studio_choice" CHECK (("club_studio"."choice" = 'shop') = ("club_studio"."shop_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "club_authorization" ADD CONSTRAINT "club_authorization_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "club_connection" ADD CONSTRAINT "club_connection_connected_by_staff_id_fk" FOREIGN KEY ("connected_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "club_instructor" ADD CONSTRAINT "club_instructor_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "club_instructor" ADD CONSTRAINT "club_instructor_answered_by_staff_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "club_studio" ADD CONSTRAINT "club_studio_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "club_studio" ADD CONSTRAINT "club_studio_answered_by_staff_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;