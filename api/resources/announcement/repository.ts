import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { announcement as api } from '#contract/announcement.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Ctx, Scoped } from '../../context.ts'
import {
  asChanged,
  asCreated,
  atVersion,
  authorColumns,
  creator,
  isCreatorOf,
  isUpdaterOf,
  updater,
} from '../../db/authors.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { announcement } from '../../db/schema/announcement.ts'

type Stored = typeof announcement.$inferSelect
export type Status = Stored['status']

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

/** What holds at `now`, as `statusAt` has it, for filters: exact totals want it in SQL. */
const statusNow = (now: Date): SQL<Status> => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`case
    when ${announcement.status} = 'active' and ${announcement.publishTo} <= ${at} then 'disabled'
    when ${announcement.status} = 'active' and ${announcement.publishFrom} > ${at} then 'pending'
    else ${announcement.status} end`
}

export interface AnnouncementQuery extends Input<typeof api.list> {
  now: Date
  /** For those who see published ones only. */
  publishedOnly: boolean
}

const sortColumns = {
  updatedAt: announcement.updatedAt,
  publishFrom: announcement.publishFrom,
  title: sql`fold_text(${announcement.title})`,
}

/** Without a direction as members meet them: pinned ones first, then the latest. */
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
    status && eq(statusNow(now), status),
    publishedOnly ? eq(statusNow(now), 'active') : undefined,
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
}

const stored = ({ content, words }: Saving) => ({ ...content, searchText: sql<string>`fold_text(${words})` })

export async function insertAnnouncement(ctx: Ctx, saving: Saving): Promise<string> {
  const [made] = await ctx.scoped
    .insert(announcement)
    .values({ ...stored(saving), ...asCreated(ctx) })
    .returning({ id: announcement.id })
  if (!made) throw new Error('An announcement was not stored')
  return made.id
}

/** What a change or a removal is of; without `version` of whatever is there. */
interface At {
  id: string
  version?: number | undefined
}

/** False when the row is no longer at `version`. */
export async function updateAnnouncement(ctx: Ctx, at: At, saving: Saving): Promise<boolean> {
  const saved = await ctx.scoped
    .update(announcement)
    .set({ ...stored(saving), ...asChanged(announcement, ctx) })
    .where(atVersion(announcement, at))
    .returning({ id: announcement.id })
  return saved.length > 0
}

/** False when the row is no longer at `version`. */
export async function removeAnnouncement(ctx: Ctx, at: At): Promise<boolean> {
  const removed = await ctx.scoped
    .delete(announcement)
    .where(atVersion(announcement, at))
    .returning({ id: announcement.id })
  return removed.length > 0
}
