import { type SQL, sql } from 'drizzle-orm'
import { lockRows, rowsOf } from '../../db/expressions.ts'
import { kindOfPlan } from '../../import/facts/compare.ts'
import { followTouched } from '../../import/facts/follow.ts'
import { settleReturns } from '../come-back.ts'
import { followMoves } from '../moves.ts'
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
  unsaid,
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

/** A row whose member and shop are known, with its kind. */
interface Meant extends Row<'contracts'> {
  externalId: number | null
  planId: number | null
  memberId: number
  shopId: number
  /** Undefined: the source has no such value. */
  kind: string | null | undefined
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
  const { isHeld, isEnded } = await followMoves(writing, rows, members)
  const meant: Meant[] = []
  for (const { id, row } of rows) {
    const one = meantOf(writing, { id, row }, members)
    if ('is' in one) outcomes.set(id, one)
    else meant.push(one)
  }
  const startOf = await settleReturns(writing, meant)
  const plans = await plansOf(writing, meant)
  const named = await plansByName(writing, meant)
  await adoptPast(writing, meant)
  const ending = meant.filter(({ row }) => row.endOn != null && row.cancelRequestedOn === null)
  const filers = await writing.kept(
    'members',
    ending.map(({ row }) => row.memberId),
  )
  const wanted = meant.map(({ id, row, externalId, planId, memberId, shopId, kind }): Wanted => {
    const plan = named.get(nameOfPlan(row, shopId))
    const filedOn = filers.get(row.memberId)?.cancelRequestedOn
    const said = {
      ...{ kind, contracted_on: row.contractedOn, monthly_fee: row.plan.monthlyFee },
      payment_method: words.known('paymentMethod', row.paymentMethod),
      payment_status: words.known('contractPayment', row.paymentStatus),
    }
    const otherwise = {
      ...{ kind: plan?.kind, contracted_on: row.startOn, monthly_fee: plan?.price },
      ...{ payment_method: 'card', payment_status: 'paid' },
    }
    return {
      ...{ id, externalId },
      values: {
        ...{ member_id: memberId, shop_id: shopId, plan_id: plan?.id ?? plans.get(`${planId} ${shopId}`), ...said },
        ...{ start_on: startOf(id), end_on: isHeld(id) ? undefined : row.endOn },
        cancel_requested_on: row.cancelRequestedOn === null ? filedFor(row, kind, filedOn) : row.cancelRequestedOn,
      },
      initial: unsaid(said, otherwise),
    }
  })
  // Of a contract that has moved to another studio only its end is written.
  const ended = rows.flatMap(({ id, row }): Wanted[] =>
    isEnded(id) ? [{ id, externalId: numberOf(id), values: { end_on: row.endOn } }] : [],
  )
  const result = await upsert(tx, target, [...wanted, ...ended])
  const touched = touchedOf(result, ['start_on', 'cancel_requested_on'])
  // Locks their rows before the rollups, as every other writer does, so that there is no deadlock.
  await lockRows(tx, 'member', sql`t.id = any (${sql.param(touched.members)}::integer[])`)
  await followTouched(tx, 'contract', touched)
  return new Map([...result.outcomes, ...outcomes])
}

/**
 * Gives contracts of files that are over the numbers under which the club system has those of the same first and last
 * day: their plans have other names. Of who is back, what had ended comes along.
 */
