import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { scopeOf } from '#contract/permissions.ts'
import { logKinds, rightOf } from '#contract/words/daily-log.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'

// Conditions on the approval of readers of health data (decision 0061).

/** The roles that read days of some log only of members assigned to them or booked with them. */
const assignedReaders = valuesOf(roleLevels).filter((role) =>
  valuesOf(logKinds).some((log) => scopeOf({ role, isAdmin: false }, rightOf[log]) === 'assigned'),
)

/** Whether the person `t` reads health data of a member only where an assignment is approved. */
export const readsByAssignment = sql`t.role = any(${`{${assignedReaders.join(',')}}`}::text[])`

/** Whether the trainer `t` of the member `m` reads no health data of that member before somebody approves. */
export const awaitsApproval = sql`(m.trainer_staff_id is not null and m.trainer_approved_at is null
  and ${readsByAssignment})`

/** Whether the transaction's staff member, with or without the right, may approve this person: nobody they appointed. */
export const mayApprove = (staffId: SQLWrapper, hasRight: boolean): SQL<boolean> =>
  hasRight ? sql`not appoints(${staffId}, app_staff())` : sql`false`
