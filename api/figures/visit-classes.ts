import { type SQL, sql } from 'drizzle-orm'

/** Days of the window W, and of the window W′ before it (docs/domain.md, "Changes in visits"). */
export const visitWindowDays = 28

/**
 * Whether a row of `member_in_scope l` is 休眠 at the data's last day: 稼働, a member since before both windows, and no
 * visit in either of them. Days in Tokyo; a member who never came is one too. The report of changes in visits and whoever
 * leaves sleepers alone read it from here.
 */
export const isDormant: SQL = sql`(l.contract_status = 'active'
  and l.joined_on <= (select data_date()) - ${sql.raw(String(2 * visitWindowDays))}
  and (l.last_visit_on <= (select data_date()) - ${sql.raw(String(2 * visitWindowDays))}) is not false)`
