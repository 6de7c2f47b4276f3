import { sql } from 'drizzle-orm'
import { joinedPlanDays } from '#contract/words/shop.ts'
import type { Database, Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { followTouched, touchedAre } from './facts/follow.ts'

// Two names that are one plan (decision 0110): the contracts of the joined plan are the other's while `joined_to` says so.
// Each is kept as a merge with a club system keeps its rows, so that the plans can be two again.

const keyOf = (planId: number) => `plan-${planId}`

export interface JoinPlanJob {
  planId: string
}

/** The job: the plan's contracts follow what its row says by now. Done twice it changes nothing more. */
export const joiningPlan =
  ({ db }: Pick<Database, 'db'>) =>
  ({ planId }: JoinPlanJob): Promise<void> =>
    db.transaction(async (tx) => {
      const id = Number(planId)
      const [plan] = await rowsOf<{ joinedTo: number | null }>(
        tx,
        sql`select joined_to as "joinedTo" from shop_plan where id = ${id} for update`,
      )
      if (!plan) return
      await tx.execute(sql`set local app.bulk = 'on'`)
      const moved = plan.joinedTo === null ? await takeBack(tx, id) : await join(tx, id, plan.joinedTo)
      if (moved.length === 0) return
      await followTouched(tx, 'contract', await touchedAre(tx, 'contract', moved))
      await tx.execute(sql`select forget_empty_totals()`)
    })

async function join(tx: Db, id: number, into: number): Promise<number[]> {
  await tx.execute(sql`insert into merge_row (brand_code, table_name, row_id, before)
    select ${keyOf(id)}, 'contract', c.id, jsonb_build_object('plan_id', c.plan_id, 'joined_to', ${into}::integer)
    from contract c where c.plan_id = ${id}
    on conflict (brand_code, table_name, row_id) do update set before = excluded.before`)
  return idsOf(await tx.execute<Moved>(sql`update contract set plan_id = ${into} where plan_id = ${id} returning id`))
}

/** A contract that somebody has given another plan since keeps it. */
async function takeBack(tx: Db, id: number): Promise<number[]> {
  const moved = await tx.execute<Moved>(sql`update contract c set plan_id = ${id} from merge_row r
    where r.brand_code = ${keyOf(id)} and r.table_name = 'contract' and c.id = r.row_id
      and c.plan_id = (r.before ->> 'joined_to')::integer returning c.id`)
  await tx.execute(sql`delete from merge_row where brand_code = ${keyOf(id)}`)
  return idsOf(moved)
}

type Moved = { id: number }
const idsOf = ({ rows }: { rows: readonly Moved[] }) => rows.map(({ id }) => id)

/** After 30 days joined plans stay one. */
export async function forgetJoinedPlans(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from merge_row r using shop_plan p where r.brand_code = 'plan-' || p.id
    and p.updated_at < ${now.toISOString()}::timestamptz - make_interval(days => ${joinedPlanDays})`)
}
