import { type SQL, sql } from 'drizzle-orm'
import type { Reach } from '#contract/report-head.ts'
import type { Cohort, Ltv, LtvGroup } from '#contract/report-ltv.ts'
import { longestCurve } from '#contract/report-ltv.ts'
import { type AgeBand, ageBands, fewPeople, type LtvGroup as GroupBy } from '#contract/words/groups.ts'
import { type Gender, genders, joinRoutes } from '#contract/words/member.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { cohortLtv, firstCohort, firstYearsOf, predictedLtv, tenureOf } from './lifetime.ts'
import { churnRange, cohort12Range, predictedRange, realizedRange } from './ltv-ranges.ts'
import { ratio } from './money.ts'
import { monthOf, type Period } from './periods.ts'
import { isWhole, knownSince } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { readTrailing } from './trailing.ts'

export interface LtvQuestion {
  year: number
  month: number
  cohortMonths: number
  groupBy: GroupBy
  plan?: string | undefined
  gender?: Gender | undefined
  ageBand?: AgeBand | undefined
  joinRoute?: string | undefined
  grossMargin?: number | undefined
}

type Figures = Ltv['summary']
type Survival = Ltv['survival']

/** Calendar months since year 0, for differences. */
const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const monthAt = (number: number) => monthOf(Math.floor(number / 12), (number % 12) + 1).from

/** The last month that is over on the data date, and not after the requested one; null without data. */
export function lastClosedMonth(
  { year, month }: { year: number; month: number },
  dataDate: string | null,
): Period | null {
  if (dataDate === null) return null
  const requested = monthOf(year, month)
  if (requested.to <= dataDate) return requested
  const running = monthOf(Number(dataDate.slice(0, 4)), Number(dataDate.slice(5, 7)))
  return running.to === dataDate ? running : monthOf(Number(dataDate.slice(0, 4)), Number(dataDate.slice(5, 7)) - 1)
}

/**
 * LTV of the shops (docs/domain.md, "LTV by group"): over the twelve closed months up to the requested one, together and by
 * group, with the cohorts' survival. Null where a month is not known, or began without members. Needs `report.money`.
 */
export async function ltvFigures(db: Db, scope: ReportScope, question: LtvQuestion) {
  const last = lastClosedMonth(question, scope.dataDate)
  const shops = idArray(scope.shopIds)
  const trailing = last && (await readTrailing(db, { shops, reach: scope.reach }, last.to, true))
  const plans = await readPlans(db, shops)
  if (!last || !trailing) {
    return {
      period: null,
      summary: figuresOf(undefined),
      firstYears: null,
      series: [],
      survival: [],
      groups: [],
      cohorts: [],
      plans,
    }
  }
  const period = { from: monthAt(monthNumber(last.from) - 11), to: last.to }
  const source: Source = {
    db,
    rows: idArray(scope.isChain ? ['0'] : scope.shopIds),
    shops,
    last: last.from,
    period,
    question,
    salesFrom: trailing.sales === null ? null : knownSince(scope.reach, 'sales'),
    cohortsFrom: await firstCohort(db, shops, scope.reach),
  }
  const [together] = [...(await readGroups(source, 'none')).values()]
  const groups = question.groupBy === 'none' ? new Map<string, Parts>() : await readGroups(source, question.groupBy)
  const names =
    question.groupBy === 'shop' ? await readShops(db, shops) : new Map(plans.map((one) => [one.code, one.name]))
  const margin = question.grossMargin ?? 1
  return {
    period,
    summary: figuresOf(together, margin),
    firstYears: firstYearsOf(last.to, source.cohortsFrom),
    series: await readSeries(source, scope.reach, margin),
    survival: survivalOf(together?.cohorts ?? [], last.from, true),
    groups: [...groups]
      .map(
        ([key, parts]): LtvGroup => ({
          key,
          label: labelOf(question.groupBy, key, names),
          ...figuresOf(parts, margin),
          survival: survivalOf(parts.cohorts, last.from, false),
        }),
      )
      .sort(
        (one, other) =>
          Number(one.key === '') - Number(other.key === '') ||
          (other.members ?? 0) - (one.members ?? 0) ||
          (one.key < other.key ? -1 : 1),
      ),
    cohorts: await cohortsOf(source, scope, together?.cohorts ?? []),
    plans,
  }
}

