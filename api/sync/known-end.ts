import { type SQL, sql } from 'drizzle-orm'
import { addDays } from '../figures/periods.ts'

// A contract with an end may be over on that day because somebody has filed a withdrawal, or only until it is renewed: a
// yearly one. A filed withdrawal's end is the end. A term says nothing of whether the member is still there.

/** A withdrawal is filed for the end of this month or the next. One for a later day is a term that is not renewed. */
const mostDaysAhead = 62

/** For `contract c`: it went on after the day, and not only until the end of a filed withdrawal. */
export const wentOn = (day: SQL): SQL =>
  sql`(c.end_on is null or c.end_on > ${day} and (c.cancel_requested_on is null or c.end_on > ${day} + ${mostDaysAhead}::integer))`

/** Whether a contract that was read goes on after the day, by the rule of `wentOn`. */
export const goesOnAfter = (
  contract: { endOn: string | null; cancelRequestedOn: string | null },
  day: string,
): boolean =>
  contract.endOn === null ||
  (contract.endOn > day && (contract.cancelRequestedOn === null || contract.endOn > addDays(day, mostDaysAhead)))
