import { eq, inArray, sql } from 'drizzle-orm'
import type { Records } from '../../db/named-records.ts'
import { dailyReport } from '../../db/schema/daily-report.ts'
import { shop } from '../../db/schema/organisation.ts'

/** A report is named by its shop and day; the day is in its address. */
export const dailyReportRecords = {
  nameOf: (scoped, ids) =>
    scoped
      .select({
        id: dailyReport.id,
        name: sql<string>`concat_ws(' ', ${shop.name}, to_char(${dailyReport.date}, 'YYYY/MM/DD'))`,
        key: dailyReport.date,
      })
      .from(dailyReport)
      .innerJoin(shop, eq(shop.id, dailyReport.shopId))
      .where(inArray(dailyReport.id, [...ids])),
} satisfies Records
