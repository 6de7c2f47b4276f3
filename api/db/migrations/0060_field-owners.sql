DROP INDEX "import_row_member";--> statement-breakpoint
ALTER TABLE "provider_row" ADD COLUMN "write_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contract" ADD COLUMN "provider_values" jsonb;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "provider_values" jsonb;--> statement-breakpoint
ALTER TABLE "member_ticket" ADD COLUMN "provider_values" jsonb;--> statement-breakpoint
ALTER TABLE "reservation" ADD COLUMN "provider_values" jsonb;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "provider_values" jsonb;--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "confirmed" text[];--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "restored" jsonb;--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "unlocked" text[];--> statement-breakpoint
CREATE INDEX "provider_row_write_due" ON "provider_row" USING btree ("brand_code") WHERE "provider_row"."write_due";--> statement-breakpoint
CREATE INDEX "contract_with_choice" ON "contract" USING btree ("id") WHERE "contract"."provider_values" is not null;--> statement-breakpoint
CREATE INDEX "member_with_choice" ON "member" USING btree ("id") WHERE "member"."provider_values" is not null;--> statement-breakpoint
CREATE INDEX "member_ticket_with_choice" ON "member_ticket" USING btree ("id") WHERE "member_ticket"."provider_values" is not null;--> statement-breakpoint
CREATE INDEX "reservation_with_choice" ON "reservation" USING btree ("id") WHERE "reservation"."provider_values" is not null;--> statement-breakpoint
CREATE INDEX "sale_with_choice" ON "sale" USING btree ("id") WHERE "sale"."provider_values" is not null;--> statement-breakpoint
CREATE INDEX "import_row_fact" ON "import_row" USING btree ("fact_id");--> statement-breakpoint
-- Rows that a file had locked as a whole are the club system's again. What imports of the last 30 days have replaced on
-- request stays, column by column; the next run writes what is kept of the rest.
DO $$
DECLARE k record;
BEGIN
	FOR k IN SELECT * FROM (VALUES ('contract', 'contract', 'contracts'), ('ticket', 'member_ticket', 'memberTickets'),
		('booking', 'reservation', 'bookings'), ('sale', 'sale', 'purchases')) v (kind, of_table, resource)
	LOOP
		EXECUTE format($q$
			WITH written AS (
				SELECT r.fact_id, r.before, r.after, f.written_at, f.answers ->> 'overwrite' = 'true' AS is_chosen,
					r.before ->> 'from_file' = 'false' AS was_theirs
				FROM import_row r JOIN import_file f ON f.id = r.import_id
				WHERE f.kind = %1$L AND f.state = 'written' AND r.outcome = 'changed'
			),
			theirs AS (
				SELECT t.id, t.external_id FROM %2$I t WHERE t.from_file AND (
					EXISTS (SELECT FROM provider_row p WHERE p.resource = %3$L AND p.their_id = t.external_id::text)
					OR EXISTS (SELECT FROM written w WHERE w.fact_id = t.id AND w.was_theirs))
			),
			chosen AS (
				SELECT fact_id, jsonb_object_agg(name, value) AS names FROM (
					SELECT DISTINCT ON (w.fact_id, c.name) w.fact_id, c.name,
						CASE WHEN w.was_theirs THEN jsonb_build_object('value', w.before -> c.name) ELSE '{}' END AS value
					FROM written w CROSS JOIN jsonb_object_keys(w.after) key
					CROSS JOIN LATERAL (SELECT CASE WHEN key IN ('plan', 'ticket') THEN key || '_id' ELSE key END AS name) c
					WHERE w.is_chosen AND key <> 'external_id' AND w.after -> key IS DISTINCT FROM w.before -> key
					ORDER BY 1, 2, w.was_theirs DESC, w.written_at
				) one GROUP BY fact_id
			),
			released AS (
				UPDATE %2$I t SET from_file = false, provider_values = (SELECT names FROM chosen c WHERE c.fact_id = t.id)
				FROM theirs WHERE theirs.id = t.id RETURNING t.external_id
			)
			UPDATE provider_row p SET write_due = true FROM released
			WHERE p.resource = %3$L AND p.their_id = released.external_id::text$q$, k.kind, k.of_table, k.resource);
	END LOOP;
END $$;--> statement-breakpoint
-- Of members the columns were known one by one. What the club system says of them is that of the last import, or comes
-- with the next run.
UPDATE "member" m SET "provider_values" = (
	SELECT jsonb_object_agg(c, coalesce((
		SELECT jsonb_build_object('value', r.before -> c) FROM import_row r JOIN import_file f ON f.id = r.import_id
		WHERE f.kind = 'member' AND f.state = 'written' AND r.outcome = 'changed' AND r.member_id = m.id AND r.after ? c
			AND r.before ? 'file_columns' AND NOT r.before -> 'file_columns' ? c
		ORDER BY f.written_at DESC LIMIT 1), '{}')) FROM unnest(m.file_columns) c WHERE c <> 'external_id')
WHERE m.file_columns <> '{}' AND m.last_synced_at IS NOT NULL;--> statement-breakpoint
UPDATE "provider_row" p SET "write_due" = true FROM "member" m
WHERE p.resource = 'members' AND m.provider_values IS NOT NULL AND p.their_id = m.external_id::text;--> statement-breakpoint
UPDATE "import_row" r SET "fact_id" = r.member_id,
	"before" = CASE WHEN r.outcome = 'changed' THEN r.before - 'file_columns' || jsonb_build_object(
		'from_file', NOT r.before ? 'file_columns',
		'provider_values', (SELECT jsonb_object_agg(c, '{}'::jsonb) FROM jsonb_array_elements_text(r.before -> 'file_columns') c)
	) ELSE r.before END
FROM "import_file" f WHERE f.id = r.import_id AND f.kind = 'member';--> statement-breakpoint
ALTER TABLE "member" DROP COLUMN "file_columns";