/** Which share of the shops' joiners are still members so many months later, from the curve up to a closed month. */
export async function readSurvival(db: Db, scope: ReportScope, last: string): Promise<number[]> {
  const shops = idArray(scope.shopIds)
  const rows = await rowsOf<CohortRow>(
    db,
    sql`
      select month, sum(joined) as joined, ${sumsOf(sql`kept`)} as kept, null as paused from shop_cohort
      where shop_id = any(${scope.isChain ? idArray(['0']) : shops}) and gender = '*' and month between
        ${later(monthAt(monthNumber(last) - longestCurve), await firstCohort(db, shops, scope.reach))} and ${last}
      group by month order by month`,
  )
  return survivalOf(rows, last, false).map(({ share }) => share ?? 0)
}

interface Source {
  db: Db
  /** Whose rows are added up: the chain's own, or these shops'. */
  rows: SQL
  shops: SQL
  /** First day of the last closed month. */
  last: string
  period: Period
  question: LtvQuestion
  /** The first day with sales; null: none of the twelve months' are known. */
  salesFrom: string | null
  cohortsFrom: string
}

interface CohortRow {
  month: string
  joined: number
  kept: number[]
  paused: number[] | null
}

interface Sums {
  key: string
  members: number
  opening: number
  operating: number
  withdrawals: number
  sales: number
  memberSales: number
  payers: number
}

interface Parts {
  sums: Sums | undefined
  cohorts: CohortRow[]
  last: string
  left: { leavers: number; paid: number; squares: number; payingMonths: number } | undefined
  knowsSales: boolean
}

/** Without a filter or a group only the rows of all groups together are read. */
const isTotal = ({ plan, gender, ageBand, joinRoute }: LtvQuestion, groupBy: GroupBy) =>
  (groupBy === 'none' || groupBy === 'shop') && [plan, gender, ageBand, joinRoute].every((one) => one === undefined)

const filters = ({ plan, gender, ageBand, joinRoute }: LtvQuestion): SQL[] => [
  ...(plan === undefined ? [] : [sql`plan = ${plan} and gender <> ''`]),
  ...(gender === undefined ? [] : [sql`gender = ${gender}`]),
  ...(ageBand === undefined ? [] : [sql`age_band = ${Number(ageBand)} and gender <> ''`]),
  ...(joinRoute === undefined ? [] : [sql`join_route = ${joinRoute === 'unknown' ? '' : joinRoute} and gender <> ''`]),
]

const both = (conditions: readonly SQL[]) => sql.join([sql`true`, ...conditions], sql` and `)

const keys: Record<GroupBy, SQL> = {
  none: sql`''`,
  plan: sql`case gender when '' then '' else plan end`,
  gender: sql`gender`,
  ageBand: sql`case gender when '' then '' else age_band::text end`,
  joinRoute: sql`case when gender = '' then '' else coalesce(nullif(join_route, ''), 'unknown') end`,
  shop: sql`shop_id::text`,
}

