ALTER TABLE "sale" ADD COLUMN "met_file" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "met_file" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "sale" t SET "met_file" = true FROM "import_row" r JOIN "import_file" f ON f."id" = r."import_id"
	WHERE f."kind" = 'sale' AND r."outcome" = 'created' AND t."id" = r."fact_id" AND NOT t."from_file";--> statement-breakpoint
UPDATE "visit" t SET "met_file" = true FROM "import_row" r JOIN "import_file" f ON f."id" = r."import_id"
	WHERE f."kind" = 'visit' AND r."outcome" = 'created' AND t."id" = r."fact_id" AND NOT t."from_file";