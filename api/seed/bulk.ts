import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'

/**
 * Drops what is looked after row by row in these tables: secondary indexes, unique constraints and foreign keys; primary
 * keys stay. Within the seed's transaction, so nobody else ever sees the tables without them. Answers how to make all of it
 * again as it was, which sorts and checks each table once: by name, or everything that is left.
 */
export async function dropIndexes(
  tx: Db,
  tables: readonly string[],
): Promise<(names?: readonly string[]) => Promise<void>> {
  const list = sql`${`{${tables.join(',')}}`}::regclass[]`
  const dropped = await rowsOf<{ table: string; drop: string; make: string }>(
    tx,
    sql`
      select "table", drop, make from (
        select conrelid::regclass::text as "table", contype = 'f' as is_last, conname::text as name,
          format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
          format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
        from pg_constraint where conrelid = any (${list}) and contype in ('u', 'f')
        union all
        select indrelid::regclass::text, false, indexrelid::regclass::text, format('drop index %s', indexrelid::regclass),
          pg_get_indexdef(indexrelid)
        from pg_index where indrelid = any (${list})
          and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      ) part order by is_last, "table", name`,
  )
  for (const { drop } of dropped) await tx.execute(sql.raw(drop))
  let left = dropped
  return async (names) => {
    const due = left.filter(({ table }) => names === undefined || names.includes(table))
    left = left.filter((one) => !due.includes(one))
    for (const { make } of due) await tx.execute(sql.raw(make))
  }
}
