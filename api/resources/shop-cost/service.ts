import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type AdPart, type ShopCost, ShopCostDraft, type shopCost } from '#contract/shop-cost.ts'
import { adPartName, adPartsFault, costKinds } from '#contract/words/shop-cost.ts'
import { unreadOf, unreadRemark } from '#contract/words/unread-sales.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { idArray } from '../../db/expressions.ts'
import { insertRecord, required, updateRecord } from '../../db/records.ts'
import { shopCost as table } from '../../db/schema/shop-cost.ts'
import { lastClosedMonth, readSurvival } from '../../figures/ltv.ts'
import { hasPendingBills } from '../../figures/money.ts'
import { capped } from '../../figures/periods.ts'
import { profitOf } from '../../figures/profit.ts'
import { isUnsettled } from '../../figures/reach.ts'
import { readShopMonths } from '../../figures/shop-months.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { Cell, CsvExports } from '../../wire/csv.ts'
import { difference } from '../../wire/difference.ts'
import { draftOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { campaigns, campaignsExport } from './campaigns.ts'
import { costScopeOf } from './cost-scope.ts'
import { byShopAndMonth, firstOf, lastOf, monthsUpTo, wasOpenIn, yearAndMonth } from './months.ts'
import { costById, costOfMonth, readCampaignNames, readCosts, type ShopCostRow, shopTimes } from './repository.ts'

const nothing = { labor: null, ads: null, rent: null, other: null }

const profit = async (ctx: Ctx, { shopId, month }: Input<typeof shopCost.profit>) => {
  const months = monthsUpTo(month)
  const twelve = { from: firstOf(months[0] as string), to: firstOf(month) }
  const scope = await costScopeOf(ctx, shopId)
  const costs = byShopAndMonth(await readCosts(ctx.scoped, twelve.from, twelve.to, shopId))
  const figures = byShopAndMonth(await readShopMonths(ctx.scoped, scope, twelve.from, twelve.to))
  const shops = (await shopTimes(ctx.scoped)).filter(({ id }) => scope.shopIds.includes(id))
  const last = lastClosedMonth(yearAndMonth(month), scope.dataDate)
  const survival = last ? await readSurvival(ctx.scoped, scope, last.from) : []
  const unknown = { netSales: null, admissions: null, operating: null }
  const days = { from: twelve.from, to: lastOf(month) }
  return {
    requestInfo: { shopId: shopId ?? null, ...days },
    generatedAt: toTokyoDateTime(ctx.now),
    reach: scope.reach,
    dataAsOf: scope.dataAsOf && toTokyoDateTime(scope.dataAsOf),
    isProvisional:
      scope.dataDate === null ||
      scope.dataDate < days.to ||
      isUnsettled(scope.reach, days) ||
      (await hasPendingBills(ctx.scoped, idArray(scope.shopIds), days)),
    period: scope.dataDate === null ? null : capped(days, scope.dataDate),
    months: months.map((one) => {
      const first = firstOf(one)
      const open = shops.filter((shop) => wasOpenIn(shop, first))
      const of = (id: string) => `${id} ${first}`
      return profitOf(
        one,
        open.map(({ id }) => ({ shopId: id, ...nothing, ...unknown, ...costs.get(of(id)), ...figures.get(of(id)) })),
        survival,
      )
    }),
  }
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value))

