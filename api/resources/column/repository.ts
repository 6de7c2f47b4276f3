import { and, eq, sql } from 'drizzle-orm'
import type { column as api } from '#contract/column.ts'
import type { Input } from '#contract/endpoint.ts'
import { columnList } from '#contract/words/column.ts'
import type { Scoped } from '../../context.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { contentColumn as column } from '../../db/schema/column.ts'
import { inSight, type PublicationSight } from '../../publication.ts'

/** A row of the list, without the body. */
const row = {
  id: column.id,
  title: column.title,
  lead: column.lead,
  category: column.category,
  tags: column.tags,
  publishFrom: column.publishFrom,
  status: column.status,
  ...authorColumns(column),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(row).from(column).$dynamic(), column)
export type ColumnListRow = Awaited<ReturnType<typeof readRows>>[number]
export type ColumnRecord = ColumnListRow & { body: string }

const sortColumns = {
  updatedAt: column.updatedAt,
  publishFrom: column.publishFrom,
  title: sql`fold_text(${column.title})`,
}

/** One page of the columns in sight, and the exact total. */
export const listColumns = (scoped: Scoped, query: Input<typeof api.list>, sight: PublicationSight) =>
  pageOf(scoped, readRows(scoped), {
    from: column,
    where: and(
      keywordIn(column.searchText, query.keyword),
      inSight(column, sight, query),
      query.category && eq(column.category, query.category),
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(columnList, query), column.id),
    page: query,
  })

export async function columnById(scoped: Scoped, id: string): Promise<ColumnRecord | null> {
  const select = scoped.select({ ...row, body: column.body }).from(column)
  const [found] = await withAuthors(select.where(eq(column.id, id)).$dynamic(), column)
  return found ?? null
}
