import { getTableName, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { access } from '../../db/schema/access.ts'
import { auditLog } from '../../db/schema/identity.ts'
import type { Storage } from '../../storage/storage.ts'

/** A form may stay open as long; saving it makes its picture young again (api/rules/require-picture.ts). */
const keptHours = 24

/** What staff write may name a picture, in a column or within a text. The audit log only remembers that one was named. */
const naming = access.filter(({ table, write }) => write && table !== auditLog).map(({ table }) => getTableName(table))

/**
 * Removes the pictures that no row names, a day after they came, with what interrupted uploads left; `db` sees all rows.
 * Answers how many.
 */
export async function removeUnnamedPictures(db: Db, storage: Storage, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptHours * 3_600_000)
  const old = await storage.namesOlderThan(before)
  if (old.length === 0) return 0
  const named = new Set<string>()
  for (const table of naming) {
    const { rows } = await db.execute<{ name: string }>(sql`
      select distinct found[1] as name
      from ${sql.identifier(table)} as one, regexp_matches(one::text, '/uploads/([\\w-]{32}\\.webp)', 'g') as found
      where found[1] = any (${`{${old.join(',')}}`}::text[])`)
    for (const { name } of rows) named.add(name)
  }
  // An emptied database, or another one than these pictures': it knows nothing of them.
  if (named.size === 0) return 0
  const unnamed = old.filter((name) => !named.has(name))
  for (const name of unnamed) await storage.removeOlderThan(before, name)
  return unnamed.length
}
