import type { Scoped } from '../../api/context.ts'
import type { Database } from '../../api/db/client.ts'
import { inScope } from '../../api/db/scope.ts'
import type { Page, PeriodInput } from '../../api/figures/drill-down/period.ts'
import type { Period } from '../../api/figures/periods.ts'
import { readReportScope } from '../../api/figures/report-scope.ts'

interface PagesRequest<Found> {
  period: PeriodInput
  /** Exactly these shops are in scope. */
  set: readonly number[]
  /** Which of the period's days are counted, by the data date. */
  days: (period: PeriodInput, dataDate: string | null) => Period | null
  read: (scoped: Scoped, shopIds: string[], days: Period, page: Page, dataDate: string) => Promise<Found>
  limit?: number
}

/** All pages of a figure's rows, with the first page's totals; null for a period without days. */
export function allPages<Found extends { rows: unknown[]; total: number }>(
  database: Database,
  { period, set, days: daysOf, read, limit = 2 }: PagesRequest<Found>,
): Promise<Found | null> {
  return inScope(database, { shops: set.map(String) }, 'read', async (scoped) => {
    const { shopIds, dataDate } = await readReportScope(scoped, set.map(String))
    const days = daysOf(period, dataDate)
    if (!days || dataDate === null) return null
    const all = await read(scoped, shopIds, days, { offset: 0, limit }, dataDate)
    for (let offset = limit; offset < all.total; offset += limit) {
      all.rows.push(...(await read(scoped, shopIds, days, { offset, limit }, dataDate)).rows)
    }
    return all
  })
}
