import { and, eq, sql } from 'drizzle-orm'
import type { clubEvent as api } from '#contract/club-event.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Scoped } from '../../context.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { clubEvent } from '../../db/schema/club-event.ts'

const columns = {
  id: clubEvent.id,
  title: clubEvent.title,
  kind: clubEvent.kind,
  firstOn: clubEvent.firstOn,
  lastOn: clubEvent.lastOn,
  targetScope: clubEvent.targetScope,
  targetShopIds: clubEvent.targetShopIds,
  ...authorColumns(clubEvent),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(columns).from(clubEvent).$dynamic(), clubEvent)
export type ClubEventRow = Awaited<ReturnType<typeof readRows>>[number]

const foldedTitle = sql`fold_text(${clubEvent.title})`
const sortColumns = { firstOn: clubEvent.firstOn, title: foldedTitle, updatedAt: clubEvent.updatedAt }

/** One page of the events of the caller's shops, and the exact total. */
export function listClubEvents(scoped: Scoped, query: Input<typeof api.list>) {
  const { keyword, kind, shopId } = query
  const ofShop = sql`(${clubEvent.targetScope} = 'all' or ${Number(shopId)} = any (${clubEvent.targetShopIds}))`
  return pageOf(scoped, readRows(scoped), {
    from: clubEvent,
    where: and(
      keywordIn(foldedTitle, keyword),
      kind && eq(clubEvent.kind, kind),
      shopId === undefined ? undefined : ofShop,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, clubEvent.id),
    page: query,
  })
}

export async function clubEventById(scoped: Scoped, id: string): Promise<ClubEventRow | null> {
  const [found] = await readRows(scoped).where(eq(clubEvent.id, id))
  return found ?? null
}
