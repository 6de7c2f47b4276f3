import { asc, count, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { ListWords } from '#contract/words/list.ts'
import type { Scoped } from '../context.ts'

interface Sorting {
  sortKey: string
  sortDir: 'asc' | 'desc' | 'none'
}

interface Page {
  offset: number
  limit: number
}

/** One page of `select`, and the exact total of the rows of `from`. */
export async function pageOf<S extends PgSelect>(
  scoped: Scoped,
  select: S,
  { from, where, orderBy, page }: { from: PgTable; where: SQL | undefined; orderBy: SQL[]; page: Page },
): Promise<{ rows: Awaited<S>; total: number }> {
  const [{ total = 0 } = {}] = await scoped.select({ total: count() }).from(from).where(where)
  // No query for a page that is empty.
  if (page.limit === 0 || page.offset >= total) return { rows: [] as Awaited<S>, total }
  const rows = await select
    .where(where)
    .orderBy(...orderBy)
    .limit(page.limit)
    .offset(page.offset)
  return { rows: rows as Awaited<S>, total }
}

/** The sort direction where the request has none: the list's own for its default key, ascending otherwise. */
export const directionOf = ({ defaultSort }: ListWords, { sortKey, sortDir }: Sorting) =>
  sortDir === 'none' && defaultSort === `-${sortKey}` ? 'desc' : sortDir

/** The requested order of a list: nulls last in both directions, then ids in the same direction. */
export function orderBy(column: SQLWrapper, sortDir: 'asc' | 'desc' | 'none', id: PgColumn): SQL[] {
  const direction = sortDir === 'desc' ? desc : asc
  return [sql`${direction(column)} nulls last`, direction(id)]
}

/** Whether a folded text contains the keyword, folded too; no condition without one. */
export const keywordIn = (foldedText: SQLWrapper, keyword: string | undefined): SQL | undefined =>
  keyword ? sql`position(fold_text(${keyword}) in ${foldedText}) > 0` : undefined
