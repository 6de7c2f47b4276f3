import { type SQL, sql } from 'drizzle-orm'
import type { Campaigns } from '#contract/campaigns.ts'
import { isBeyondChance, studentValue, z95 } from '#contract/chance.ts'
import { earlyMonths } from '#contract/report-shops.ts'
import type { AdPart } from '#contract/shop-cost.ts'
import { fewPeople } from '#contract/words/groups.ts'
import { type JoinRoute, joinRoutes } from '#contract/words/member.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { threeMonthsAreOver } from './admission.ts'
import { keptFor } from './forecast.ts'
import { addDays, monthOf, type Period, within } from './periods.ts'
import { paybackOf } from './profit.ts'
import { followedDays, knownDays } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { shareOf, unknown } from './shop-comparison.ts'
import type { ShopMonth } from './shop-months.ts'

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
 * 入会 of each of these months (first days) and of the same month a year before, in people, of the shops that know both and
 * were open from the first of the earlier to the last day of the later: a new shop's members are no campaign's.
 */
export function pairsOf(
  known: readonly Pick<ShopMonth, 'shopId' | 'month' | 'admissions'>[],
  months: readonly string[],
  wasOpen: (shopId: string, from: string, to: string) => boolean,
): Pair[] {
  const rows = new Map(known.map((one) => [`${one.shopId} ${one.month}`, one.admissions]))
  return months.flatMap((month) => {
    const earlier = aYearBefore(month)
    const { to } = monthOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
    const both = known.flatMap(({ shopId, admissions, ...one }) => {
      const before = rows.get(`${shopId} ${earlier}`) ?? null
      if (one.month !== month || admissions === null || before === null || !wasOpen(shopId, earlier, to)) return []
      return [{ admissions, before }]
    })
    if (both.length === 0) return []
    const sum = (of: 'admissions' | 'before') => both.reduce((total, one) => total + one[of], 0)
    return [{ month, admissions: sum('admissions'), before: sum('before') }]
  })
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
  set: 'campaign' | 'route' | 'campaignOfShop' | 'routeOfShop'
  /** Empty: none, or unknown. */
  key: string
  /** First day. */
  month: string
  /** Null: all shops. */
  shopId: number | null
  count: number
  /** Whose three months are over, and of them those who had left. */
  mature: number
  left: number
}

/** Who joined these shops in the period's known days, by month and campaign, and of some shops by shop, too. */
async function readJoined(
  db: Db,
  { shopIds, dataDate, reach }: ReportScope,
  period: Period,
  paying: readonly string[],
): Promise<Joined[]> {
  const followed = followedDays(reach, period, dataDate ?? '')
  const isOver: SQL = threeMonthsAreOver(dataDate ?? '', followed)
  const joined = sql`
    select shop_id, campaign, route, month_of(date) as month, date as day, span_start as from_on, span_end
    from member_move
    where kind = 'admission' and ${within(sql`date`, knownDays(reach, period, 'contracts'))}`
  return rowsOf<Joined>(
    db,
    sql`
      select case grouping(campaign) when 0 then 'campaign' else 'route' end as set, coalesce(campaign, route) as key,
        month, null::integer as "shopId", count(*) as count,
        count(*) filter (where ${isOver}) as mature,
        count(*) filter (where ${isOver} and not ${keptFor(sql`${earlyMonths}::integer`)}) as left
      from (${joined} and shop_id = any(${idArray(shopIds)})) i
      group by grouping sets ((campaign, month), (route, month))
      union all
      select case grouping(campaign) when 0 then 'campaignOfShop' else 'routeOfShop' end, coalesce(campaign, route), month,
        shop_id, count(*), 0, 0
      from (${joined} and shop_id = any(${idArray(paying)})) i
      group by grouping sets ((campaign, month, shop_id), (route, month, shop_id))`,
  )
}

/** How many joined these shops by each campaign and month. */
const readBefore = (db: Db, { shopIds, reach }: ReportScope, period: Period) =>
  rowsOf<{ campaign: string; month: string; count: number }>(
    db,
    sql`
      select campaign, month_of(date) as month, count(*) as count from member_move
      where shop_id = any(${idArray(shopIds)}) and kind = 'admission' and campaign <> ''
        and ${within(sql`date`, knownDays(reach, period, 'contracts'))}
      group by 1, 2`,
  )

