import { sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { AuditNote, Ctx, Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { changeOf, withChanges } from './kept.ts'
import { holdMembers, writeMembers } from './records.ts'
import { afterAssigning } from './trainers.ts'

/** The trainer before and after, both at work in the shop. */
export interface Handover {
  from: string
  to: string
  shopId: string
}

/** How many members of each shop in scope have this trainer. */
export const membersOfTrainer = (scoped: Scoped, staffId: string) =>
  rowsOf<{ shopId: number; count: number }>(
    scoped,
    sql`select shop_id as "shopId", count(*)::integer as count from member
      where trainer_staff_id = ${Number(staffId)} group by shop_id`,
  )

/** Gives a trainer's members of one shop to another, as a bulk change of them would. Returns how many. */
export async function handOverMembers(ctx: Ctx, audit: AuditNote, jobs: Jobs, { from, to, shopId }: Handover) {
  const found = await rowsOf<{ userId: number }>(
    ctx.scoped,
    sql`select user_id as "userId" from member
      where trainer_staff_id = ${Number(from)} and shop_id = ${Number(shopId)}`,
  )
  if (found.length === 0) return 0
  if (!ctx.can('member.write')) throw new ApiError('forbidden')
  const held = await holdMembers(
    ctx.scoped,
    found.map(({ userId }) => String(userId)),
  )
  const changed = held
    .filter(({ trainerStaffId }) => String(trainerStaffId) === from)
    .map((one) => ({ one, after: withChanges(one, { trainerStaffId: to }) }))
  const { staffId, role, sid } = ctx.principal
  await writeMembers(
    ctx.scoped,
    changed.map(({ after }) => after),
    staffId,
    ctx.now,
  )
  await afterAssigning(
    ctx,
    jobs,
    Number(to),
    changed.map(({ one }) => one.id),
  )
  const by = { action: 'member.update', resourceType: 'member', actor: { staffId, role, sid } }
  await audit(ctx.scoped, ...changed.map(({ one, after }) => ({ ...by, ...changeOf(one, after) })))
  return changed.length
}
