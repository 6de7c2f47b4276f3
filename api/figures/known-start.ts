import { type SQL, sql } from 'drizzle-orm'

// The first day of a membership, where head office has answered that a day is not when its members joined (decision
// 0070), such as the day of a migration.

/** Whether a first day is not when its members joined. */
export const isDoubted = (firstDay: SQL): SQL =>
  sql`(${firstDay} in (select day from joined_day where answer <> 'correct'))`

/**
 * The day from which the membership of `membership_interval i` is counted, a calendar day in Tokyo: its first one, or of
 * a doubted one the 入会日 that holds, if it is the member's first and not later; null: unknown.
 */
export const startOf: SQL = sql`case when not ${isDoubted(sql`i.span_start`)} then i.span_start else (
  select j.joined_on from member_joined j
  where j.member_id = i.member_id and i.span_no = 1 and j.joined_on <= i.span_start) end`
