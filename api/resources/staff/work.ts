import { sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { StaffWork } from '#contract/staff.ts'
import type { AuditNote, Ctx, Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { handOverMembers, membersOfTrainer } from '../member/hand-over.ts'
import { actionsOfOwner, handOverActions } from '../report-action/hand-over.ts'
import { requireShop } from '../shop/require-shop.ts'

// What hangs on a person, and who takes it over. Everything is read and written in the caller's scope.

/** Counts of what hangs on a person, with the colleagues who may take over what can be given. */
export async function workOf({ scoped, now }: Ctx, staffId: string): Promise<StaffWork> {
  const [members, actions, places, [counts]] = [
    countByShop(await membersOfTrainer(scoped, staffId)),
    countByShop(await actionsOfOwner(scoped, staffId)),
    await placesWithColleagues(scoped, staffId),
    await rowsOf<Omit<StaffWork, 'shops'>>(
      scoped,
      sql`select
        (select count(*)::integer from reservation where staff_id = ${Number(staffId)}
          and start_at >= ${now.toISOString()}::timestamptz and status in ('booked', 'waitlisted')) as "comingReservations",
        (select count(*)::integer from daily_report where author_id = ${Number(staffId)}
          and status in ('draft', 'returned')) as "draftReports",
        (select count(*)::integer from daily_report where submitter_id = ${Number(staffId)}
          and status = 'submitted') as "submittedReports",
        (select count(*)::integer from mail where sender_staff_id = ${Number(staffId)}
          and status = 'scheduled') as "scheduledMails"`,
    ),
  ]
  if (!counts) throw new Error('A count has one row')
  const shops = places.flatMap(({ id, name, successors }) => {
    const given = { members: members.get(id) ?? 0, actions: actions.get(id) ?? 0 }
    if (given.members + given.actions === 0) return []
    const people = successors.map((one) => ({ ...one, id: String(one.id) }))
    return [{ shop: { id: String(id), name }, ...given, successors: people }]
  })
  return { shops, ...counts }
}

const countByShop = (rows: readonly { shopId: number; count: number }[]) =>
  new Map(rows.map(({ shopId, count }) => [shopId, count]))

interface Place {
  id: number
  name: string
  successors: { id: number; displayName: string }[]
}

/** Who may be given the members and actions of a shop: active and at work there, as where each is assigned alone. */
const atWork = (shopId: ReturnType<typeof sql>, except: string) => sql`
  from staff s join shop_staff w on w.staff_id = s.id
  where w.shop_id = ${shopId} and s.status = 'active' and s.role <> 'level1' and s.id <> ${Number(except)}`

const placesWithColleagues = (scoped: Scoped, staffId: string) =>
  rowsOf<Place>(
    scoped,
    sql`select p.id, p.name, (
        select coalesce(json_agg(json_build_object('id', s.id, 'displayName', s.display_name)
          order by s.display_name, s.id), '[]') ${atWork(sql`p.id`, staffId)}) as successors
      from shop p order by p.sort_order, p.id`,
  )

/** Gives what can be given, shop by shop. A colleague who does not work in a shop is given nothing of it. */
export async function handOver(
  ctx: Ctx,
  audit: AuditNote,
  jobs: Jobs,
  from: string,
  successors: readonly { shopId: string; staffId: string }[],
) {
  const given = { members: 0, actions: 0 }
  for (const { shopId, staffId: to } of successors) {
    await requireShop(ctx, shopId)
    const [found] = await rowsOf(
      ctx.scoped,
      sql`select s.id ${atWork(sql`${Number(shopId)}`, from)} and s.id = ${Number(to)}`,
    )
    if (!found) {
      const message = '引き継ぐ相手には、その店舗を担当する有効なスタッフを選択してください。'
      throw new ApiError('invalid', { fields: { successors: message } })
    }
    given.members += await handOverMembers(ctx, audit, jobs, { from, to, shopId })
    given.actions += await handOverActions(ctx, audit, { from, to, shopId })
  }
  return given
}
