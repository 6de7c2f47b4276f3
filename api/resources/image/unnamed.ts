import { getTableName, sql } from 'drizzle-orm'
import { yearsOfMailPictures } from '#contract/words/mail.ts'
import { access } from '../../db/access.ts'
import type { Db } from '../../db/client.ts'
import { auditLog } from '../../db/schema/identity.ts'
import { mail } from '../../db/schema/mail.ts'
import type { Storage } from '../../storage/storage.ts'

/** A form may stay open this long; saving it renews its pictures (api/rules/require-picture.ts). */
const keptHours = 24

/** Tables that may refer to a picture, in a column or within a text; the audit log's references do not count. */
const naming = access.filter(({ table, write }) => write && table !== auditLog).map(({ table }) => getTableName(table))

/** Mails are kept, their pictures for two years. */
const countsOf = (table: string, now: Date) =>
  table === getTableName(mail)
    ? sql`and one.send_at > ${now.toISOString()}::timestamptz - interval '${sql.raw(String(yearsOfMailPictures))} years'`
    : sql``

/**
 * Deletes the pictures that no row refers to, a day after their upload, and remains of interrupted uploads; `db` must
 * see all rows. Returns their number.
 */
export async function removeUnnamedPictures(db: Db, storage: Storage, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptHours * 3_600_000)
  const old = await storage.namesOlderThan(before)
  if (old.length === 0) return 0
  const named = new Set<string>()
  for (const table of naming) {
    const { rows } = await db.execute<{ name: string }>(sql`
      select distinct found[1] as name
      from ${sql.identifier(table)} as one, regexp_matches(one::text, '/uploads/([\\w-]{32}\\.(?:webp|jpg))', 'g') as found
      where found[1] = any (${`{${old.join(',')}}`}::text[]) ${countsOf(table, now)}`)
    for (const { name } of rows) named.add(name)
  }
  // A database that was emptied, or does not belong to these pictures, knows none of them.
  if (named.size === 0) return 0
  const unnamed = old.filter((name) => !named.has(name))
  for (const name of unnamed) await storage.removeOlderThan(before, name)
  return unnamed.length
}
