CREATE TABLE "data_period" (
	"kind" text PRIMARY KEY NOT NULL,
	"first_on" date,
	"last_on" date
);
