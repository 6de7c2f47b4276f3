import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { member } from '#contract/member.ts'
import { type approvalResults, mostAssignedADay } from '#contract/words/member-record.ts'
import type { Ctx, Scoped } from '../../context.ts'
import { notifyAdmins } from '../../daily-logs/notify-admins.ts'
import { awaitsApproval, mayApprove, readsByAssignment } from '../../db/approvals.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { trainerDay } from '../../db/schema/organisation.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import type { Jobs } from '../../mail/jobs.ts'

// Assignments of members to trainers, and their approval: it opens health data (decision 0061).

type Requested = Input<typeof member.approveTrainers>['rows'][number]

interface HeldAssignment {
  id: number
  userId: number
  name: string
  shopId: number
  trainerStaffId: number | null
  awaits: boolean
  isOwnAppointee: boolean
}

/** The members of these users in scope, locked, with what decides on an approval. */
export async function holdAssignments(scoped: Scoped, rows: readonly Requested[]): Promise<HeldAssignment[]> {
  const ids = idArray(rows.map(({ userId }) => userId))
  await scoped.execute(sql`select id from member where user_id = any(${ids}) order by id for update`)
  return rowsOf<HeldAssignment>(
    scoped,
    sql`
      select m.id, m.user_id as "userId", m.last_name || '　' || m.first_name as name, m.shop_id as "shopId",
        m.trainer_staff_id as "trainerStaffId", coalesce(${awaitsApproval}, false) as awaits,
        coalesce(appoints(m.trainer_staff_id, app_staff()), false) as "isOwnAppointee"
      from member m left join staff t on t.id = m.trainer_staff_id
      where m.user_id = any(${ids}) order by m.id`,
  )
}

/** What becomes of an approval that was requested for this trainer. */
export function resultOf(held: HeldAssignment, trainerStaffId: string): keyof typeof approvalResults {
  if (String(held.trainerStaffId) !== trainerStaffId) return 'reassigned'
  if (!held.awaits) return 'unchanged'
  return held.isOwnAppointee ? 'notTheirs' : 'approved'
}

/** Approves the trainers of these members, except of trainers whom the caller has made what they are. */
export async function approve({ scoped, principal, now }: Ctx, memberIds: readonly number[]): Promise<void> {
  await scoped.execute(sql`
    update member set trainer_approved_by = ${Number(principal.staffId)},
      trainer_approved_at = ${now.toISOString()}::timestamptz
    where id = any(${idArray(memberIds.map(String))}) and trainer_staff_id is not null
      and trainer_approved_at is null and not appoints(trainer_staff_id, app_staff())`)
}

/** Whether an assignment to this trainer by the caller waits for somebody else. */
export async function waitsForOthers(ctx: Ctx, trainerStaffId: string): Promise<boolean> {
  const [found] = await rowsOf<{ yes: boolean }>(
    ctx.scoped,
    sql`select ${readsByAssignment} and not ${mayApprove(sql`t.id`, ctx.can('log.approve'))} as yes
      from staff t where t.id = ${Number(trainerStaffId)}`,
  )
  return found?.yes ?? false
}

/** After members were assigned to a trainer: approved where the caller may, and an unusual number is notified. */
export async function afterAssigning(
  ctx: Ctx,
  jobs: Jobs,
  trainerStaffId: number | null,
  memberIds: readonly number[],
) {
  if (trainerStaffId === null || memberIds.length === 0) return
  if (ctx.can('log.approve')) await approve(ctx, memberIds)
  const day = { staffId: String(trainerStaffId), date: tokyoDayOf(ctx.now) }
  const noticed = await ctx.scoped
    .update(trainerDay)
    .set({ notifiedAt: ctx.now })
    .where(
      and(
        eq(trainerDay.staffId, day.staffId),
        eq(trainerDay.date, day.date),
        gt(trainerDay.assigned, mostAssignedADay),
        isNull(trainerDay.notifiedAt),
      ),
    )
    .returning({ staffId: trainerDay.staffId })
  if (noticed.length > 0) await notifyAdmins(ctx.scoped, jobs, { kind: 'manyAssigned', ...day })
}
