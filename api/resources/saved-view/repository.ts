import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { savedView as api } from '#contract/saved-view.ts'
import type { ViewedScreen } from '#contract/words/saved-view.ts'
import type { Scoped } from '../../context.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { savedView } from '../../db/schema/saved-view.ts'

const columns = {
  id: savedView.id,
  screen: savedView.screen,
  name: savedView.name,
  search: savedView.search,
  columns: savedView.columns,
  targetScope: savedView.targetScope,
  targetShopIds: savedView.targetShopIds,
  ...authorColumns(savedView),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(columns).from(savedView).$dynamic(), savedView)
export type SavedViewRow = Awaited<ReturnType<typeof readRows>>[number]

const sortColumns = { name: sql`fold_text(${savedView.name})`, updatedAt: savedView.updatedAt }

/** One page of the views of these screens that are shared with the caller's shops, and the exact total. */
export const listSavedViews = (scoped: Scoped, query: Input<typeof api.list>, screens: ViewedScreen[]) =>
  pageOf(scoped, readRows(scoped), {
    from: savedView,
    where: and(
      inArray(savedView.screen, screens),
      query.screen && eq(savedView.screen, query.screen),
      keywordIn(sql`fold_text(${savedView.name})`, query.keyword),
    ),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, savedView.id),
    page: query,
  })

export async function savedViewById(scoped: Scoped, id: string): Promise<SavedViewRow | null> {
  const [found] = await readRows(scoped).where(eq(savedView.id, id))
  return found ?? null
}

/** Whether one of this screen that the caller sees has the name. */
export async function isNameTaken(
  scoped: Scoped,
  screen: ViewedScreen,
  name: string,
  except?: string,
): Promise<boolean> {
  const isOther = except === undefined ? undefined : ne(savedView.id, except)
  const isIt = and(eq(savedView.screen, screen), eq(savedView.name, name), isOther)
  const found = await scoped.select({ id: savedView.id }).from(savedView).where(isIt).limit(1)
  return found.length > 0
}
