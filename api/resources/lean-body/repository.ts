import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { leanBody as api } from '#contract/lean-body.ts'
import { leanBodyList } from '#contract/words/lean-body.ts'
import type { Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, folded, withAuthors } from '../../db/records.ts'
import { leanBodyContent as content } from '../../db/schema/lean-body.ts'

const completionRate = sql<number | null>`${content.completionCount}::float8 / nullif(${content.viewCount}, 0)`
const avgRating = sql<number | null>`${content.ratingSum}::float8 / nullif(${content.ratingCount}, 0)`

/** A row of the list. */
const row = {
  id: content.id,
  externalId: content.externalId,
  title: content.title,
  imgUrl: content.imgUrl,
  program: content.program,
  instructorName: content.instructorName,
  category: content.category,
  targetParts: content.targetParts,
  intensity: content.intensity,
  durationSec: content.durationSec,
  tags: content.tags,
  recommendedMoods: content.recommendedMoods,
  status: content.status,
  sortOrder: content.sortOrder,
  shopIds: content.shopIds,
  viewCount: content.viewCount,
  completionRate,
  avgRating,
  ...authorColumns(content),
}
const record = {
  ...row,
  description: content.description,
  videoUrl: content.videoUrl,
  kcal: content.kcal,
  equipment: content.equipment,
  ratingCount: content.ratingCount,
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(row).from(content).$dynamic(), content)
const readRecords = (scoped: Scoped) => withAuthors(scoped.select(record).from(content).$dynamic(), content)
export type ContentRow = Awaited<ReturnType<typeof readRows>>[number]
export type ContentRecord = Awaited<ReturnType<typeof readRecords>>[number]

const sortColumns = {
  sortOrder: content.sortOrder,
  title: sql`fold_text(${content.title})`,
  durationSec: content.durationSec,
  viewCount: content.viewCount,
  completionRate,
  avgRating,
  updatedAt: content.updatedAt,
}

/** One page of the contents, and the exact total. */
export const listContents = (scoped: Scoped, query: Input<typeof api.list>) =>
  pageOf(scoped, readRows(scoped), {
    from: content,
    where: and(
      keywordIn(content.searchText, query.keyword),
      query.status && eq(content.status, query.status),
      query.category && eq(content.category, query.category),
      query.part && sql`${query.part} = any(${content.targetParts})`,
      query.intensity && eq(content.intensity, Number(query.intensity)),
      query.program === undefined ? undefined : eq(content.program, query.program),
      query.mood && sql`${query.mood} = any(${content.recommendedMoods})`,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(leanBodyList, query), content.id),
    page: query,
  })

export async function contentById(scoped: Scoped, id: string): Promise<ContentRecord | null> {
  const [found] = await readRecords(scoped).where(eq(content.id, id))
  return found ?? null
}

/** These contents, locked until the transaction ends, always in the same order. */
export async function holdContents(scoped: Scoped, ids: readonly string[]): Promise<ContentRecord[]> {
  const wanted = inArray(content.id, [...ids])
  await scoped.select({ id: content.id }).from(content).where(wanted).orderBy(asc(content.id)).for('update')
  return readRecords(scoped).where(wanted).orderBy(asc(content.id))
}

/** The programs that have contents. */
export async function listPrograms(scoped: Scoped): Promise<string[]> {
  const rows = await rowsOf<{ program: string }>(
    scoped,
    sql`select distinct program from lean_body_content where program is not null order by program`,
  )
  return rows.map(({ program }) => program)
}

/** The text for the search: what staff write, instructor and program. */
export const searchTextOf = (
  text: Pick<ContentRecord, 'title' | 'description' | 'tags' | 'program' | 'instructorName'>,
) => folded(text.title, text.description, ...text.tags, text.program, text.instructorName)
