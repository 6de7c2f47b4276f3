CREATE TABLE "welcome_link" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
