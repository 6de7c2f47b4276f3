import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { column as api } from '#contract/column.ts'
import type { Input } from '#contract/endpoint.ts'
import { columnList } from '#contract/words/column.ts'
import type { Scoped } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { beginningFirst, limitOf, matchesName, type NameSearch, totalCount } from '../../db/named-records.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { contentColumn as column, columnText } from '../../db/schema/column.ts'
import { staff } from '../../db/schema/organisation.ts'
import { inSight, type PublicationSight } from '../../rules/publication.ts'

/** A row of the list, without the body. */
const row = {
  id: column.id,
  title: column.title,
  lead: column.lead,
  imgUrl: column.imgUrl,
  category: column.category,
  tags: column.tags,
  authorName: column.authorName,
  supervisorName: column.supervisorName,
  targetMoods: column.targetMoods,
  textLength: column.textLength,
  sortOrder: column.sortOrder,
  viewCount: column.viewCount,
  likeCount: column.likeCount,
  publishFrom: column.publishFrom,
  publishTo: column.publishTo,
  status: column.status,
  ...authorColumns(column),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(row).from(column).$dynamic(), column)
export type ColumnListRow = Awaited<ReturnType<typeof readRows>>[number]
export type ColumnRecord = ColumnListRow & {
  body: string
  relatedIds: string[]
  related: { id: string; title: string }[]
}

const sortColumns = {
  updatedAt: column.updatedAt,
  publishFrom: column.publishFrom,
  title: sql`fold_text(${column.title})`,
  sortOrder: column.sortOrder,
  viewCount: column.viewCount,
  likeCount: column.likeCount,
}

/** One page of the visible columns, and the exact total. */
export const listColumns = (scoped: Scoped, query: Input<typeof api.list>, sight: PublicationSight) =>
  pageOf(scoped, readRows(scoped), {
    from: column,
    where: and(
      keywordIn(column.searchText, query.keyword),
      inSight(column, sight, query),
      query.category && eq(column.category, query.category),
      query.mood && sql`${query.mood} = any(${column.targetMoods})`,
      query.tag === undefined ? undefined : sql`${query.tag} = any(${column.tags})`,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(columnList, query), column.id),
    page: query,
  })

/** The visible columns by title, last changed first. */
export const columnsNamed = (scoped: Scoped, sight: PublicationSight, search: NameSearch) =>
  scoped
    .select({
      id: column.id,
      title: column.title,
      category: column.category,
      publishFrom: column.publishFrom,
      publishTo: column.publishTo,
      status: column.status,
      total: totalCount,
    })
    .from(column)
    .where(and(inSight(column, sight), matchesName(column.id, sortColumns.title, search)))
    .orderBy(...beginningFirst(search, column.title), desc(column.updatedAt), desc(column.id))
    .limit(limitOf(search))

/** In the chosen order; columns deleted since are left out. */
const related = sql<{ id: number; title: string }[]>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title) order by o.place), '[]')
  from unnest(content_column.related_ids) with ordinality o (id, place) join content_column r on r.id = o.id)`

export async function columnById(scoped: Scoped, id: string): Promise<ColumnRecord | null> {
  const select = scoped.select({ ...row, body: column.body, related }).from(column)
  const [found] = await withAuthors(select.where(eq(column.id, id)).$dynamic(), column)
  if (!found) return null
  const named = found.related.map(({ id, title }) => ({ id: String(id), title }))
  return { ...found, related: named, relatedIds: named.map(({ id }) => id) }
}

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

/** Stores the current text as a version. */
export async function keepText(scoped: Scoped, { id, version, title, lead, body, updatedAt, updatedBy }: ColumnRecord) {
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