async function adoptPast({ tx }: Writing, meant: readonly Meant[]) {
  const past = meant.flatMap(({ row, externalId, memberId, kind }) =>
    externalId !== null && row.endOn != null && kind !== 'option'
      ? [{ externalId, memberId, startOn: row.startOn, endOn: row.endOn, name: row.plan.name }]
      : [],
  )
  if (past.length === 0) return
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(past)}::jsonb) as w ("externalId" integer, "memberId" integer,
    "startOn" date, "endOn" date, name text)`
  const numbers = sql`${sql.param(meant.flatMap(({ externalId }) => externalId ?? []))}::integer[]`
  const found = await rowsOf<{ id: number; number: number }>(
    tx,
    sql`select t.id, w."externalId" as number from ${wanted} join contract t on ${isSamePast(sql`w`)}
      join shop_plan p on p.id = t.plan_id
      where (t.external_id is null or t.external_id <> all (${numbers}))
        and not exists (select from contract o where o.external_id = w."externalId")
      order by p.name <> w.name, t.id, w."externalId"`,
  )
  const pairs = new Map<number, number>()
  for (const { id, number } of found) if (!pairs.has(number) && ![...pairs.values()].includes(id)) pairs.set(number, id)
  const ids = [...pairs.values()]
  if (ids.length === 0) return
  await lockRows(tx, 'contract', sql`t.id = any (${sql.param(ids)}::integer[])`)
  await tx.execute(sql`update contract t set external_id = w.number
    from jsonb_to_recordset(${JSON.stringify([...pairs].map(([number, id]) => ({ number, id })))}::jsonb) as w (number integer, id integer)
    where t.id = w.id`)
}

/** Whether a contract `t` of a file is one that is over, of these days of the same member; options are beside them. */
export const isSamePast = (wanted: SQL) => sql`(t.member_id = ${wanted}."memberId" and t.start_on = ${wanted}."startOn"
  and t.end_on = ${wanted}."endOn" and t.kind <> 'option' and t.from_file)`

/** The member's 退会手続き日, where it is this contract that it ended: not an option, nor one of an earlier membership. */
const filedFor = (
  { contractedOn, startOn, endOn }: Row<'contracts'>['row'],
  kind: string | null | undefined,
  filedOn: string | null | undefined,
) =>
  kind !== 'option' && filedOn && endOn && (contractedOn ?? startOn) <= filedOn && filedOn <= endOn ? filedOn : null

/** Days outside of these are refused as mistakes: every month since would be counted. */
const [firstDay, lastDay] = ['1950-01-01', '2100-12-31']

export function meantOf(
  writing: Writing,
  { id, row }: Row<'contracts'>,
  members: Awaited<ReturnType<typeof membersOf>>,
): Meant | Outcome {
  const shopId = shopOf(writing, row.studioId)
  const isNumbered = row.isNumbered !== false
  const [externalId, planId] = isNumbered ? [numberOf(id), numberOf(row.plan.id)] : [null, null]
  const member = members.get(row.memberId)
  if (isNumbered && (externalId === null || planId === null)) {
    return failed('契約またはプランの番号が数字ではないため、反映していません。')
  }
  if (typeof shopId !== 'number') return shopId
  if (!member) return skipped(memberIsMissing)
  if (row.startOn < firstDay || row.startOn > lastDay) return failed('開始日が読み取れないため、反映していません。')
  if (row.endOn != null && row.endOn < row.startOn) return failed('終了日が開始日より前のため、反映していません。')
  const kind = writing.words.known('planKind', row.plan.kind)
  return { id, row, externalId, planId, memberId: member.id, shopId, kind }
}

/** The plans of the contracts by number and shop; those that nobody has are made, of a shop each. */
async function plansOf({ tx, now }: Writing, meant: readonly Meant[]): Promise<Map<string, number>> {
  const named = new Map(
    meant
      .filter(({ planId }) => planId !== null)
      .map(({ row: { plan }, planId, shopId, kind }) => [
        `${planId} ${shopId}`,
        {
          ...{ external_id: planId, shop_id: shopId, code: plan.code || plan.id, name: plan.name },
          ...{ kind, price: plan.monthlyFee },
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
    where p.external_id is null and p.joined_to is null and p.shop_id = w.shop_id and p.name = w.name
      and not exists (select from shop_plan o where o.external_id = w.external_id and o.shop_id = w.shop_id)
      and not exists (select from shop_plan o where o.external_id is null and o.joined_to is null and o.shop_id = w.shop_id
        and o.name = w.name and o.id < p.id)`)
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

interface NamedPlan {
  id: number
  kind: string
  price: number
}

const nameOfPlan = ({ plan }: Row<'contracts'>['row'], shopId: number) => JSON.stringify([shopId, plan.code, plan.name])

/**
 * The plans of contracts whose source has no numbers: of the shop, by code or else by name. Those that nobody has are made
 * at a price of 0, as from a file.
 */
async function plansByName({ tx }: Writing, meant: readonly Meant[]): Promise<Map<string, NamedPlan>> {
  const given = new Map(
    meant
      .filter(({ planId }) => planId === null)
      .map(({ row, shopId }) => {
        const { code, name } = row.plan
        const kind = kindOfPlan(name)
        return [nameOfPlan(row, shopId), { key: nameOfPlan(row, shopId), shop_id: shopId, code, name, kind }]
      }),
  )
  if (given.size === 0) return new Map()
  const rows = sql`jsonb_to_recordset(${JSON.stringify([...given.values()])}::jsonb)
    as w (key text, shop_id integer, code text, name text, kind text)`
  const isIt = sql`p.shop_id = w.shop_id and (p.name = w.name or p.code = w.code)`
  await tx.execute(sql`
    insert into shop_plan (shop_id, code, name, status, category, is_suspension_plan, price_monthly)
    select distinct on (w.shop_id, w.name) w.shop_id, coalesce(nullif(w.code, ''), left(md5(w.name), 12)), w.name, 'active',
      case w.kind when 'suspension' then 'suspension' when 'option' then 'option' else 'monthly' end,
      w.kind = 'suspension', 0
    from ${rows} where not exists (select from shop_plan p where ${isIt}) order by w.shop_id, w.name`)
  const plans = await rowsOf<NamedPlan & { key: string }>(
    tx,
    sql`select distinct on (w.key) w.key, coalesce(p.joined_to, p.id) as id, p.price_monthly as price, case
        when p.is_suspension_plan then 'suspension' when p.category = 'option' then 'option' else 'regular' end as kind
      from ${rows} join shop_plan p on ${isIt} order by w.key, p.joined_to is null desc, p.code = w.code desc, p.status = 'active' desc, p.id`,
  )
  return new Map(plans.map(({ key, ...plan }) => [key, plan]))
}
