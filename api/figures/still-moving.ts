import { type SQL, sql } from 'drizzle-orm'
import type { MonthlyStats } from '#contract/report.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import type { Period } from './periods.ts'

export type StillMoving = MonthlyStats['stillMoving']

/** Whether a trial in a period may still join within 30 days. */
export const mayStillJoin = (shops: SQL, { from, to }: Period): SQL => sql`
  exists (select from lead_in_scope l
    where l.shop_id = any(${shops}) and l.kind = 'trial' and l.joined_on is null
      and l.at >= greatest(${from}::date, data_date() - 29)::timestamp at time zone 'Asia/Tokyo'
      and l.at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo')`

export async function trialsMayMove(db: Db, shops: SQL, period: Period): Promise<boolean> {
  const [row] = await rowsOf<{ open: boolean }>(db, sql`select ${mayStillJoin(shops, period)} as open`)
  return row?.open ?? false
}

/** The figures of a past period that can still change (docs/domain.md, "Reports"). */
export const stillMovingOf = ({ trials, bills }: { trials: boolean; bills: boolean }): StillMoving => [
  ...(trials ? (['trialsJoined', 'trialConversion'] as const) : []),
  ...(bills ? (['collectionRate', 'unpaid'] as const) : []),
]
