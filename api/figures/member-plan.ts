import { sql } from 'drizzle-orm'
import type { MemberPlan, PlanShare } from '#contract/report-member-plan.ts'
import { type FeeMove, type FiledChange, feeMoves, filedChanges } from '#contract/words/groups.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { movesWithin } from './fee-moves.ts'
import { ratio } from './money.ts'
import { capped, monthOf } from './periods.ts'
import { isStanding } from './reach.ts'
import type { ReportScope } from './report-scope.ts'

export type PlanFigures = Omit<MemberPlan, 'requestInfo' | 'generatedAt' | 'dataAsOf' | 'reach' | 'isProvisional'>

interface PlanName {
  id: number
  code: string
  name: string
  category: PlanShare['category']
  isSuspension: boolean
}

/** The plan that an unknown code of another shop gets. */
const unnamed = (code: string): PlanName => ({ id: 0, code, name: code, category: 'other', isSuspension: false })

/**
 * プラン構成 at the close of the month, or of the data date in a running one (docs/domain.md, "Plans"): each member once, in the
 * contract that covers the close; of shops together plans with one code are one. Null where a day is not known.
 * Without `money` no fee is read.
 */
export async function planFigures(
  db: Db,
  scope: ReportScope,
  { year, month, months, money }: { year: number; month: number; months: number; money: boolean },
): Promise<PlanFigures> {
  const requested = monthOf(year, month)
  const reached = scope.dataDate === null ? null : capped(requested, scope.dataDate)
  const before = monthOf(year, month - 1)
  const shops = idArray(scope.shopIds)
  const plans = new Map((await readPlanNames(db, scope)).map((one) => [one.code, one]))
  const shown = Array.from({ length: months }, (_, at) => monthOf(year, month - months + 1 + at))
  const isKnown = (one: { from: string; to: string }) => {
    const days = scope.dataDate === null ? null : capped(one, scope.dataDate)
    return days !== null && isStanding(scope.reach, days.to)
  }
  const closes = await rowsOf<{ month: string; plan: string; count: number; suspended: number; fees: number }>(
    db,
    sql`
      select month, plan, sum(closing) as count, sum(suspended) as suspended, ${money ? sql`sum(fees)` : sql`0`} as fees
      from shop_month_group
      where shop_id = any(${idArray(scope.isChain ? ['0'] : scope.shopIds)}) and gender not in ('*', '') and closing > 0
        and month between ${shown[0] && shown[0].from < before.from ? shown[0].from : before.from} and ${requested.from}
      group by month, plan`,
  )
  const at = (first: string) => closes.filter((one) => one.month === first)
  const now = isKnown(requested) ? at(requested.from) : null
  const previous = reached && isKnown(before) ? at(before.from) : null
  const sum = (
    rows: readonly { count: number; suspended: number; fees: number }[] | null,
    of: 'count' | 'suspended' | 'fees',
  ) => (rows === null ? null : rows.reduce((total, one) => total + one[of], 0))
  const total = sum(now, 'count')
  const codes = [...new Set([...(now ?? []), ...(previous ?? [])].map(({ plan }) => plan))]
  const rowOf = (
    { id, code, name }: PlanName,
    count: number | null,
    prevCount: number | null,
    fees: number | null,
  ) => ({
    planId: id === 0 ? null : String(id),
    code,
    name,
    count,
    prevCount,
    diff: count === null || prevCount === null ? null : count - prevCount,
    ...(money && { mrr: fees, fee: count === null || fees === null ? null : ratio(fees, count) }),
  })
  const moves = now && previous && (await readMoves(db, scope, requested.from))
  return {
    closeOn: reached?.to ?? null,
    total,
    prevTotal: sum(previous, 'count'),
    suspended: sum(now, 'suspended'),
    prevSuspended: sum(previous, 'suspended'),
    plans: codes
      .map((code): PlanShare => {
        const plan = plans.get(code) ?? unnamed(code)
        const of = (rows: typeof now) => rows && (rows.find((one) => one.plan === code) ?? { count: 0, fees: 0 })
        const [is, was] = [of(now), of(previous)]
        return {
          ...rowOf(plan, is?.count ?? null, was?.count ?? null, is?.fees ?? null),
          category: plan.category,
          isSuspension: plan.isSuspension,
          share: is && total !== null ? ratio(is.count, total) : null,
        }
      })
      .sort((one, other) => (other.count ?? 0) - (one.count ?? 0) || (one.code < other.code ? -1 : 1)),
    options:
      reached && now
        ? (await readOptions(db, scope, { now: reached.to, before: previous && before.to, money })).map((one) =>
            rowOf(plans.get(one.code) ?? unnamed(one.code), one.count, previous && one.prevCount, one.fees),
          )
        : [],
    series: shown.map((one) => {
      const rows = isKnown(one) ? at(one.from) : null
      return {
        month: one.from,
        total: sum(rows, 'count'),
        counts: rows && Object.fromEntries(rows.map(({ plan, count }) => [plan, count])),
      }
    }),
    transitions: (moves ?? [])
      .filter(({ kind, oldPlan, newPlan }) => isWithin(kind) && oldPlan !== newPlan)
      .reduce<MemberPlan['transitions']>((found, { oldPlan: from, newPlan: to, members }) => {
        const same = found.find((one) => one.from === from && one.to === to)
        if (same) same.count += members
        else found.push({ from, to, count: members })
        return found
      }, [])
      .sort((one, other) => other.count - one.count || (one.from + one.to < other.from + other.to ? -1 : 1)),
    names: Object.fromEntries(
      [
        ...new Set(
          [...closes, ...(moves ?? []).flatMap(({ oldPlan, newPlan }) => [{ plan: oldPlan }, { plan: newPlan }])].map(
            ({ plan }) => plan,
          ),
        ),
      ]
        .filter((code) => code !== '')
        .map((code) => [code, (plans.get(code) ?? unnamed(code)).name]),
    ),
    ...(money && {
      fees: moves && {
        opening: sum(previous, 'fees') ?? 0,
        closing: sum(now, 'fees') ?? 0,
        moves: valuesOf(feeMoves)
          .map((kind) => ({
            kind,
            members: moves.reduce((members, one) => members + (one.kind === kind ? one.members : 0), 0),
            yen: moves.reduce((yen, one) => yen + (one.kind === kind ? one.yen : 0), 0),
          }))
          .filter(({ members }) => members > 0),
      },
    }),
    filed: scope.dataDate === null ? [] : await readFiled(db, shops, scope, money),
  }
}

