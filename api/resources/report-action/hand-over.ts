import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AuditNote, Ctx, Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { reportAction as table } from '../../db/schema/report-action.ts'
import { requireMayWrite } from './rules.ts'

/** Neither done nor stopped. */
const open = ['todo', 'doing'] as const

/** How many open actions of each shop in scope this person owns. */
export const actionsOfOwner = (scoped: Scoped, staffId: string) =>
  rowsOf<{ shopId: number; count: number }>(
    scoped,
    sql`select shop_id as "shopId", count(*)::integer as count from report_action
      where owner_staff_id = ${Number(staffId)} and status in ('todo', 'doing') group by shop_id`,
  )

/** Gives an owner's open actions of one shop to another, who works there. Returns how many. */
export async function handOverActions(
  ctx: Ctx,
  audit: AuditNote,
  { from, to, shopId }: { from: string; to: string; shopId: string },
) {
  const { staffId, role, sid } = ctx.principal
  const theirs = and(eq(table.ownerStaffId, from), eq(table.shopId, shopId), inArray(table.status, [...open]))
  const held = await ctx.scoped.select({ id: table.id }).from(table).where(theirs).orderBy(table.id).for('update')
  if (held.length === 0) return 0
  requireMayWrite(ctx, { ownerStaffId: from }, { ownerStaffId: to })
  const changed = await ctx.scoped
    .update(table)
    .set({ ownerStaffId: to, updatedBy: staffId, updatedAt: ctx.now, version: sql`${table.version} + 1` })
    .where(theirs)
    .returning({ id: table.id })
  const by = { action: 'reportAction.update', resourceType: 'reportAction', actor: { staffId, role, sid }, shopId }
  const diff = { ownerStaffId: { before: from, after: to } }
  await audit(ctx.scoped, ...changed.map(({ id }) => ({ ...by, resourceId: id, diff })))
  return changed.length
}
