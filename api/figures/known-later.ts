import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { addDays, happenedIn, laterOf, type Period } from './periods.ts'

/** What became known after a period's last day, for figures that ripen (docs/domain.md, "Figures that ripen"). */
export interface KnownLater {
  /** 体験 of the period whose membership started after its last day. */
  trialsJoined: number
  /** Yen of bills that were due by then and paid afterwards. */
  collected: number
}

export const nothingLater: KnownLater = { trialsJoined: 0, collected: 0 }

/**
 * What was not yet known on the last day of each period, which starts on the first of a month. Without `money` no bill
 * is read. A bill without a payment day counts as paid when due.
 */
export async function readKnownLater(
  db: Db,
  shops: SQL,
  periods: readonly Period[],
  money: boolean,
): Promise<Map<Period, KnownLater>> {
  const known = new Map<Period, KnownLater>()
  for (const period of periods) {
    const { from, to } = period
    // A trial more than 30 days earlier no longer counts as joining.
    const since = laterOf(addDays(to, -30), from)
    const [row] = await rowsOf<KnownLater>(
      db,
      sql`
        select (select count(*) from lead_in_scope l
            where l.shop_id = any(${shops}) and l.kind = 'trial' and l.joined_on > ${to}
              and ${happenedIn(sql`l.at`, { from: since, to })}) as "trialsJoined",
          ${money ? collectedAfter(shops, period) : sql`0`} as collected`,
    )
    known.set(period, row ?? nothingLater)
  }
  return known
}

const collectedAfter = (shops: SQL, { from, to }: Period) => sql`(
  select coalesce(sum(amount), 0) from billing
  where shop_id = any(${shops}) and target_month between ${from} and ${to} and status = 'paid'
    and paid_on > due_on and paid_on > ${to} and due_on <= ${to})`
