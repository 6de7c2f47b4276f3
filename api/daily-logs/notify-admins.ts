import { and, eq } from 'drizzle-orm'
import type { Scoped } from '../context.ts'
import { staff } from '../db/schema/organisation.ts'
import type { HealthAccessJob, Jobs } from '../mail/jobs.ts'

/** One job per letter, so that a retry of one does not resend the others. */
export async function notifyAdmins(scoped: Scoped, jobs: Jobs, about: Omit<HealthAccessJob, 'adminId'>): Promise<void> {
  const admins = await scoped
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.isAdmin, true), eq(staff.status, 'active')))
  for (const { id } of admins) await jobs.add(scoped, 'mail', { ...about, adminId: id })
}
