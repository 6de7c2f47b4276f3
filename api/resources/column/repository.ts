import { and, eq, sql } from 'drizzle-orm'
import type { column as api } from '#contract/column.ts'
import type { Input } from '#contract/endpoint.ts'
import { columnList } from '#contract/words/column.ts'
import type { Scoped } from '../../context.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, creator, isCreatorOf, isUpdaterOf, updater } from '../../db/records.ts'
import { contentColumn as column } from '../../db/schema/column.ts'
import { statusNow } from '../../publication.ts'

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

const readRows = (scoped: Scoped) =>
  scoped
    .select(row)
    .from(column)
    .leftJoin(creator, isCreatorOf(column))
    .leftJoin(updater, isUpdaterOf(column))
    .$dynamic()
export type ColumnListRow = Awaited<ReturnType<typeof readRows>>[number]
export type ColumnRecord = ColumnListRow & { body: string }

const sortColumns = {
  updatedAt: column.updatedAt,
  publishFrom: column.publishFrom,
  title: sql`fold_text(${column.title})`,
}

interface ColumnQuery extends Input<typeof api.list> {
  now: Date
  /** For roles that see published ones only. */
  publishedOnly: boolean
}

/** One page and the exact total. */
export const listColumns = (scoped: Scoped, { now, publishedOnly, ...query }: ColumnQuery) =>
  pageOf(scoped, readRows(scoped), {
    from: column,
    where: and(
      keywordIn(column.searchText, query.keyword),
      query.status && eq(statusNow(column, now), query.status),
      publishedOnly ? eq(statusNow(column, now), 'active') : undefined,
      query.category && eq(column.category, query.category),
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(columnList, query), column.id),
    page: query,
  })

export async function columnById(scoped: Scoped, id: string): Promise<ColumnRecord | null> {
  const [found] = await scoped
    .select({ ...row, body: column.body })
    .from(column)
    .leftJoin(creator, isCreatorOf(column))
    .leftJoin(updater, isUpdaterOf(column))
    .where(eq(column.id, id))
  return found ?? null
}
