import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/expressions.ts'
import { followTouched } from '../../import/facts/follow.ts'
import {
  failed,
  memberIsMissing,
  membersOf,
  numberOf,
  type Outcome,
  type Outcomes,
  type Row,
  shopOf,
  skipped,
  type Writer,
  type Writing,
} from './outcomes.ts'
import { touchedOf } from './touched.ts'
import { type Target, upsert, type Wanted } from './upsert.ts'

const target: Target = {
  table: 'contract',
  columns: {
    ...{ member_id: 'integer', shop_id: 'integer', plan_id: 'integer', kind: 'text', contracted_on: 'date' },
    ...{ start_on: 'date', end_on: 'date', cancel_requested_on: 'date', monthly_fee: 'integer' },
    ...{ payment_method: 'text', payment_status: 'text' },
  },
  natural: ['member_id', 'plan_id', 'start_on'],
}

/** A row of whom and where we know, with its kind. */
interface Meant extends Row<'contracts'> {
  externalId: number
  planId: number
  memberId: number
  shopId: number
  kind: string
}

/**
 * Contracts with their plans. A filed leave is known before the member vanishes: its day is the contract's or else the
 * member's, and the end is the last valid day.
 */
export const writeContracts: Writer<'contracts'> = async (writing, rows) => {
  const { tx, words } = writing
  const outcomes: Outcomes = new Map()
  const members = await membersOf(
    tx,
    rows.map(({ row }) => row.memberId),
  )
  const meant: Meant[] = []
  for (const { id, row } of rows) {
    const one = meantOf(writing, { id, row }, members)
    if ('is' in one) outcomes.set(id, one)
    else meant.push(one)
  }
  const plans = await plansOf(writing, meant)
  const ending = meant.filter(({ row }) => row.endOn !== null && row.cancelRequestedOn === null)
  const filers = await writing.kept(
    'members',
    ending.map(({ row }) => row.memberId),
  )
  const wanted = meant.map(
    ({ id, row, externalId, planId, memberId, shopId, kind }): Wanted => ({
      ...{ id, externalId },
      values: {
        ...{ member_id: memberId, shop_id: shopId, plan_id: plans.get(`${planId} ${shopId}`), kind },
        ...{ contracted_on: row.contractedOn, start_on: row.startOn, end_on: row.endOn },
        cancel_requested_on: row.cancelRequestedOn ?? filedFor(row, kind, filers.get(row.memberId)?.cancelRequestedOn),
        ...{ monthly_fee: row.plan.monthlyFee, payment_method: words.meaning('paymentMethod', row.paymentMethod) },
        payment_status: words.meaning('contractPayment', row.paymentStatus),
      },
    }),
  )
  const result = await upsert(tx, target, wanted)
  const touched = touchedOf(result, ['start_on', 'cancel_requested_on'])
  // Their rows before the lock of the rollups, as every other writer: nobody waits in a circle.
  await tx.execute(
    sql`select from member where id = any (${sql.param(touched.members)}::integer[]) order by id for no key update`,
  )
  await followTouched(tx, 'contract', touched)
  return new Map([...outcomes, ...result.outcomes])
}

/** The member's 退会手続き日, where it is this contract that it ended: not an option, nor one of an earlier membership. */
const filedFor = (
  { contractedOn, endOn }: Row<'contracts'>['row'],
  kind: string,
  filedOn: string | null | undefined,
) => (kind !== 'option' && filedOn && endOn && contractedOn <= filedOn && filedOn <= endOn ? filedOn : null)

/** Days outside of these are mistakes: each month since would be counted. */
const [firstDay, lastDay] = ['1950-01-01', '2100-12-31']

function meantOf(
  writing: Writing,
  { id, row }: Row<'contracts'>,
  members: Awaited<ReturnType<typeof membersOf>>,
): Meant | Outcome {
  const shopId = shopOf(writing, row.studioId)
  const [externalId, planId] = [numberOf(id), numberOf(row.plan.id)]
  const member = members.get(row.memberId)
  if (externalId === null || planId === null) {
    return failed('契約またはプランの番号が数字ではないため、反映していません。')
  }
  if (typeof shopId !== 'number') return shopId
  if (!member) return skipped(memberIsMissing)
  if (row.startOn < firstDay || row.startOn > lastDay) return failed('開始日が読み取れないため、反映していません。')
  if (row.endOn !== null && row.endOn < row.startOn) return failed('終了日が開始日より前のため、反映していません。')
  const kind = writing.words.meaning('planKind', row.plan.kind) as string
  return { id, row, externalId, planId, memberId: member.id, shopId, kind }
}

/** The plans of the contracts by number and shop; those that nobody has are made, of a shop each. */
async function plansOf({ tx, now }: Writing, meant: readonly Meant[]): Promise<Map<string, number>> {
  const named = new Map(
    meant.map(({ row: { plan }, planId, shopId, kind }) => [
      `${planId} ${shopId}`,
      {
        ...{ external_id: planId, shop_id: shopId, code: plan.code || plan.id, name: plan.name, kind },
        price: plan.monthlyFee,
      },
    ]),
  )
  if (named.size === 0) return new Map()
  const rows = sql`jsonb_to_recordset(${JSON.stringify([...named.values()])}::jsonb)
    as w (external_id integer, shop_id integer, code text, name text, kind text, price integer)`
  const at = sql`${now.toISOString()}::timestamptz`
  // A plan that a file has brought by its name.
  await tx.execute(sql`
    update shop_plan p set external_id = w.external_id from ${rows}
    where p.external_id is null and p.shop_id = w.shop_id and p.name = w.name
      and not exists (select from shop_plan o where o.external_id = w.external_id and o.shop_id = w.shop_id)
      and not exists (select from shop_plan o where o.external_id is null and o.shop_id = w.shop_id and o.name = w.name and o.id < p.id)`)
  await tx.execute(sql`
    insert into shop_plan as p (external_id, shop_id, code, name, status, category, is_suspension_plan, price_monthly, last_synced_at)
    select w.external_id, w.shop_id, w.code, w.name, 'active',
      case w.kind when 'suspension' then 'suspension' when 'option' then 'option' else 'monthly' end,
      w.kind = 'suspension', w.price, ${at}
    from ${rows} order by w.external_id, w.shop_id
    on conflict (external_id, shop_id) do update set code = excluded.code, name = excluded.name,
      last_synced_at = excluded.last_synced_at
    -- Not with every page: a plan is on hundreds of them.
    where (p.code, p.name) is distinct from (excluded.code, excluded.name)
      or (p.last_synced_at > excluded.last_synced_at - interval '1 hour') is not true`)
  const plans = await rowsOf<{ id: number; externalId: number; shopId: number }>(
    tx,
    sql`select p.id, p.external_id as "externalId", p.shop_id as "shopId" from ${rows}
      join shop_plan p on p.external_id = w.external_id and p.shop_id = w.shop_id`,
  )
  return new Map(plans.map(({ id, externalId, shopId }) => [`${externalId} ${shopId}`, id]))
}
