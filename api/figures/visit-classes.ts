import { type SQL, sql } from 'drizzle-orm'

/** Length in days of the window W, and of the window W′ before it (docs/domain.md, "Changes in visits"). */
export const visitWindowDays = 28

/**
 * Whether a row of `member_in_scope l` is 休眠 on the data date: 稼働, a member since before both windows, and without a
 * visit in either of them, or at all. Days in Tokyo. Used by the report of changes in visits and by the exclusion of
 * sleeping members from mails.
 */
export const isDormant: SQL = sql`(l.contract_status = 'active'
  and l.joined_on <= (select data_date()) - ${sql.raw(String(2 * visitWindowDays))}
  and (l.last_visit_on <= (select data_date()) - ${sql.raw(String(2 * visitWindowDays))}) is not false)`
