import { sql } from 'drizzle-orm'
import type { Reach } from '#contract/report-head.ts'
import type { FactKind } from '#contract/words/report.ts'
import { type ActionMetric, effectDays, isMoneyMetric } from '#contract/words/report-action.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { type Counts, sumsOf } from './counts.ts'
import { periodReport, quietTotals } from './period-report.ts'
import { addDays, type Period } from './periods.ts'
import { isWhole } from './reach.ts'
import type { ReportScope } from './report-scope.ts'

/** A figure in the days before an action, and in those from its first day on. */
export interface Move {
  before: number | null
  after: number | null
}

export interface Watched {
  id: string
  shopId: string
  metric: ActionMetric
  /** YYYY-MM-DD. */
  startOn: string
}

type Part = 'before' | 'after'
interface Sums extends Counts {
  id: string
  part: Part
  isOwn: boolean
  shops: number
  net: number
}

/** The 28 days before an action, as far as known when it has not started; and the days since, at most 28. */
export function stretchesOf(startOn: string, dataDate: string | null): { before: Period; after: Period; days: number } {
  const known = dataDate === null || dataDate >= startOn ? startOn : addDays(dataDate, 1)
  const last = addDays(startOn, effectDays - 1)
  const to = dataDate === null || dataDate < last ? (dataDate ?? addDays(startOn, -1)) : last
  const days = to < startOn ? 0 : Math.round((Date.parse(to) - Date.parse(startOn)) / 86_400_000) + 1
  return { before: { from: addDays(known, -effectDays), to: addDays(known, -1) }, after: { from: startOn, to }, days }
}

/**
 * The figure of each action before and since its start (docs/domain.md, "Actions"), for its shop and for `others`
 * together: sums of days by the formulas of the monthly report. Counts are whole, money is yen with tax, shares are
 * unrounded and null where the denominator is 0 or a day of the stretch is not known; `othersCounting` are the months of
 * the others that are still to be counted. Without `money` no figure of money is read.
 */
export async function readMoves(
  db: Db,
  watched: readonly Watched[],
  {
    others,
    dataDate,
    reach,
    money,
  }: Pick<ReportScope, 'dataDate' | 'reach'> & { others: readonly string[]; money: boolean },
  othersCounting: Reach['counting'] = [],
): Promise<Map<string, { own: Move; others: (Move & { shops: number }) | null }>> {
  const visible = watched.filter(({ metric }) => money || !isMoneyMetric(metric))
  if (visible.length === 0 || dataDate === null) return new Map()
  const stretches = visible.flatMap(({ id, shopId, startOn }) => {
    const { before, after, days } = stretchesOf(startOn, dataDate)
    const of = (part: Part, { from, to }: Period) =>
      sql`(${id}::integer, ${shopId}::integer, ${part}, ${from}::date, ${to}::date)`
    return days === 0 ? [of('before', before)] : [of('before', before), of('after', after)]
  })
  const rows = await rowsOf<Sums>(
    db,
    sql`
      with stretch (id, shop_id, part, first, last) as (values ${sql.join(stretches, sql`, `)})
      select s.id::text, s.part, d.shop_id = s.shop_id as "isOwn", count(distinct d.shop_id) as shops,
        ${sumsOf({ visitDays: 'visitors' })}, ${money ? sql`coalesce(sum(m.net), 0)` : sql`0`} as net
      from stretch s
      join shop_day d on (d.shop_id = s.shop_id or d.shop_id = any(${idArray(others)})) and d.date between s.first and s.last
      ${
        money
          ? sql`left join lateral (
              select sum(gross - refund) as net from shop_day_sales f where f.shop_id = d.shop_id and f.date = d.date
            ) m on true`
          : sql``
      }
      group by s.id, s.part, d.shop_id = s.shop_id`,
  )
  return new Map(
    visible.map(({ id, metric, startOn }) => {
      const stretch = stretchesOf(startOn, dataDate)
      const of = (isOwn: boolean, part: Part) =>
        rows.find((row) => row.id === id && row.isOwn === isOwn && row.part === part)
      const value = (isOwn: boolean, part: Part) => {
        const row = of(isOwn, part)
        return row && isWhole(isOwn ? reach : { ...reach, counting: othersCounting }, stretch[part], ...kindsOf(metric))
          ? figureOf(metric, row)
          : null
      }
      const move = (isOwn: boolean): Move => ({ before: value(isOwn, 'before'), after: value(isOwn, 'after') })
      const others = of(false, 'before')?.shops ?? 0
      return [id, { own: move(true), others: others === 0 ? null : { ...move(false), shops: others } }]
    }),
  )
}

/** The facts that a figure is counted from. */
function kindsOf(metric: ActionMetric): FactKind[] {
  switch (metric) {
    case 'admissions':
    case 'withdrawals':
    case 'withdrawalRequests':
      return ['contracts', 'leavers']
    case 'visitCount':
    case 'visitDays':
      return ['visits']
    case 'tours':
    case 'trials':
      return ['leads']
    case 'netSales':
      return ['sales']
    default:
      return ['bookings']
  }
}

/** A figure of summed days, by the monthly report's own formula. */
function figureOf(metric: ActionMetric, { net, ...counts }: Sums): number | null {
  const { members, visits, reservations, leads } = periodReport(
    { from: '', to: '' },
    { ...quietTotals, ...counts },
    undefined,
    undefined,
  )
  const values: Record<ActionMetric, number | null> = {
    admissions: members.admissions,
    withdrawals: members.withdrawals,
    withdrawalRequests: members.withdrawalRequests,
    visitCount: visits.count,
    visitDays: visits.days,
    tours: leads.tours,
    trials: leads.trials,
    booked: reservations.booked,
    attended: reservations.attended,
    noShow: reservations.noShow,
    lateCancel: reservations.lateCancel,
    utilization: reservations.utilization,
    noShowRate: reservations.noShowRate,
    netSales: net,
  }
  return values[metric]
}
