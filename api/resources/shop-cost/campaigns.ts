import type { Campaign, Campaigns } from '#contract/campaigns.ts'
import type { Input } from '#contract/endpoint.ts'
import type { shopCost } from '#contract/shop-cost.ts'
import { joinRoutes } from '#contract/words/member.ts'
import { campaignEffects } from '#contract/words/shop-cost.ts'
import type { Ctx } from '../../context.ts'
import { campaignFigures, paidBackOf, pairsOf, returnOf } from '../../figures/campaigns.ts'
import { lastClosedMonth, ltvFigures, readSurvival } from '../../figures/ltv.ts'
import { capped } from '../../figures/periods.ts'
import { isUnsettled } from '../../figures/reach.ts'
import { readShopMonths, type ShopMonth } from '../../figures/shop-months.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { type Cell, type CsvExport, slashed } from '../../wire/csv.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { costScopeOf } from './cost-scope.ts'
import { byShopAndMonth, firstOf, lastOf, monthsUpTo, wasOpenIn, yearAndMonth } from './months.ts'
import { readCosts, type ShopCostRow, shopTimes } from './repository.ts'

export async function campaigns(ctx: Ctx, { shopId, month }: Input<typeof shopCost.campaigns>): Promise<Campaigns> {
  const scope = await costScopeOf(ctx, shopId)
  const days = { from: firstOf(monthsUpTo(month)[0] as string), to: lastOf(month) }
  const costs = (await readCosts(ctx.scoped, days.from, days.to, shopId)).filter((one) =>
    scope.shopIds.includes(one.shopId),
  )
  const firstBefore = firstOf(monthsUpTo(month, 24)[0] as string)
  const known = await readShopMonths(ctx.scoped, scope, firstBefore, days.to)
  const times = await shopTimes(ctx.scoped)
  const open = new Map(times.map((one) => [one.id, one]))
  const wasOpen = (shop: string, from: string, to: string) => {
    const { openedOn, closedOn } = open.get(shop) ?? {}
    return openedOn !== undefined && openedOn <= from && (closedOn == null || closedOn >= to)
  }
  const pairs = pairsOf(known, monthsUpTo(month).map(firstOf), wasOpen)
  const last = lastClosedMonth(yearAndMonth(month), scope.dataDate)
  const { margin, perMonth } = contributionOf(costs, known)
  const contribution = {
    perMonth,
    survival: last ? await readSurvival(ctx.scoped, scope, last.from) : [],
  }
  const period = scope.dataDate === null ? null : capped(days, scope.dataDate)
  const ads = adsOf(costs, known, times, scope.shopIds)
  const figures = byShopAndMonth(known)
  const knows = (shop: string, first: string) => (figures.get(`${shop} ${first}`)?.admissions ?? null) !== null
  const acquisition = ads && ads.joined > 0 ? ads.yen / ads.joined : null
  const ltv =
    margin === null || margin <= 0
      ? { value: null, low: null, high: null }
      : await readLtv(ctx, scope, yearAndMonth(month), margin)
  return {
    requestInfo: { shopId: shopId ?? null, ...days },
    generatedAt: toTokyoDateTime(ctx.now),
    reach: scope.reach,
    dataAsOf: scope.dataAsOf && toTokyoDateTime(scope.dataAsOf),
    isProvisional: scope.dataDate === null || scope.dataDate < days.to || isUnsettled(scope.reach, days),
    period,
    months: monthsUpTo(month).map((one) => {
      const pair = pairs.find((found) => found.month === firstOf(one))
      return { month: firstOf(one), admissions: pair?.admissions ?? null, before: pair?.before ?? null }
    }),
    ...(period === null
      ? { campaigns: [], routes: [] }
      : await campaignFigures(ctx.scoped, scope, period, { pairs, entered: costs, contribution, knows })),
    ads,
    acquisition,
    ...paidBackOf(acquisition, contribution),
    ltv,
    returnOnCost: returnOf(ltv, acquisition, ads?.joined ?? 0),
  }
}

/**
 * Of the shops' months whose four costs and sales are known: which share of a yen of sales is left beside 広告費, and what a
 * 稼働会員 leaves a month, in yen; null without any.
 */
