import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { keywordIn } from './page.ts'

/** A search by name: all rows whose names contain the keyword, or these ids. */
export type Called = { keyword: string } | { ids: readonly string[] }

/** Whether a row matches; `foldedText` is its searchable name. */
export const isCalled = (id: PgColumn, foldedText: SQLWrapper, called: Called): SQL | undefined =>
  'ids' in called ? inArray(id, [...called.ids]) : keywordIn(foldedText, called.keyword)

/** Rows first whose name begins with the keyword. */
export function beginningFirst(called: Called, ...names: SQLWrapper[]): SQL[] {
  if ('ids' in called) return []
  const begins = names.map((name) => sql`starts_with(fold_text(${name}), fold_text(${called.keyword}))`)
  return [sql`(${sql.join(begins, sql` or `)}) is true desc`]
}

/** Adds the number of matching rows to each of the first few. */
export const allCalled = sql<number>`(count(*) over ())::integer`
