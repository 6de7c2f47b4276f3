import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Scoped } from '../../context.ts'
import { announcement } from '../../db/schema/announcement.ts'
import { staff } from '../../db/schema/organisation.ts'

type Stored = typeof announcement.$inferSelect
export type Status = Stored['status']

const creator = alias(staff, 'creator')
const updater = alias(staff, 'updater')

/** A row of the list: bodies stay where they are. */
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
  createdBy: { id: creator.id, displayName: creator.displayName },
  updatedBy: { id: updater.id, displayName: updater.displayName },
  createdAt: announcement.createdAt,
  updatedAt: announcement.updatedAt,
  version: announcement.version,
}

const readRows = (scoped: Scoped) =>
  scoped
    .select(columns)
    .from(announcement)
    .leftJoin(creator, eq(creator.id, announcement.createdBy))
    .leftJoin(updater, eq(updater.id, announcement.updatedBy))
export type AnnouncementListRow = Awaited<ReturnType<typeof readRows>>[number]
export type AnnouncementRecord = AnnouncementListRow & { body: string }

/** What holds at `now`, as `statusAt` has it, for filters: exact totals want it in SQL. */
const statusNow = (now: Date): SQL<Status> => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`case
    when ${announcement.status} = 'active' and ${announcement.publishTo} <= ${at} then 'disabled'
    when ${announcement.status} = 'active' and ${announcement.publishFrom} > ${at} then 'pending'
    else ${announcement.status} end`
}

export interface AnnouncementQuery {
  now: Date
  keyword?: string
  status?: Status
  /** For those who see published ones only. */
  publishedOnly: boolean
  category?: Stored['category']
  shopId?: string
  sortKey: 'updatedAt' | 'publishFrom' | 'title'
  sortDir: 'asc' | 'desc' | 'none'
  offset: number
  limit: number
}

const sortColumns = {
  updatedAt: announcement.updatedAt,
  publishFrom: announcement.publishFrom,
  title: sql`fold_text(${announcement.title})`,
}

/** Without a direction as members meet them: pinned ones first, then the latest. */
function orderOf({ sortKey, sortDir }: AnnouncementQuery): SQL[] {
  const column = sortColumns[sortKey]
  if (sortDir === 'none') {
    return [desc(announcement.isPinned), sql`${column} desc nulls last`, desc(announcement.id)]
  }
  const direction = sortDir === 'asc' ? asc : desc
  return [sql`${direction(sql`${column}`)} nulls last`, direction(announcement.id)]
}

/** One page and the exact total. */
export async function listAnnouncements(scoped: Scoped, query: AnnouncementQuery) {
  const { now, keyword, status, publishedOnly, category, shopId } = query
  const where = and(
    keyword ? sql`position(fold_text(${keyword}) in ${announcement.searchText}) > 0` : undefined,
    status && eq(statusNow(now), status),
    publishedOnly ? eq(statusNow(now), 'active') : undefined,
    category && eq(announcement.category, category),
    shopId === undefined
      ? undefined
      : sql`(${announcement.targetScope} = 'all' or ${Number(shopId)} = any (${announcement.targetShopIds}))`,
  )
  const rows = await readRows(scoped)
    .where(where)
    .orderBy(...orderOf(query))
    .limit(query.limit)
    .offset(query.offset)
  const [counted] = await scoped.select({ total: count() }).from(announcement).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function announcementById(scoped: Scoped, id: string): Promise<AnnouncementRecord | null> {
  const [found] = await scoped
    .select({ ...columns, body: announcement.body })
    .from(announcement)
    .leftJoin(creator, eq(creator.id, announcement.createdBy))
    .leftJoin(updater, eq(updater.id, announcement.updatedBy))
    .where(eq(announcement.id, id))
  return found ?? null
}

/** Holds the row until the transaction ends. False when it is not there or not this person's to change. */
export async function lockAnnouncement(scoped: Scoped, id: string): Promise<boolean> {
  const locked = await scoped
    .select({ id: announcement.id })
    .from(announcement)
    .where(eq(announcement.id, id))
    .for('update')
  return locked.length > 0
}

export type AnnouncementContent = Pick<
  Stored,
  | 'title'
  | 'body'
  | 'category'
  | 'imgUrl'
  | 'linkUrl'
  | 'targetScope'
  | 'targetShopIds'
  | 'publishFrom'
  | 'publishTo'
  | 'isPinned'
  | 'status'
>

interface Saving {
  content: AnnouncementContent
  /** Title and words of the body. */
  words: string
  staffId: string
  now: Date
}

const folded = (words: string) => sql<string>`fold_text(${words})`

export async function insertAnnouncement(scoped: Scoped, { content, words, staffId, now }: Saving): Promise<string> {
  const [made] = await scoped
    .insert(announcement)
    .values({
      ...content,
      searchText: folded(words),
      createdBy: staffId,
      updatedBy: staffId,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: announcement.id })
  if (!made) throw new Error('An announcement was not stored')
  return made.id
}

const at = (id: string, version: number | undefined) =>
  and(eq(announcement.id, id), version === undefined ? undefined : eq(announcement.version, version))

/** False when the row is no longer at `version`. */
export async function updateAnnouncement(
  scoped: Scoped,
  { id, version }: { id: string; version?: number },
  { content, words, staffId, now }: Saving,
): Promise<boolean> {
  const saved = await scoped
    .update(announcement)
    .set({
      ...content,
      searchText: folded(words),
      updatedBy: staffId,
      updatedAt: now,
      version: sql`${announcement.version} + 1`,
    })
    .where(at(id, version))
    .returning({ id: announcement.id })
  return saved.length > 0
}

/** False when the row is no longer at `version`. */
export async function removeAnnouncement(
  scoped: Scoped,
  { id, version }: { id: string; version?: number },
): Promise<boolean> {
  const removed = await scoped.delete(announcement).where(at(id, version)).returning({ id: announcement.id })
  return removed.length > 0
}
