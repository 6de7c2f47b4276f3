import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { keywordIn } from './page.ts'

/** What somebody looks for by what it is called: all whose names hold the keyword, or these records. */
export type Called = { keyword: string } | { ids: readonly string[] }

/** Whether a row is looked for; `foldedText` is what it is called by. */
export const isCalled = (id: PgColumn, foldedText: SQLWrapper, called: Called): SQL | undefined =>
  'ids' in called ? inArray(id, [...called.ids]) : keywordIn(foldedText, called.keyword)

/** Those before the others of which one of these names begins with the keyword. */
export function beginningFirst(called: Called, ...names: SQLWrapper[]): SQL[] {
  if ('ids' in called) return []
  const begins = names.map((name) => sql`starts_with(fold_text(${name}), fold_text(${called.keyword}))`)
  return [sql`(${sql.join(begins, sql` or `)}) is true desc`]
}

/** How many rows the conditions meet, beside each of the first few. */
export const allCalled = sql<number>`(count(*) over ())::integer`