function contributionOf(costs: readonly ShopCostRow[], known: readonly ShopMonth[]) {
  const rows = byShopAndMonth(known)
  const sums = { left: 0, sales: 0, operating: 0 }
  for (const { shopId, month, labor, ads, rent, other } of costs) {
    const { netSales = null, operating = null } = rows.get(`${shopId} ${month}`) ?? {}
    if (labor === null || ads === null || rent === null || other === null || netSales === null || operating === null)
      continue
    sums.left += netSales - labor - rent - other
    sums.sales += netSales
    sums.operating += operating
  }
  return {
    margin: sums.sales > 0 ? sums.left / sums.sales : null,
    perMonth: sums.operating > 0 ? sums.left / sums.operating : null,
  }
}

type ShopTimes = Awaited<ReturnType<typeof shopTimes>>

/** 広告費 of the months in which every open shop has entered it and 入会 are known; null without any. */
function adsOf(
  costs: readonly ShopCostRow[],
  known: readonly ShopMonth[],
  times: ShopTimes,
  shopIds: readonly string[],
): Campaigns['ads'] {
  const [entered, figures] = [byShopAndMonth(costs), byShopAndMonth(known)]
  const sums = { yen: 0, named: 0, joined: 0, months: 0 }
  for (const month of new Set(costs.map((one) => one.month))) {
    const open = times.filter((shop) => shopIds.includes(shop.id) && wasOpenIn(shop, month))
    const each = open.map(({ id }) => ({
      ads: entered.get(`${id} ${month}`)?.ads ?? null,
      parts: entered.get(`${id} ${month}`)?.adParts ?? [],
      joined: figures.get(`${id} ${month}`)?.admissions ?? null,
    }))
    if (each.some(({ ads, joined }) => ads === null || joined === null)) continue
    sums.months += 1
    for (const { ads, parts, joined } of each) {
      sums.yen += ads ?? 0
      sums.joined += joined ?? 0
      sums.named += parts.reduce((sum, { yen }) => sum + yen, 0)
    }
  }
  return sums.months === 0 ? null : sums
}

/** 予測LTV of the twelve months × the margin, with its interval. */
async function readLtv(
  ctx: Ctx,
  scope: Awaited<ReturnType<typeof costScopeOf>>,
  of: { year: number; month: number },
  margin: number,
): Promise<Campaigns['ltv']> {
  const { summary } = await ltvFigures(ctx.scoped, scope, {
    ...of,
    cohortMonths: 12,
    groupBy: 'none',
    grossMargin: Math.min(1, margin),
  })
  return { value: summary.predicted, ...summary.ranges.predicted }
}

const whole = (value: number | null) => (value === null ? null : Math.round(value))
const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)
const tenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

const paybackCell = ({ payback, isUnrecovered }: Pick<Campaign, 'payback' | 'isUnrecovered'>): Cell =>
  isUnrecovered ? '回収できません' : tenth(payback)

/** A line a campaign, the 入会経路 below. */
export const campaignsExport: CsvExport<typeof shopCost.campaigns> = {
  filename: async (ctx, { shopId, month }) =>
    `キャンペーンの採算_${await shopInFilename(ctx, shopId)}_${month.replace('-', '')}まで12か月`,
  columns: () => [
    ...['種類', '名前', '最初の月', '最後の月', '費用（円）', '入会（名）', '月の入会（名）', '前年同月（名）'],
    ...['偶然の範囲・下限（名）', '偶然の範囲・上限（名）', '判定', '3か月以内の退会（%）', 'ほかの入会（%）'],
    ...['獲得コスト（円）', '回収月数（か月）'],
  ],
  page: async (ctx, input) => {
    const answer = await campaigns(ctx, input)
    if (input.shopId) ctx.audit({ shopId: input.shopId })
    return {
      rows: [
        ...answer.campaigns.map((one): Cell[] => [
          ...['キャンペーン', one.campaign, slashed(one.from.slice(0, 7)), slashed(one.to.slice(0, 7)), one.cost],
          ...[one.joined, one.admissions, one.before, whole(one.usual.low), whole(one.usual.high)],
          ...[campaignEffects[one.effect], percent(one.early.rate), percent(one.others.rate)],
          ...[whole(one.acquisition), paybackCell(one)],
        ]),
        ...answer.routes.map(({ route, joined, cost, acquisition }): Cell[] => [
          ...['入会経路', route === 'unknown' ? '不明' : joinRoutes[route], null, null, cost, joined],
          ...[null, null, null, null, null, null, null, whole(acquisition), null],
        ]),
        ...unknownRows(answer.reach, answer.period, ['contracts', 'leavers', 'sales']),
      ],
      after: null,
    }
  },
}