/** A line a month, the newest first. */
export const shopCostExports: CsvExports<typeof shopCost> = {
  campaigns: campaignsExport,
  profit: {
    filename: async (ctx, { shopId, month }) =>
      `費用と損益_${await shopInFilename(ctx, shopId)}_${month.replace('-', '')}まで12か月`,
    columns: () => [
      ...['月', '売上（円・税込）', ...Object.values(costKinds).map((kind) => `${kind}（円）`), '費用（円）'],
      ...['損益（円）', '入会（名）', '獲得コスト（円）', '客単価（円）', '回収月数（か月）', '未入力の店舗', '店舗'],
    ],
    page: async (ctx, input) => {
      const { requestInfo, reach, months } = await profit(ctx, input)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      const unread = unreadOf(reach.unreadSales, requestInfo)
      const rows = months
        .toReversed()
        .map((one): Cell[] => [
          ...[one.month.replace('-', '/'), one.netSales, one.labor, one.ads, one.rent, one.other, one.costs],
          ...[one.profit, one.admissions, rounded(one.acquisition), rounded(one.arpu)],
          ...[one.isUnrecovered ? '回収できません' : tenth(one.payback), one.missingShops, one.shops],
        ])
      return { rows: [...rows, ...(unread ? [[unreadRemark(unread)]] : [])], after: null }
    },
  },
}

const tenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

export const shopCostHandlers: Handlers<typeof shopCost> = {
  year: async (ctx, { shopId, month }) => {
    await requireShop(ctx, shopId)
    const months = monthsUpTo(month)
    const [from, to] = [firstOf(months[0] as string), firstOf(month)]
    const rows = await readCosts(ctx.scoped, from, to, shopId)
    return {
      campaigns: await readCampaignNames(ctx.scoped, shopId, { from, to: lastOf(month) }, rows),
      months: months.map((one) => toCost(shopId, one, rows.find((row) => row.month === firstOf(one)) ?? null)),
    }
  },

  profit,

  campaigns,

  save: async (ctx, { shopId, month, seen, ...draft }) => {
    await requireShop(ctx, shopId)
    const before = await costOfMonth(ctx.scoped, shopId, firstOf(month))
    const { adParts = before?.adParts ?? [], ...costs } = draft
    requirePartsOf(costs.ads, adParts)
    const id = await write(ctx, before, { shopId, month: firstOf(month), ...costs, adParts }, seen)
    const saved = required(await costById(ctx.scoped, id))
    ctx.audit({ resourceId: id, shopId, diff: difference(before && inWords(before), inWords(saved)) })
    return toCost(shopId, month, saved)
  },
}

/** 422 where two parts have one name, or all together are more than the 広告費 that they are parts of. */
function requirePartsOf(ads: number | null, parts: readonly AdPart[]) {
  const names = new Set<string>()
  const fields: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const name = adPartName(part)
    if (names.has(name))
      fields[`adParts.${at}`] = 'この項目には、それぞれ別のキャンペーンと入会経路を指定してください。'
    names.add(name)
  }
  const total = parts.reduce((sum, { yen }) => sum + yen, 0)
  if (total > (ads ?? 0)) fields.ads = adPartsFault(total)
  if (Object.keys(fields).length > 0) throw new ApiError('invalid', { fields })
}

/** A month as the log shows it. */
function inWords(row: ShopCostRow) {
  const { adParts, ...costs } = asDraft(row)
  return { ...costs, adParts: adParts.map((part) => `${adPartName(part)} ${part.yen.toLocaleString('ja-JP')}円`) }
}

/** The first entry of a month has no version; 409 where somebody else has entered it meanwhile. */
async function write(
  ctx: Ctx,
  before: ShopCostRow | null,
  values: Pick<ShopCostRow, 'shopId' | 'month' | 'labor' | 'ads' | 'rent' | 'other' | 'adParts'>,
  seen: number | null,
) {
  if (before === null) return insertRecord(ctx, table, values)
  const current = () => toCost(before.shopId, before.month.slice(0, 7), before)
  await updateRecord(ctx, table, { id: before.id, version: seen ?? 0 }, values, current)
  return before.id
}

const asDraft = (row: ShopCostRow): ShopCostDraft => draftOf(ShopCostDraft, row)

const toCost = (shopId: string, month: string, row: ShopCostRow | null): ShopCost => ({
  ...(row ? asDraft(row) : { ...nothing, adParts: [] }),
  shopId,
  month,
  version: row?.version ?? null,
})
