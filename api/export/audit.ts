import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/identity.ts'
import type { Manifest } from './manifest.ts'

interface Recorded {
  action: 'clubExported' | 'clubRestored'
  manifest: Manifest
  now: Date
  reason: string | null
  /** Who requested it; omitted: the command. */
  actor?: { staffId: string; role: string }
}

/** Kinds whose number of rows the log shows. */
const named = ['members', 'contracts', 'visits', 'bookings', 'sales', 'bills', 'staff', 'mails', 'health-days']

/** One row in the audit log, with the counts. */
export async function recordInAudit(tx: Db, { action, manifest, now, reason, actor }: Recorded): Promise<void> {
  const counts = manifest.files.flatMap(({ name, rows }) => {
    const kind = name.replace('.csv', '')
    return rows !== null && named.includes(kind) ? [[kind, rows] as const] : []
  })
  const pictures = manifest.files.filter(({ rows }) => rows === null).length
  await tx.insert(auditLog).values({
    ...{ at: now, action, resourceType: 'dataExport', reason, requestId: action },
    ...(actor && { actorStaffId: actor.staffId, actorRole: actor.role }),
    rowCount: manifest.files.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
    diff: Object.fromEntries(
      [...counts, ['pictures', pictures] as const].map(([kind, after]) => [kind, { before: null, after }]),
    ),
  })
}