async function readGroups(source: Source, groupBy: GroupBy): Promise<Map<string, Parts>> {
  const { db, question, period, last, salesFrom, cohortsFrom } = source
  const rows = groupBy === 'shop' ? source.shops : source.rows
  const total = isTotal(question, groupBy)
  const key = keys[groupBy]
  const isWanted = both(filters(question))
  const sums = await rowsOf<Sums>(
    db,
    sql`
      select ${key} as key, sum(closing) filter (where month = ${last}) as members, sum(opening) as opening,
        sum(opening - opening_suspended + closing - suspended) / 2.0 as operating, sum(withdrawals) as withdrawals,
        sum(sales) filter (where ${total ? sql`gender = '*'` : sql`true`}) as sales,
        coalesce(sum(sales) filter (where gender <> ''), 0)
          ${total ? sql`- coalesce(sum(sales) filter (where gender = ''), 0)` : sql``} as "memberSales",
        sum(payers) as payers
      from shop_month_group
      where shop_id = any(${rows}) and month between ${period.from} and ${last} and ${isWanted}
        and ${total ? sql`gender in ('*', '')` : sql`gender <> '*'`}
      group by 1`,
  )
  const isOneGroup = groupBy === 'none'
  const cohorts = await rowsOf<CohortRow & { key: string }>(
    db,
    sql`
      select ${key} as key, month, sum(joined) as joined, ${sumsOf(sql`kept`)} as kept,
        ${isOneGroup ? sumsOf(sql`paused`) : sql`null`} as paused
      from shop_cohort
      where shop_id = any(${rows}) and month between ${later(monthAt(monthNumber(last) - longestCurve), cohortsFrom)} and ${last}
        and ${isWanted} and gender ${total ? sql`= '*'` : sql`<> '*'`}
      group by 1, month order by 1, month`,
  )
  const left =
    salesFrom === null
      ? []
      : await rowsOf<{ key: string; leavers: number; paid: number; squares: number; payingMonths: number }>(
          db,
          sql`
            select ${key} as key, count(*) as leavers, sum(paid) as paid,
              sum(paid::double precision * paid) as squares, sum(paying_months) as "payingMonths"
            from shop_leaver
            where shop_id = any(${source.shops}) and month between ${period.from} and ${last} and joined_on >= ${salesFrom}
              and ${isWanted}
            group by 1`,
        )
  const parts = new Map<string, Parts>()
  const part = (of: string) => {
    const found = parts.get(of) ?? {
      sums: undefined,
      cohorts: [],
      last,
      left: undefined,
      knowsSales: salesFrom !== null,
    }
    parts.set(of, found)
    return found
  }
  for (const one of sums) part(one.key).sums = one
  for (const { key: of, ...cohort } of cohorts) part(of).cohorts.push(cohort)
  for (const { key: of, ...one } of left) part(of).left = one
  return parts
}

/** Of lists of counts by month the sums, position by position. */
const sumsOf = (column: SQL) =>
  sql`array[${sql.join(
    Array.from({ length: longestCurve + 1 }, (_, at) => sql`sum(${column}[${sql.raw(String(at + 1))}])`),
    sql`, `,
  )}]`

const later = (one: string, other: string) => (one > other ? one : other)

function figuresOf(parts: Parts | undefined, margin = 1): Figures {
  const sums = parts?.sums
  const churnRate = sums ? ratio(sums.withdrawals, sums.opening) : null
  const sales = sums && parts.knowsSales ? sums.sales : null
  const salesPerMember = sums && sales !== null ? ratio(sales, sums.opening) : null
  const arpu = sums && sales !== null ? ratio(sales, sums.operating) : null
  const firstYear = firstYearOf(parts?.cohorts ?? [], parts?.last ?? '')
  const withMargin = (yen: number | null) => (yen === null ? null : yen * margin)
  const arm = sums && parts.knowsSales ? ratio(sums.memberSales, sums.payers) : null
  const predicted = withMargin(predictedLtv(salesPerMember, churnRate))
  const cohort12 = withMargin(cohortLtv(firstYear, arpu))
  const realized = parts?.left ? ratio(parts.left.paid, parts.left.leavers) : null
  const leg = parts?.left ? ratio(parts.left.payingMonths, parts.left.leavers) : null
  return {
    members: sums ? (sums.members ?? 0) : null,
    isOfFew: Math.min(sums?.members ?? 0, sums?.withdrawals ?? 0) < fewPeople,
    opening: sums?.opening ?? null,
    withdrawals: sums?.withdrawals ?? null,
    churnRate,
    avgTenureMonths: tenureOf(churnRate),
    salesPerMember,
    arpu,
    predicted,
    cohort12,
    joined: parts ? firstYear.joined : null,
    realized,
    realizedOf: parts?.knowsSales ? (parts.left?.leavers ?? 0) : null,
    arm,
    leg,
    armLeg: arm === null || leg === null ? null : arm * leg,
    ranges: {
      churnRate: churnRange(sums?.withdrawals ?? 0, sums?.opening ?? 0),
      predicted: predictedRange(predicted, sums?.withdrawals ?? 0),
      cohort12: cohort12Range(cohort12, firstYear.joined, firstYear.kept),
      realized: realizedRange(realized, parts?.left?.leavers ?? 0, parts?.left?.squares ?? 0),
    },
  }
}

