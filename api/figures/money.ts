import { type SQL, sql } from 'drizzle-orm'
import type { SalesReport } from '#contract/report.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { type Period, within } from './periods.ts'

/** null where the denominator is 0 (docs/domain.md, "Figures"). */
export const ratio = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator

/** Dues of a month by the day of their run. */
export interface Bill {
  targetMonth: string
  dueOn: string
  billed: number
  /** 会費対象会員: members with a bill, each at their first run. */
  members: number
  collected: number
}

/** Settled money of one category. */
export interface Line {
  category: SalesCategory
  gross: number
  refund: number
  tax: number
}

export interface Sales {
  byDay: Map<string, Line[]>
  bills: Bill[]
}

export async function readSales(db: Db, shops: SQL, periods: readonly Period[]): Promise<Sales> {
  const rows = await rowsOf<Line & { date: string }>(
    db,
    sql`
      select date, category, sum(gross) as gross, sum(refund) as refund, sum(tax) as tax
      from shop_day_sales where shop_id = any(${shops}) and ${within(sql`date`, periods)}
      group by date, category`,
  )
  const byDay: Sales['byDay'] = new Map()
  for (const { date, ...line } of rows) byDay.set(date, [...(byDay.get(date) ?? []), line])
  return { byDay, bills: await readBills(db, shops, periods) }
}

/** The bills of the months that start in the periods. */
export const readBills = (db: Db, shops: SQL, periods: readonly Period[]): Promise<Bill[]> =>
  rowsOf<Bill>(
    db,
    sql`
      select target_month as "targetMonth", due_on as "dueOn", sum(billed) as billed, sum(members) as members,
        sum(collected) as collected
      from shop_billing where shop_id = any(${shops}) and ${within(sql`target_month`, periods)}
      group by target_month, due_on`,
  )

/** Counted: every amount is a number. */
export type CountedSales = {
  [Name in keyof SalesReport]: Name extends 'byCategory' | 'byCategoryExTax'
    ? Record<SalesCategory, number>
    : Name extends 'collectionRate' | 'arpu' | 'duesPerMember'
      ? number | null
      : number
}

const noSales = () =>
  Object.fromEntries(valuesOf(salesCategories).map((category) => [category, 0])) as Record<SalesCategory, number>

/** Whether a billing run for these months is still pending. Reads no amounts. */
export async function hasPendingBills(db: Db, shops: SQL, { from, to }: Period): Promise<boolean> {
  const [row] = await rowsOf<{ pending: boolean }>(
    db,
    sql`
      select exists (select from shop_billing
        where shop_id = any(${shops}) and target_month between ${from} and ${to} and pending > 0) as pending`,
  )
  return row?.pending ?? false
}

/**
 * Money of a period from its lines and the bills whose run is over; `operating` as in `averageOperating`, for each
 * month. `collectedLater` yen of the bills were not yet paid (`readKnownLater`).
 */
export function salesReport(
  lines: readonly Line[],
  bills: readonly Bill[],
  operating: number,
  collectedLater = 0,
): CountedSales {
  const byCategory = noSales()
  const byCategoryExTax = noSales()
  let gross = 0
  let refund = 0
  let tax = 0
  for (const line of lines) {
    gross += line.gross
    refund += line.refund
    tax += line.tax
    byCategory[line.category] += line.gross - line.refund
    byCategoryExTax[line.category] += line.gross - line.refund - line.tax
  }
  const net = gross - refund
  const billed = bills.reduce((sum, bill) => sum + bill.billed, 0)
  const collected = bills.reduce((sum, bill) => sum + bill.collected, -collectedLater)
  return {
    gross,
    refund,
    net,
    netExTax: net - tax,
    byCategory,
    byCategoryExTax,
    unpaid: billed - collected,
    collectionRate: ratio(collected, billed),
    arpu: ratio(net, operating),
    duesPerMember: ratio(
      byCategory.membershipFee,
      bills.reduce((sum, bill) => sum + bill.members, 0),
    ),
  }
}
