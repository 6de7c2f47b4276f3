import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import type { Period } from './periods.ts'
import type { ReportScope } from './report-scope.ts'

export interface Visitors {
  unique: number
  median: number | null
  /** Own members who were 稼働 on any day of the period, including the last day of a membership. */
  operating: number
  /** Of them, those with a visit. */
  operatingWhoCame: number
}

export const noVisitors: Visitors = { unique: 0, median: null, operating: 0, operatingWhoCame: 0 }

/**
 * Figures of distinct people, each person once per period. A period starts on the first of a month and ends within it.
 * Results are in the order of the periods. For one shop and for the chain every month is stored up to each of its days;
 * the median only for all counted days, not for a part of them.
 */
export async function readPeople(
  db: Db,
  { shopIds, isChain }: ReportScope,
  periods: readonly Period[],
): Promise<Visitors[]> {
  if (periods.length === 0) return []
  const counted = shopIds.length === 1 ? shopIds[0] : isChain ? '0' : undefined
  return counted === undefined ? countPeople(db, idArray(shopIds), periods) : readCounted(db, counted, periods)
}

async function readCounted(db: Db, shopId: string, periods: readonly Period[]): Promise<Visitors[]> {
  const rows = await rowsOf<Visitors & { at: number }>(
    db,
    sql`
      select p.at, m.visitors_to_day[p.day] as unique, m.operating_to_day[p.day] as operating,
        m.who_came_to_day[p.day] as "operatingWhoCame",
        case when p.day = cardinality(m.visitors_to_day) then m.median_days end as median
      from (values ${sql.join(
        periods.map(({ from, to }, at) => sql`(${at}::integer, ${from}::date, ${Number(to.slice(8))}::integer)`),
        sql`, `,
      )}) as p (at, month, day)
      join shop_month m on m.shop_id = ${shopId}::integer and m.month = p.month`,
  )
  const byPlace = new Map(rows.map(({ at, ...visitors }) => [at, visitors]))
  return periods.map((_, at) => byPlace.get(at) ?? noVisitors)
}

/** For several shops: a visitor of more than one counts once. */
async function countPeople(db: Db, shops: SQL, periods: readonly Period[]): Promise<Visitors[]> {
  const each = (part: (period: Period, column: (name: string) => SQL) => SQL) =>
    sql.join(
      periods.map((period, at) => part(period, (name) => sql`${sql.identifier(`${name}${at}`)}`)),
      sql`, `,
    )
  const months = sql`array[${sql.join(
    [...new Set(periods.map(({ from }) => from))].map((from) => sql`${from}::date`),
    sql`, `,
  )}]`
  const isOperating = ({ from, to }: Period) =>
    sql`(from_on <= ${to} and (until_on is null or until_on >= ${from}::date + (not ends_span)::integer))`
  // The days of the month up to the period's last.
  const bits = ({ to }: Period) => sql`(days & ${2 ** Number(to.slice(8)) - 1}::bigint::integer)`
  const [row] = await rowsOf<Record<string, number | null>>(
    db,
    sql`
      with came as (
        select member_id, ${each(
          (period, column) => sql`
          coalesce(sum(bit_count(${bits(period)}::bit(32))::integer)
            filter (where month = ${period.from} and shop_id = any(${shops})), 0)::integer as ${column('days')},
          bool_or(${bits(period)} <> 0)
            filter (where month = ${period.from} and home_shop_id = any(${shops})) as ${column('own')}`,
        )}
        from member_visit_month
        where month = any(${months}) and (shop_id = any(${shops}) or home_shop_id = any(${shops}))
        group by member_id
      ),
      operating as (
        select member_id, ${each((period, column) => sql`bool_or(${isOperating(period)}) as ${column('operating')}`)}
        from membership_interval
        where shop_id = any(${shops}) and not suspended and (${sql.join(periods.map(isOperating), sql` or `)})
        group by member_id
      )
      select ${each(
        (_, column) => sql`
        count(*) filter (where ${column('days')} > 0) as ${column('unique')},
        percentile_cont(0.5) within group (order by ${column('days')}) filter (where ${column('days')} > 0)
          as ${column('median')},
        count(*) filter (where ${column('operating')}) as ${column('operating')},
        count(*) filter (where ${column('operating')} and ${column('own')}) as ${column('operatingWhoCame')}`,
      )}
      from came full join operating using (member_id)`,
  )
  return periods.map((_, at) => ({
    unique: row?.[`unique${at}`] ?? 0,
    median: row?.[`median${at}`] ?? null,
    operating: row?.[`operating${at}`] ?? 0,
    operatingWhoCame: row?.[`operatingWhoCame${at}`] ?? 0,
  }))
}
