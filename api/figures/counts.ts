import { type SQL, sql } from 'drizzle-orm'

/** Counts that can be added up over days, months and shops; each name is a column of `shop_day` and `shop_month`. */
export const countNames = [
  'admissions',
  'readmissions',
  'transferIn',
  'withdrawals',
  'transferOut',
  'withdrawalRequests',
  'visits',
  'visitDays',
  'slots',
  'capacity',
  'seatsUsed',
  'seatsAttended',
  'booked',
  'attended',
  'noShow',
  'lateCancelled',
  'cancelled',
  'tours',
  'trials',
  'trialsJoined',
] as const

export type Counts = Record<(typeof countNames)[number], number>

export const quietCounts = Object.fromEntries(countNames.map((name) => [name, 0])) as Counts

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `sum(…)` of each count; `columns` maps those with another name in this table. */
export const sumsOf = (columns: Partial<Record<keyof Counts, string>> = {}): SQL =>
  sql.join(
    countNames.map((name) => sql`sum(${sql.identifier(columns[name] ?? snakeCase(name))}) as ${sql.identifier(name)}`),
    sql`, `,
  )
