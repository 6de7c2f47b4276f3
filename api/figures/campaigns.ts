import { type SQL, sql } from 'drizzle-orm'
import type { Campaigns } from '#contract/campaigns.ts'
import { isBeyondChance, studentValue, z95 } from '#contract/chance.ts'
import { earlyMonths } from '#contract/report-shops.ts'
import type { AdPart } from '#contract/shop-cost.ts'
import { type JoinRoute, joinRoutes } from '#contract/words/member.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { threeMonthsAreOver } from './admission.ts'
import { keptFor } from './forecast.ts'
import { type Period, within } from './periods.ts'
import { paybackOf } from './profit.ts'
import { followedDays, knownDays } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { shareOf, unknown } from './shop-comparison.ts'

type Campaign = Campaigns['campaigns'][number]

/** Months to compare with, besides the campaign's own, from which on the scatter of 入会 is known. */
const fewestOthers = 6

/** 入会 of a month and of the same month a year before, of the shops that know both. */
export interface Pair {
  /** First day. */
  month: string
  admissions: number
  before: number
}

/**
 * What chance allows the 入会 of a campaign's months to be, in people: those of the year before × the growth of the other
 * months, with the scatter that these other months have around their own growth, never less than that of independent
 * joiners (Poisson). Null limits where fewer than six other months are known, or nobody had joined a year before.
 */
export function usualAdmissions(own: readonly Pair[], others: readonly Pair[], comparisons: number) {
  const sum = (pairs: readonly Pair[], of: 'admissions' | 'before') => pairs.reduce((total, one) => total + one[of], 0)
  const [now, before, then] = [sum(others, 'admissions'), sum(others, 'before'), sum(own, 'before')]
  if (others.length < fewestOthers || now === 0 || before === 0 || then === 0) return { low: null, high: null }
  const growth = now / before
  const degrees = others.length - 1
  const scatter = others.reduce((total, { admissions, before: was }) => {
    const people = admissions + was
    return people === 0 ? total : total + (admissions - growth * was) ** 2 / (growth * people)
  }, 0)
  const expected = growth * then
  // Of the own months, of the year before, and of the growth itself.
  const variance = expected * (1 + growth) + expected ** 2 * (1 / now + 1 / before)
  const half = studentValue(comparisons, degrees) * Math.sqrt(Math.max(1, scatter / degrees) * variance)
  return { low: Math.max(0, expected - half), high: expected + half }
}

interface Joined {
  set: 'campaign' | 'campaignOfShop' | 'routeOfShop'
  /** Empty: none, or unknown. */
  key: string
  /** First day; null but for `campaign`. */
  month: string | null
  shopId: number | null
  count: number
  /** Whose three months are over, and of them those who had left. */
  mature: number
  left: number
}

/** Who joined these shops in the period's known days, by campaign and month, and by campaign or route and shop. */
async function readJoined(db: Db, { shopIds, dataDate, reach }: ReportScope, period: Period): Promise<Joined[]> {
  const followed = followedDays(reach, period, dataDate ?? '')
  const isOver: SQL = threeMonthsAreOver(dataDate ?? '', followed)
  return rowsOf<Joined>(
    db,
    sql`
      select case grouping(campaign, route, month, shop_id) when 5 then 'campaign' when 6 then 'campaignOfShop' else 'routeOfShop' end as set,
        coalesce(campaign, route) as key, month, shop_id as "shopId", count(*) as count,
        count(*) filter (where ${isOver}) as mature,
        count(*) filter (where ${isOver} and not ${keptFor(sql`${earlyMonths}::integer`)}) as left
      from (
        select shop_id, campaign, route, month_of(date) as month, date as day, span_start as from_on, span_end
        from member_move
        where shop_id = any(${idArray(shopIds)}) and kind = 'admission'
          and ${within(sql`date`, knownDays(reach, period, 'contracts'))}
      ) i
      group by grouping sets ((campaign, month), (campaign, shop_id), (route, shop_id))`,
  )
}

/** A shop's month: the named parts of its 広告費. */
export interface EnteredParts {
  shopId: string
  /** First day. */
  month: string
  adParts: readonly AdPart[]
}

/** What a joiner leaves a month, in yen, and which share of joiners are still members so many months later. */
export interface Contribution {
  perMonth: number | null
  survival: readonly number[]
}

/**
 * The campaigns and routes of twelve months (docs/domain.md, "Campaigns"): people from `member_move`, costs as entered in
 * whole yen, quotients unrounded. `pairs` are the known months of the twelve.
 */
