import { and, eq, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { segment as api } from '#contract/segment.ts'
import type { Scoped } from '../../context.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { segment } from '../../db/schema/segment.ts'

const columns = {
  id: segment.id,
  list: segment.list,
  name: segment.name,
  search: segment.search,
  columns: segment.columns,
  targetScope: segment.targetScope,
  targetShopIds: segment.targetShopIds,
  ...authorColumns(segment),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(columns).from(segment).$dynamic(), segment)
export type SegmentRow = Awaited<ReturnType<typeof readRows>>[number]

const sortColumns = { name: sql`fold_text(${segment.name})`, updatedAt: segment.updatedAt }

/** One page of the conditions shared with the caller's shops, and the exact total. */
export const listSegments = (scoped: Scoped, query: Input<typeof api.list>) =>
  pageOf(scoped, readRows(scoped), {
    from: segment,
    where: and(query.list && eq(segment.list, query.list), keywordIn(sql`fold_text(${segment.name})`, query.keyword)),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, segment.id),
    page: query,
  })

export async function segmentById(scoped: Scoped, id: string): Promise<SegmentRow | null> {
  const [found] = await readRows(scoped).where(eq(segment.id, id))
  return found ?? null
}
