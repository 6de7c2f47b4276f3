import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import type { Period } from './periods.ts'
import { firstOfMonth } from './sales-days.ts'

/**
 * 月次目標 of each shop in a month (decision 0113): those of the month where they were entered, else the shop's own of every
 * month; a shop without either has no row. `month`: a first day.
 */
export const targetsOf = (month: SQL): SQL => sql`(
  select s.id as shop_id,
    case when t.admission is null then (s.monthly_targets ->> 'admission')::integer else t.admission end as admission,
    case when t.admission is null then (s.monthly_targets ->> 'withdrawalMax')::integer else t.withdrawal_max end
      as withdrawal_max,
    case when t.admission is null then (s.monthly_targets ->> 'closingMembers')::integer else t.closing_members end
      as closing_members,
    case when t.admission is null then (s.monthly_targets ->> 'sales')::integer else t.sales end as sales
  from shop s left join shop_target t on t.shop_id = s.id and t.month = ${month}
  where t.admission is not null or jsonb_typeof(s.monthly_targets) = 'object')`

/** 売上の目標 of each of these months, added up over the shops that have one; null where none has. */
export async function readSalesGoal(db: Db, shops: SQL, parts: readonly Period[]): Promise<(number | null)[]> {
  const firsts = parts.map(({ from }) => firstOfMonth(from))
  const rows = await rowsOf<{ sales: number | null }>(
    db,
    sql`select (select sum(t.sales) from ${targetsOf(sql`m.month`)} t where t.shop_id = any(${shops})) as sales
      from unnest(${`{${firsts.join(',')}}`}::date[]) with ordinality m (month, at) order by m.at`,
  )
  return rows.map(({ sales }) => sales)
}