export async function campaignFigures(
  db: Db,
  scope: ReportScope,
  period: Period,
  {
    pairs,
    entered,
    contribution,
  }: { pairs: readonly Pair[]; entered: readonly EnteredParts[]; contribution: Contribution },
): Promise<Pick<Campaigns, 'campaigns' | 'routes'>> {
  const joined = await readJoined(db, scope, period)
  const isKnown = knownDays(scope.reach, period, 'contracts').length > 0
  const hasEarly = followedDays(scope.reach, period, scope.dataDate ?? '').length > 0
  const byMonth = joined.filter(({ set }) => set === 'campaign')
  const names = [
    ...new Set([
      ...byMonth.flatMap(({ key }) => (key === '' ? [] : [key])),
      ...entered.flatMap(({ adParts }) => adParts.flatMap(({ campaign }) => campaign ?? [])),
    ]),
  ]
  const peopleOf = (set: Joined['set'], key: string, shops: ReadonlySet<string>) =>
    joined.reduce(
      (sum, one) => (one.set === set && one.key === key && shops.has(String(one.shopId)) ? sum + one.count : sum),
      0,
    )
  const costOf = (of: (part: AdPart) => boolean) => {
    const rows = entered.filter(({ adParts }) => adParts.some(of))
    const yen = rows.flatMap(({ adParts }) => adParts.filter(of)).reduce((sum, part) => sum + part.yen, 0)
    return { cost: rows.length === 0 ? null : yen, shops: new Set(rows.map(({ shopId }) => shopId)) }
  }
  const paidBack = (acquisition: number | null) => paidBackOf(acquisition, contribution)

  const campaigns = names.map((campaign): Campaign => {
    const rows = byMonth.filter(({ key }) => key === campaign)
    const isOfIt = (part: AdPart) => part.campaign === campaign
    const { cost, shops } = costOf(isOfIt)
    // Who runs it says when by its costs; a single joiner long after it does not.
    const paid = entered.filter(({ adParts }) => adParts.some(isOfIt))
    const months = (paid.length > 0 ? paid : rows).map(({ month }) => month ?? '').sort()
    const [from, to] = [months[0] ?? period.from, months.at(-1) ?? period.from]
    const isOwn = ({ month }: { month: string | null }) => month !== null && from <= month && month <= to
    const own = pairs.filter(isOwn)
    const [count, early] = [sumOf(rows), sumOf(byMonth.filter((one) => isOwn(one) && one.key !== campaign))]
    const usual = usualAdmissions(
      own,
      pairs.filter((one) => !isOwn(one)),
      names.length,
    )
    const admissions = own.length === 0 ? null : own.reduce((sum, one) => sum + one.admissions, 0)
    const shares = {
      early: hasEarly ? shareOf(count.left, count.mature) : unknown,
      others: hasEarly ? shareOf(early.left, early.mature) : unknown,
    }
    const acquisition = ratio(cost, peopleOf('campaignOfShop', campaign, shops))
    return {
      ...{ campaign, from, to, cost, joined: isKnown ? count.count : null, admissions, usual },
      before: own.length === 0 ? null : own.reduce((sum, one) => sum + one.before, 0),
      effect: effectOf(admissions, usual),
      ...shares,
      isEarlyBeyondChance: isBeyondChance(
        { ...shares.early, value: shares.early.rate },
        { ...shares.others, value: shares.others.rate },
        names.length,
      ),
      acquisition,
      ...paidBack(acquisition),
    }
  })
  return {
    campaigns: campaigns.sort(
      (one, other) => (other.joined ?? 0) - (one.joined ?? 0) || (one.campaign < other.campaign ? -1 : 1),
    ),
    routes: [...valuesOf(joinRoutes), 'unknown' as const].flatMap((route) => {
      const key = route === 'unknown' ? '' : route
      const count = sumOf(joined.filter((one) => one.set === 'routeOfShop' && one.key === key)).count
      const { cost, shops } = costOf((part) => part.route === route)
      if (count === 0 && cost === null) return []
      const acquisition = ratio(cost, peopleOf('routeOfShop', key, shops))
      return [{ route: route as JoinRoute | 'unknown', joined: isKnown ? count : null, cost, acquisition }]
    }),
  }
}

/** 回収月数 of a 獲得コスト (`paybackOf`). */
export function paidBackOf(acquisition: number | null, { perMonth, survival }: Contribution) {
  const payback = paybackOf(acquisition, perMonth, survival)
  return { payback: payback === 'never' ? null : payback, isUnrecovered: payback === 'never' }
}

/**
 * LTV ÷ 獲得コスト with its 95 % interval: both scatter, the LTV as its own interval says and the cost by the number of
 * joiners it is divided by (Poisson); their logarithms' variances add up.
 */
export function returnOf(ltv: Campaigns['ltv'], acquisition: number | null, joined: number): Campaigns['returnOnCost'] {
  if (ltv.value === null || acquisition === null || acquisition <= 0) return { value: null, low: null, high: null }
  const value = ltv.value / acquisition
  if (!ltv.low || !ltv.high || joined === 0) return { value, low: null, high: null }
  const half = z95 * Math.hypot(Math.log(ltv.high / ltv.low) / (2 * z95), 1 / Math.sqrt(joined))
  return { value, low: value * Math.exp(-half), high: value * Math.exp(half) }
}

function effectOf(admissions: number | null, { low, high }: Campaign['usual']): Campaign['effect'] {
  if (admissions === null || low === null || high === null) return 'unknown'
  if (admissions > high) return 'more'
  return admissions < low ? 'less' : 'chance'
}

const sumOf = (rows: readonly Joined[]) =>
  rows.reduce(
    (sum, { count, mature, left }) => ({
      count: sum.count + count,
      mature: sum.mature + mature,
      left: sum.left + left,
    }),
    { count: 0, mature: 0, left: 0 },
  )

const ratio = (yen: number | null, people: number) => (yen === null || people === 0 ? null : yen / people)