/** Members of both closes, of these shops. */
const isWithin = (kind: FeeMove | 'same') =>
  !['new', 'rejoin', 'withdrawal', 'transferIn', 'transferOut'].includes(kind)

/** A month's changes. */
const readMoves = (db: Db, scope: ReportScope, month: string) =>
  rowsOf<{ kind: FeeMove | 'same'; oldPlan: string; newPlan: string; members: number; yen: number }>(
    db,
    sql`
      select kind, old_plan as "oldPlan", new_plan as "newPlan", sum(members) as members, sum(yen) as yen
      from (${movesWithin(scope, { from: month, to: month })}) counted
      group by kind, old_plan, new_plan`,
  )

/** All plans of the shops by code: of several with one code the first, and the shops' own for one shop. */
const readPlanNames = (db: Db, { shopIds }: ReportScope) =>
  rowsOf<PlanName>(
    db,
    sql`
      select distinct on (code) id, code, name, category, is_suspension_plan as "isSuspension"
      from shop_plan where shop_id = any(${idArray(shopIds)}) order by code, id`,
  )

/** Options that cover either close, with who has them. */
const readOptions = (
  db: Db,
  { shopIds }: ReportScope,
  { now, before, money }: { now: string; before: string | null; money: boolean },
) =>
  rowsOf<{ code: string; count: number; prevCount: number; fees: number }>(
    db,
    sql`
      select code, sum(is_now) as count, sum(was) as "prevCount", ${money ? sql`sum(fees)` : sql`0`} as fees from (
        select p.code, c.member_id, max((${covers(sql`${now}::date`)})::integer) as is_now,
          max((${covers(sql`${before}::date`)})::integer) as was,
          ${money ? sql`sum(c.monthly_fee) filter (where ${covers(sql`${now}::date`)})` : sql`0`} as fees
        from contract c join shop_plan p on p.id = c.plan_id
        where c.shop_id = any(${idArray(shopIds)}) and c.kind = 'option' and c.start_on <= ${now}
          and (c.end_on is null or c.end_on >= coalesce(${before}::date, ${now}::date))
        group by p.code, c.member_id
      ) held
      group by code order by 2 desc, code`,
  )

const covers = (day: ReturnType<typeof sql>) => sql`c.start_on <= ${day} and (c.end_on is null or c.end_on >= ${day})`

/** What is filed for the twelve months after the data date; the running month without its past days. */
async function readFiled(db: Db, shops: ReturnType<typeof sql>, { dataDate }: ReportScope, money: boolean) {
  const rows = await rowsOf<{ month: string; kind: FiledChange; members: number; yen: number }>(
    db,
    sql`
      select month_of(day) as month, kind, count(*) as members, sum(yen) as yen from (
        select i.from_on as day,
          case when i.starts_span then 'start' when i.enters_suspension then 'suspension' else 'resume' end as kind,
          ${money ? sql`c.monthly_fee - coalesce(was.fee, 0)` : sql`0`} as yen
        from membership_interval i
        join contract c on c.id = i.contract_id
        left join lateral (
          select o.monthly_fee as fee, w.suspended
          from membership_interval w join contract o on o.id = w.contract_id
          where w.member_id = i.member_id and w.span_no = i.span_no and w.until_on = i.from_on and not i.starts_span
          limit 1
        ) was on true
        where i.shop_id = any(${shops}) and i.from_on > ${dataDate} and i.from_on < ${dataDate}::date + interval '12 months'
          and (i.starts_span or i.enters_suspension or (was.suspended and not i.suspended))
        union all
        select i.until_on, 'end', ${money ? sql`-c.monthly_fee` : sql`0`}
        from membership_interval i join contract c on c.id = i.contract_id
        where i.shop_id = any(${shops}) and i.ends_span and i.until_on > ${dataDate}
          and i.until_on < ${dataDate}::date + interval '12 months'
      ) filed
      group by 1, kind`,
  )
  return [...new Set(rows.map(({ month }) => month))].sort().map((month) => ({
    month,
    changes: valuesOf(filedChanges).flatMap((kind) =>
      rows
        .filter((one) => one.month === month && one.kind === kind)
        .map(({ members, yen }) => ({ kind, members, ...(money && { yen }) })),
    ),
  }))
}
