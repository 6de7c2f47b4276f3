import { type SQL, sql } from 'drizzle-orm'

/** Length in days of the window W, and of the window W′ before it (docs/domain.md, "Changes in visits"). */
export const visitWindowDays = 28

/** The first and the last day of which visits are known, as dates; null without any. */
export const firstVisitDay: SQL = sql`(select first_on from data_reach() where kind = 'visits')`
export const lastVisitDay: SQL = sql`(select last_on from data_reach() where kind = 'visits')`

/**
 * Whether a row of `member_in_scope l` is 休眠 on the data date: 稼働, a member since before both windows, and without a
 * visit in either of them, or at all; nobody where visits of these days are not known, or months are still to be
 * counted. Whose 入会日 is unknown was a member on the day that came for it. Days in Tokyo. Used by the
 * report of changes in visits and by the exclusion of sleeping members from mails.
 */
export const isDormant: SQL = sql`(l.contract_status = 'active'
  and coalesce(l.joined_on, l.given_joined_on) <= (select data_date()) - ${sql.raw(String(2 * visitWindowDays))}
  and ${firstVisitDay} <= (select data_date()) - ${sql.raw(String(2 * visitWindowDays))}
  and ${lastVisitDay} = (select data_date())
  and not exists (select from rollup_later)
  and (l.last_visit_on <= (select data_date()) - ${sql.raw(String(2 * visitWindowDays))}) is not false)`
