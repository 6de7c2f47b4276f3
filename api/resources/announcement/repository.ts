import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { announcement as api } from '#contract/announcement.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Scoped } from '../../context.ts'
import { beginningFirst, limitOf, matchesName, type NameSearch, totalCount } from '../../db/named-records.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { announcement } from '../../db/schema/announcement.ts'
import { inSight, type PublicationSight } from '../../rules/publication.ts'

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

const readRows = (scoped: Scoped) => withAuthors(scoped.select(columns).from(announcement).$dynamic(), announcement)
export type AnnouncementListRow = Awaited<ReturnType<typeof readRows>>[number]
export type AnnouncementRecord = AnnouncementListRow & { body: string }

type Query = Input<typeof api.list>

const sortColumns = {
  updatedAt: announcement.updatedAt,
  publishFrom: announcement.publishFrom,
  title: sql`fold_text(${announcement.title})`,
}

/** Default order, as members see them: pinned first, then the latest. */
function orderOf({ sortKey, sortDir }: Query): SQL[] {
  if (sortDir === 'none')
    return [desc(announcement.isPinned), ...orderBy(sortColumns[sortKey], 'desc', announcement.id)]
  return orderBy(sortColumns[sortKey], sortDir, announcement.id)
}

/** One page of the visible announcements, and the exact total. */
export function listAnnouncements(scoped: Scoped, query: Query, sight: PublicationSight) {
  const { keyword, status, state, category, shopId } = query
  const where = and(
    keywordIn(announcement.searchText, keyword),
    inSight(announcement, sight, { status, state }),
    category && eq(announcement.category, category),
    shopId === undefined
      ? undefined
      : sql`(${announcement.targetScope} = 'all' or ${Number(shopId)} = any (${announcement.targetShopIds}))`,
  )
  return pageOf(scoped, readRows(scoped), { from: announcement, where, orderBy: orderOf(query), page: query })
}

/** The visible announcements by title, last changed first. */
export const announcementsNamed = (scoped: Scoped, sight: PublicationSight, search: NameSearch) =>
  scoped
    .select({
      id: announcement.id,
      title: announcement.title,
      category: announcement.category,
      publishFrom: announcement.publishFrom,
      publishTo: announcement.publishTo,
      status: announcement.status,
      total: totalCount,
    })
    .from(announcement)
    .where(and(inSight(announcement, sight), matchesName(announcement.id, sortColumns.title, search)))
    .orderBy(...beginningFirst(search, announcement.title), desc(announcement.updatedAt), desc(announcement.id))
    .limit(limitOf(search))

export async function announcementById(scoped: Scoped, id: string): Promise<AnnouncementRecord | null> {
  const select = scoped.select({ ...columns, body: announcement.body }).from(announcement)
  const [found] = await withAuthors(select.where(eq(announcement.id, id)).$dynamic(), announcement)
  return found ?? null
}