/** 予測LTV of the twelve months that end with each of the last twelve, as the summary has it. */
async function readSeries(source: Source, reach: Reach, margin: number): Promise<Ltv['series']> {
  const { db, rows, last, question } = source
  const end = monthNumber(last)
  const isPart = isTotal(question, 'none') ? sql`gender = '*'` : sql`gender <> '*' and ${both(filters(question))}`
  const found = await rowsOf<{ month: string; members: number; opening: number; withdrawals: number; sales: number }>(
    db,
    sql`
      select month, coalesce(sum(opening) filter (where gender = '*'), 0) as members,
        coalesce(sum(opening) filter (where ${isPart}), 0) as opening,
        coalesce(sum(withdrawals) filter (where ${isPart}), 0) as withdrawals,
        coalesce(sum(sales) filter (where ${isPart}), 0) as sales
      from shop_month_group
      where shop_id = any(${rows}) and month between ${monthAt(end - 22)} and ${last} and (gender = '*' or ${isPart})
      group by month`,
  )
  const byMonth = new Map(found.map((one) => [one.month, one]))
  return Array.from({ length: 12 }, (_, at) => {
    const month = monthAt(end - 11 + at)
    const first = monthAt(monthNumber(month) - 11)
    const months = Array.from({ length: 12 }, (_, ago) => byMonth.get(monthAt(monthNumber(month) - ago)))
    const { to } = monthOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
    if (!isWhole(reach, { from: first, to }, 'contracts', 'leavers') || months.some((one) => !one || one.members === 0))
      return { month, predicted: null, salesPerMember: null, churnRate: null }
    const sum = (key: 'opening' | 'withdrawals' | 'sales') => months.reduce((all, one) => all + (one?.[key] ?? 0), 0)
    const knowsSales = isWhole(reach, { from: first, to }, 'sales')
    const churnRate = ratio(sum('withdrawals'), sum('opening'))
    const salesPerMember = knowsSales ? ratio(sum('sales'), sum('opening')) : null
    const predicted = predictedLtv(salesPerMember, churnRate)
    return { month, predicted: predicted === null ? null : predicted * margin, salesPerMember, churnRate }
  })
}

/** Joiners of 12 to 24 months ago, and the months of their first year at whose start they were members. */
function firstYearOf(cohorts: readonly CohortRow[], last: string) {
  const whole = cohorts.filter(({ month }) => {
    const age = monthNumber(last) - monthNumber(month)
    return age >= 12 && age < 24
  })
  const kept = Array.from({ length: 12 }, (_, at) => whole.reduce((sum, one) => sum + (one.kept[at] ?? 0), 0))
  return {
    joined: whole.reduce((sum, { joined }) => sum + joined, 0),
    months: kept.reduce((sum, members) => sum + members, 0),
    kept,
  }
}

/**
 * Survival by Kaplan–Meier in whole months: a cohort counts in a step once all its members have reached it, so that who
 * joined lately is neither kept nor lost. The band is Greenwood's, 95 %.
 */
