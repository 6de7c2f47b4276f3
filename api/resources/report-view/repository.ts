import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { reportView as api } from '#contract/report-view.ts'
import { moneyReports } from '#contract/words/report-view.ts'
import type { Scoped } from '../../context.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { reportView } from '../../db/schema/report-view.ts'

const columns = {
  id: reportView.id,
  report: reportView.report,
  name: reportView.name,
  search: reportView.search,
  targetScope: reportView.targetScope,
  targetShopIds: reportView.targetShopIds,
  ...authorColumns(reportView),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(columns).from(reportView).$dynamic(), reportView)
export type ReportViewRow = Awaited<ReturnType<typeof readRows>>[number]

const sortColumns = { name: sql`fold_text(${reportView.name})`, updatedAt: reportView.updatedAt }

/** One page of the views shared with the caller's shops, and the exact total; without money none of its reports. */
export const listReportViews = (scoped: Scoped, query: Input<typeof api.list>, hasMoney: boolean) =>
  pageOf(scoped, readRows(scoped), {
    from: reportView,
    where: and(
      query.report && eq(reportView.report, query.report),
      hasMoney ? undefined : notInArray(reportView.report, [...moneyReports]),
      keywordIn(sql`fold_text(${reportView.name})`, query.keyword),
    ),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, reportView.id),
    page: query,
  })

export async function reportViewById(scoped: Scoped, id: string): Promise<ReportViewRow | null> {
  const [found] = await readRows(scoped).where(eq(reportView.id, id))
  return found ?? null
}
