import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noticedWhileRunning } from './lib/online-migration.mjs'
import { root } from './lib/project.mjs'

const folder = join(root, 'api/db/migrations')
/** Those before ran at the start of the only process. */
const firstBesideOthers = 78

test.each([
  'CREATE INDEX "by_day" ON "visit" USING btree ("day");',
  'CREATE UNIQUE INDEX "once" ON "visit" USING btree ("day");',
  'ALTER TABLE "visit" ALTER COLUMN "day" SET DATA TYPE timestamp;',
  'ALTER TABLE "visit" ALTER COLUMN "day" SET NOT NULL;',
  'ALTER TABLE "visit" ADD COLUMN "token" uuid DEFAULT gen_random_uuid();',
  'ALTER TABLE "visit" ADD COLUMN "double" integer GENERATED ALWAYS AS (a * 2) STORED;',
  'ALTER TABLE "visit" ADD COLUMN "day" date NOT NULL;',
  'ALTER TABLE "visit" ADD CONSTRAINT "shop" FOREIGN KEY ("shop_id") REFERENCES "shop"("id");',
  'ALTER TABLE "visit" DROP COLUMN "day";',
  'DROP TABLE "visit";',
  'ALTER TABLE "visit" RENAME COLUMN "day" TO "date";',
])('a running product would notice: %s', (statement) => {
  expect(noticedWhileRunning(statement)).toHaveLength(1)
})

test.each([
  'ALTER TABLE "visit" ADD COLUMN "note" text;',
  `ALTER TABLE "visit" ADD COLUMN "kind" text DEFAULT 'usual' NOT NULL;`,
  'ALTER TABLE "visit" ADD CONSTRAINT "positive" CHECK (length >= 0) NOT VALID;',
  '-- unused since 0000000\nALTER TABLE "visit" DROP COLUMN "day";',
  'CREATE TABLE "new" ("id" integer);--> statement-breakpoint\nCREATE INDEX "new_id" ON "new" USING btree ("id");',
])('a running product would not notice: %s', (statement) => {
  expect(noticedWhileRunning(statement)).toEqual([])
})

test('no migration is noticed by a running product', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(files.length).toBeGreaterThanOrEqual(firstBesideOthers)
  const noticed = files
    .filter((name) => Number(name.slice(0, 4)) >= firstBesideOthers)
    .flatMap((name) => noticedWhileRunning(readFileSync(join(folder, name), 'utf8')).map((one) => `${name}: ${one}`))
  expect(noticed).toEqual([])
})
