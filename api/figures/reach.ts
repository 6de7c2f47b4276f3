import { sql } from 'drizzle-orm'
import type { Reach } from '#contract/report.ts'
import type { FactKind } from '#contract/words/report.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import type { Period } from './periods.ts'

/**
 * The first and the last day of each kind of fact (docs/domain.md, "What is known"), over the whole chain. Without
 * `money` no table of money is read.
 */
export async function readReach(db: Db, money: boolean): Promise<Reach> {
  const rows = await rowsOf<{ kind: FactKind } & Period>(
    db,
    sql`select kind, first_on as "from", last_on as "to" from data_reach()
      ${money ? sql`union all select kind, first_on, last_on from data_reach_of_money()` : sql``}`,
  )
  const known = new Map(rows.map(({ kind, from, to }) => [kind, { from, to }]))
  const of = (kind: FactKind) => known.get(kind) ?? null
  return {
    contracts: of('contracts'),
    visits: of('visits'),
    bookings: of('bookings'),
    leads: of('leads'),
    ...(money && { sales: of('sales'), bills: of('bills') }),
  }
}

/** Whether each day of the period has facts of all these kinds. */
export const isWhole = (reach: Reach, { from, to }: Period, ...kinds: readonly FactKind[]): boolean =>
  kinds.every((kind) => {
    const days = reach[kind]
    return days != null && days.from <= from && to <= days.to
  })

/** Whether some day of the period has. */
export const isTouched = (reach: Reach, { from, to }: Period, ...kinds: readonly FactKind[]): boolean =>
  kinds.every((kind) => {
    const days = reach[kind]
    return days != null && days.from <= to && from <= days.to
  })

/** These figures, each null. */
export const none = <Figures extends object>(figures: Figures): { [Name in keyof Figures]: null } =>
  Object.fromEntries(Object.keys(figures).map((name) => [name, null])) as { [Name in keyof Figures]: null }

/** With the first of the month as each first day: the exact one may be the day of a single person. */
export const byMonth = (reach: Reach): Reach =>
  Object.fromEntries(
    Object.entries(reach).map(([kind, days]) => [kind, days && { ...days, from: `${days.from.slice(0, 7)}-01` }]),
  ) as Reach
