import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Scoped } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { pageOf } from '../../db/page.ts'
import { contentColumn as column, columnText } from '../../db/schema/column.ts'
import { staff } from '../../db/schema/organisation.ts'

// What columns have besides a plain noun's records: related ones, a display order, stored texts, tags.

/** The number of these that exist. */
export const countColumns = (scoped: Scoped, ids: string[]) => scoped.$count(column, inArray(column.id, ids))

/** The position before all others. */
export async function firstPlace(scoped: Scoped): Promise<number> {
  const [found] = await scoped.select({ first: sql<number>`coalesce(min(${column.sortOrder}), 1)` }).from(column)
  return (found?.first ?? 1) - 1
}

/** Numbers these from 1 on; does not change their versions. */
export async function placeInOrder(scoped: Scoped, ids: string[]): Promise<void> {
  await scoped.execute(sql`
    update content_column c set sort_order = o.place
    from unnest(${idArray(ids)}) with ordinality o (id, place) where c.id = o.id`)
}

interface SavedText extends Pick<typeof columnText.$inferInsert, 'version' | 'title' | 'lead' | 'body'> {
  id: string
  updatedAt: Date
  updatedBy: { id: string } | null
}

/** Stores the current text as a version. */
export async function keepText(scoped: Scoped, column: SavedText) {
  const { id, version, title, lead, body, updatedAt, updatedBy } = column
  const text = { columnId: id, version, title, lead, body, savedAt: updatedAt, savedBy: updatedBy?.id ?? null }
  await scoped.insert(columnText).values(text)
}

/** One page of the versions, latest first, and their number. */
export async function listTexts(scoped: Scoped, id: string, page: { offset: number; limit: number }) {
  const { version, title, lead, body, savedAt } = columnText
  const select = scoped
    .select({ version, title, lead, body, savedAt, savedBy: { id: staff.id, displayName: staff.displayName } })
    .from(columnText)
    .leftJoin(staff, eq(staff.id, columnText.savedBy))
    .$dynamic()
  return pageOf(scoped, select, {
    from: columnText,
    where: eq(columnText.columnId, id),
    orderBy: [desc(columnText.version)],
    page,
  })
}

/** Tags in use, most frequent first. */
export async function usedTags(scoped: Scoped): Promise<string[]> {
  const rows = await rowsOf<{ tag: string }>(
    scoped,
    sql`select tag from content_column, unnest(tags) tag group by tag order by count(*) desc, tag limit 200`,
  )
  return rows.map(({ tag }) => tag)
}
