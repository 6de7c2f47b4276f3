import { type SQL, sql } from 'drizzle-orm'
import { type PeriodReport, type SalesCategory, salesCategories } from '#contract/report.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from './head.ts'
import { type Period, within } from './periods.ts'

/** null where the denominator is 0 (domain.md §2.0). */
export const ratio = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator

export interface Sales {
  /** By day, then category. */
  byDay: Map<string, { category: SalesCategory; gross: number; refund: number; tax: number }[]>
  bills: { targetMonth: string; dueOn: string; billed: number; collected: number }[]
}

export const noSales: Sales = { byDay: new Map(), bills: [] }

export async function readSales(db: Db, shops: SQL, periods: readonly Period[]): Promise<Sales> {
  const rows = await rowsOf<{ date: string; category: SalesCategory; gross: number; refund: number; tax: number }>(
    db,
    sql`
      select date, category, sum(gross) as gross, sum(refund) as refund, sum(tax) as tax
      from shop_day_sales where shop_id = any(${shops}) and ${within(sql`date`, periods)}
      group by date, category`,
  )
  const bills = await rowsOf<Sales['bills'][number]>(
    db,
    sql`
      select target_month as "targetMonth", due_on as "dueOn", sum(billed) as billed, sum(collected) as collected
      from shop_billing where shop_id = any(${shops}) and ${within(sql`target_month`, periods)}
      group by target_month, due_on`,
  )
  const byDay: Sales['byDay'] = new Map()
  for (const { date, ...line } of rows) byDay.set(date, [...(byDay.get(date) ?? []), line])
  return { byDay, bills }
}

export function salesReport(
  { byDay }: Sales,
  dates: readonly string[],
  bills: Sales['bills'],
  averageOperating: number,
): NonNullable<PeriodReport['sales']> {
  const byCategory = Object.fromEntries(salesCategories.map((category) => [category, 0])) as Record<
    SalesCategory,
    number
  >
  let gross = 0
  let refund = 0
  let tax = 0
  for (const line of dates.flatMap((date) => byDay.get(date) ?? [])) {
    gross += line.gross
    refund += line.refund
    tax += line.tax
    byCategory[line.category] += line.gross - line.refund
  }
  const net = gross - refund
  const billed = bills.reduce((sum, bill) => sum + bill.billed, 0)
  const collected = bills.reduce((sum, bill) => sum + bill.collected, 0)
  return {
    gross,
    refund,
    net,
    netExTax: net - tax,
    byCategory,
    unpaid: billed - collected,
    collectionRate: ratio(collected, billed),
    arpu: ratio(net, averageOperating),
  }
}
