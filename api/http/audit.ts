import { createHash } from 'node:crypto'
import type { AuditDetail, Caller, Scoped } from '../context.ts'
import { auditLog } from '../db/schema/identity.ts'

/** The client's address, and the request's number. */
export interface Client extends Caller {
  requestId: string
}

export interface AuditEntry extends AuditDetail {
  /** The endpoint's name, such as `shop.update`, or an event: `login`, `loginFailed`, `export`. */
  action: string
  resourceType: string
  actor?: { staffId: string; role: string; sid?: string }
}

/** Distinguishes sessions in the log; the session id itself is in tokens. */
const sessionMark = (sid: string) => createHash('sha256').update(sid).digest('base64url').slice(0, 16)

/** Adds rows to the audit log in the transaction that they record; the database links them. */
export async function appendAudit(tx: Scoped, client: Client, now: Date, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(auditLog).values(
    entries.map(({ actor, action, resourceType, resourceId, shopId, memberId, diff, reason, filter, rowCount }) => ({
      ...client,
      at: now,
      actorStaffId: actor?.staffId,
      actorRole: actor?.role,
      action,
      resourceType,
      resourceId,
      shopId,
      memberId,
      diff,
      reason,
      filter,
      rowCount,
      session: actor?.sid && sessionMark(actor.sid),
    })),
  )
}