function survivalOf(cohorts: readonly CohortRow[], last: string, withPauses: boolean): Survival {
  const curve: Survival = []
  let share = 1
  let variance = 0
  for (let month = 0; month <= longestCurve; month += 1) {
    const reached = cohorts.filter((one) => monthNumber(last) - monthNumber(one.month) >= month)
    const sum = (of: (one: CohortRow) => number) => reached.reduce((total, one) => total + of(one), 0)
    const joined = sum((one) => one.joined)
    if (joined === 0) break
    const atRisk = month === 0 ? joined : sum(({ kept }) => kept[month - 1] ?? 0)
    const kept = sum((one) => one.kept[month] ?? 0)
    share *= atRisk === 0 ? 0 : kept / atRisk
    if (kept > 0) variance += (atRisk - kept) / (atRisk * kept)
    const half = 1.96 * share * Math.sqrt(variance)
    curve.push({
      month,
      share,
      low: Math.max(0, share - half),
      high: Math.min(1, share + half),
      paused: withPauses
        ? ratio(
            sum((one) => one.paused?.[month] ?? 0),
            joined,
          )
        : null,
      joined,
      atRisk,
    })
  }
  return curve
}

async function cohortsOf(source: Source, { reach }: ReportScope, rows: readonly CohortRow[]): Promise<Cohort[]> {
  const { db, shops, last, question, salesFrom } = source
  const first = later(monthAt(monthNumber(last) - question.cohortMonths + 1), source.cohortsFrom)
  const months: string[] = []
  for (let at = monthNumber(first); at <= monthNumber(last); at += 1) months.push(monthAt(at))
  const knowsRevenue = isTotal(question, 'none') && salesFrom !== null
  const bought = knowsRevenue
    ? await rowsOf<{ joined: string; month: string; net: number }>(
        db,
        sql`
          select joined_month as joined, month, sum(net) as net from shop_cohort_sales
          where shop_id = any(${shops}) and joined_month between ${first} and ${last} and month between ${first} and ${last}
          group by joined_month, month`,
      )
    : []
  const net = new Map(bought.map((one) => [`${one.joined} ${one.month}`, one.net]))
  const found = new Map(rows.map((one) => [one.month, one]))
  return months.map((month) => {
    const { joined, kept, paused } = found.get(month) ?? { joined: 0, kept: [], paused: [] }
    const age = monthNumber(last) - monthNumber(month)
    const whole = (at: number, counts: readonly number[] | null) => (at <= age ? (counts?.[at] ?? 0) : null)
    let revenue = 0
    return {
      month,
      joined,
      remaining: Array.from({ length: 13 }, (_, at) => whole(at, kept)),
      paused: Array.from({ length: 13 }, (_, at) => whole(at, paused)),
      revenuePerJoiner: Array.from({ length: 13 }, (_, at) => {
        const until = monthOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)) + at).to
        if (!knowsRevenue || at > age || !isWhole(reach, { from: month, to: until }, 'sales')) return null
        revenue += net.get(`${month} ${monthAt(monthNumber(month) + at)}`) ?? 0
        return ratio(revenue, joined)
      }),
    }
  })
}

function labelOf(groupBy: GroupBy, key: string, names: ReadonlyMap<string, string>): string {
  if (groupBy === 'plan' || groupBy === 'shop') return key === '' ? '会員以外' : (names.get(key) ?? key)
  const words: Record<string, string> =
    groupBy === 'gender' ? genders : groupBy === 'ageBand' ? ageBands : { ...joinRoutes, unknown: '経路不明' }
  return key === '' ? '会員以外' : (words[key] ?? key)
}

/** Main plans of these shops by code: of several with one code the first. */
export const readPlans = (db: Db, shops: SQL) =>
  rowsOf<{ code: string; name: string }>(
    db,
    sql`
      select code, name from (
        select distinct on (code) id, code, name from shop_plan
        where shop_id = any(${shops}) and category <> 'option' order by code, id
      ) plan order by id`,
  )

async function readShops(db: Db, shops: SQL) {
  const rows = await rowsOf<{ id: number; name: string }>(db, sql`select id, name from shop where id = any(${shops})`)
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}
