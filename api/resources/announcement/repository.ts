import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { announcement as api } from '#contract/announcement.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Scoped } from '../../context.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, creator, isCreatorOf, isUpdaterOf, updater } from '../../db/records.ts'
import { announcement } from '../../db/schema/announcement.ts'
import { statusNow } from '../../publication.ts'

/** A row of the list, without the body. */
const columns = {
  id: announcement.id,
  title: announcement.title,
  category: announcement.category,
  imgUrl: announcement.imgUrl,
  linkUrl: announcement.linkUrl,
  targetScope: announcement.targetScope,
  targetShopIds: announcement.targetShopIds,
  publishFrom: announcement.publishFrom,
  publishTo: announcement.publishTo,
  isPinned: announcement.isPinned,
  status: announcement.status,
  ...authorColumns(announcement),
}

const readRows = (scoped: Scoped) =>
  scoped
    .select(columns)
    .from(announcement)
    .leftJoin(creator, isCreatorOf(announcement))
    .leftJoin(updater, isUpdaterOf(announcement))
export type AnnouncementListRow = Awaited<ReturnType<typeof readRows>>[number]
export type AnnouncementRecord = AnnouncementListRow & { body: string }

export interface AnnouncementQuery extends Input<typeof api.list> {
  now: Date
  /** For roles that see published ones only. */
  publishedOnly: boolean
}

const sortColumns = {
  updatedAt: announcement.updatedAt,
  publishFrom: announcement.publishFrom,
  title: sql`fold_text(${announcement.title})`,
}

/** By default as members see them: pinned ones first, then the latest. */
function orderOf({ sortKey, sortDir }: AnnouncementQuery): SQL[] {
  if (sortDir === 'none')
    return [desc(announcement.isPinned), ...orderBy(sortColumns[sortKey], 'desc', announcement.id)]
  return orderBy(sortColumns[sortKey], sortDir, announcement.id)
}

/** One page and the exact total. */
export function listAnnouncements(scoped: Scoped, query: AnnouncementQuery) {
  const { now, keyword, status, publishedOnly, category, shopId } = query
  const where = and(
    keywordIn(announcement.searchText, keyword),
    status && eq(statusNow(announcement, now), status),
    publishedOnly ? eq(statusNow(announcement, now), 'active') : undefined,
    category && eq(announcement.category, category),
    shopId === undefined
      ? undefined
      : sql`(${announcement.targetScope} = 'all' or ${Number(shopId)} = any (${announcement.targetShopIds}))`,
  )
  const select = readRows(scoped).$dynamic()
  return pageOf(scoped, select, { from: announcement, where, orderBy: orderOf(query), page: query })
}

export async function announcementById(scoped: Scoped, id: string): Promise<AnnouncementRecord | null> {
  const [found] = await scoped
    .select({ ...columns, body: announcement.body })
    .from(announcement)
    .leftJoin(creator, isCreatorOf(announcement))
    .leftJoin(updater, isUpdaterOf(announcement))
    .where(eq(announcement.id, id))
  return found ?? null
}