/** Of a first day of a month. */
const aYearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

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
  given: {
    pairs: readonly Pair[]
    entered: readonly EnteredParts[]
    contribution: Contribution
    /** Whether every day of 入会 of a shop's month is known. */
    knows: (shopId: string, month: string) => boolean
  },
): Promise<Pick<Campaigns, 'campaigns' | 'routes'>> {
  const { pairs, contribution, knows } = given
  const entered = given.entered.filter(({ adParts }) => adParts.length > 0)
  const joined = await readJoined(db, scope, period, [...new Set(entered.map(({ shopId }) => shopId))])
  const lastYear = { from: aYearBefore(period.from), to: addDays(period.from, -1) }
  const before = await readBefore(db, scope, lastYear)
  const isKnown = knownDays(scope.reach, period, 'contracts').length > 0
  const hasEarly = followedDays(scope.reach, period, scope.dataDate ?? '').length > 0
  const byMonth = joined.filter(({ set }) => set === 'campaign')
  const names = [
    ...new Set([
      ...byMonth.flatMap(({ key }) => (key === '' ? [] : [key])),
      ...entered.flatMap(({ adParts }) => adParts.flatMap(({ campaign }) => campaign ?? [])),
    ]),
  ]
  // Where no joiner has a campaign, nobody has written it down.
  const hasCampaigns = byMonth.some(({ key }) => key !== '')
  const yenOf = (rows: readonly EnteredParts[], of: (part: AdPart) => boolean) =>
    rows.flatMap(({ adParts }) => adParts.filter(of)).reduce((sum, part) => sum + part.yen, 0)
  const peopleOf = (set: Joined['set'], key: string, isCounted: (shopId: string, month: string) => boolean) =>
    joined.reduce(
      (sum, one) =>
        one.set === set && one.key === key && isCounted(String(one.shopId), one.month) ? sum + one.count : sum,
      0,
    )

  const campaigns = names.map((campaign): Campaign => {
    const rows = byMonth.filter(({ key }) => key === campaign)
    const isOfIt = (part: AdPart) => part.campaign === campaign
    // Who runs it says when by its costs; a single joiner long after it does not.
    const paid = entered.filter(({ adParts }) => adParts.some(isOfIt))
    const months = (paid.length > 0 ? paid : rows).map(({ month }) => month).sort()
    const [from, to] = [months[0] ?? period.from, months.at(-1) ?? period.from]
    const isOwn = ({ month }: { month: string }) => from <= month && month <= to
    const own = pairs.filter(isOwn)
    const of = sumOf(rows.filter(isOwn))
    const others = sumOf(byMonth.filter((one) => isOwn(one) && one.key !== campaign))
    const usual = usualAdmissions(
      own,
      pairs.filter((one) => !isOwn(one)),
      names.length,
    )
    const admissions = own.length === 0 ? null : own.reduce((sum, one) => sum + one.admissions, 0)
    const earlier = before.reduce(
      (sum, one) =>
        one.campaign === campaign && aYearBefore(from) <= one.month && one.month <= aYearBefore(to)
          ? sum + one.count
          : sum,
      0,
    )
    const shares = {
      early: hasEarly ? shareOf(of.left, of.mature) : unknown,
      others: hasEarly ? shareOf(others.left, others.mature) : unknown,
    }
    const isOfFew = [shares.early, shares.others].some((one) => (one.of ?? 0) < fewPeople)
    const known = paid.filter(({ shopId, month }) => knows(shopId, month))
    const paying = new Set(known.map(({ shopId }) => shopId))
    const paidJoined = peopleOf(
      'campaignOfShop',
      campaign,
      (shopId, month) => paying.has(shopId) && isOwn({ month }) && knows(shopId, month),
    )
    const acquisition = ratio(known.length === 0 ? null : yenOf(known, isOfIt), paidJoined)
    return {
      ...{ campaign, from, to, cost: paid.length === 0 ? null : yenOf(paid, isOfIt) },
      joined: isKnown && hasCampaigns ? sumOf(rows).count : null,
      ...{ admissions, usual },
      before: own.length === 0 ? null : own.reduce((sum, one) => sum + one.before, 0),
      // As many as a fifth a year before: that year is no measure of months without it.
      effect: earlier > 0 && 5 * earlier >= of.count ? 'repeated' : effectOf(admissions, usual),
      ...shares,
      isEarlyBeyondChance:
        !isOfFew &&
        isBeyondChance(
          { ...shares.early, value: shares.early.rate },
          { ...shares.others, value: shares.others.rate },
          names.length,
        ),
      ...{ paidJoined, acquisition },
      ...paidBackOf(acquisition, contribution),
    }
  })
  return {
    campaigns: campaigns.sort(
      (one, other) => (other.joined ?? 0) - (one.joined ?? 0) || (one.campaign < other.campaign ? -1 : 1),
    ),
    routes: [...valuesOf(joinRoutes), 'unknown' as const].flatMap((route) => {
      const key = route === 'unknown' ? '' : route
      const { count } = sumOf(joined.filter((one) => one.set === 'route' && one.key === key))
      const isOfIt = (part: AdPart) => part.route === route
      const paid = entered.filter(({ adParts }) => adParts.some(isOfIt))
      if (count === 0 && paid.length === 0) return []
      const known = paid.filter(({ shopId, month }) => knows(shopId, month))
      const paying = new Set(known.map(({ shopId, month }) => `${shopId} ${month}`))
      const paidJoined = peopleOf('routeOfShop', key, (shopId, month) => paying.has(`${shopId} ${month}`))
      return [
        {
          route: route as JoinRoute | 'unknown',
          joined: isKnown ? count : null,
          cost: paid.length === 0 ? null : yenOf(paid, isOfIt),
          paidJoined,
          acquisition: ratio(known.length === 0 ? null : yenOf(known, isOfIt), paidJoined),
        },
      ]
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
