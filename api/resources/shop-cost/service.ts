import type { Input } from '#contract/endpoint.ts'
import { type ShopCost, ShopCostDraft, type shopCost } from '#contract/shop-cost.ts'
import { costKinds } from '#contract/words/shop-cost.ts'
import { unreadOf, unreadRemark } from '#contract/words/unread-sales.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { idArray } from '../../db/expressions.ts'
import { insertRecord, required, updateRecord } from '../../db/records.ts'
import { shopCost as table } from '../../db/schema/shop-cost.ts'
import { lastClosedMonth, readSurvival } from '../../figures/ltv.ts'
import { hasPendingBills } from '../../figures/money.ts'
import { capped, monthOf } from '../../figures/periods.ts'
import { profitOf } from '../../figures/profit.ts'
import { isUnsettled } from '../../figures/reach.ts'
import { readReportScope } from '../../figures/report-scope.ts'
import { readShopMonths } from '../../figures/shop-months.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { Cell, CsvExports } from '../../wire/csv.ts'
import { difference } from '../../wire/difference.ts'
import { draftOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { costById, costOfMonth, readCosts, type ShopCostRow, shopTimes } from './repository.ts'

const nothing = { labor: null, ads: null, rent: null, other: null }

const profit = async (ctx: Ctx, { shopId, month }: Input<typeof shopCost.profit>) => {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const months = monthsUpTo(month)
  const twelve = { from: firstOf(months[0] as string), to: firstOf(month) }
  const scope = await readReportScope(ctx.scoped, shopId === undefined ? ctx.shops : [shopId], { money: true })
  const costs = byShopAndMonth(await readCosts(ctx.scoped, twelve.from, twelve.to, shopId))
  const figures = byShopAndMonth(await readShopMonths(ctx.scoped, scope, twelve.from, twelve.to))
  const shops = (await shopTimes(ctx.scoped)).filter(({ id }) => scope.shopIds.includes(id))
  const last = lastClosedMonth(yearAndMonth(month), scope.dataDate)
  const survival = last ? await readSurvival(ctx.scoped, scope, last.from) : []
  const unknown = { netSales: null, admissions: null, operating: null }
  const { year, month: lastOne } = yearAndMonth(month)
  const days = { from: twelve.from, to: monthOf(year, lastOne).to }
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
      const open = shops.filter(
        ({ openedOn, closedOn }) => openedOn.slice(0, 7) <= one && (closedOn === null || closedOn >= first),
      )
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
    const rows = await readCosts(ctx.scoped, firstOf(months[0] as string), firstOf(month), shopId)
    return {
      months: months.map((one) => toCost(shopId, one, rows.find((row) => row.month === firstOf(one)) ?? null)),
    }
  },

  profit,

  save: async (ctx, { shopId, month, seen, ...draft }) => {
    await requireShop(ctx, shopId)
    const before = await costOfMonth(ctx.scoped, shopId, firstOf(month))
    const id = await write(ctx, before, { shopId, month: firstOf(month), ...draft }, seen)
    const saved = required(await costById(ctx.scoped, id))
    ctx.audit({ resourceId: id, shopId, diff: difference(before && asDraft(before), asDraft(saved)) })
    return toCost(shopId, month, saved)
  },
}

/** The first entry of a month has no version; 409 where somebody else has entered it meanwhile. */
async function write(
  ctx: Ctx,
  before: ShopCostRow | null,
  values: Pick<ShopCostRow, 'shopId' | 'month' | 'labor' | 'ads' | 'rent' | 'other'>,
  seen: number | null,
) {
  if (before === null) return insertRecord(ctx, table, values)
  const current = () => toCost(before.shopId, before.month.slice(0, 7), before)
  await updateRecord(ctx, table, { id: before.id, version: seen ?? 0 }, values, current)
  return before.id
}

const asDraft = (row: ShopCostRow): ShopCostDraft => draftOf(ShopCostDraft, row)

const toCost = (shopId: string, month: string, row: ShopCostRow | null): ShopCost => ({
  ...(row ? asDraft(row) : nothing),
  shopId,
  month,
  version: row?.version ?? null,
})

const firstOf = (month: string) => `${month}-01`

function yearAndMonth(of: string) {
  const [year, month] = of.split('-').map(Number) as [number, number]
  return { year, month }
}

/** Twelve months up to this one, YYYY-MM. */
function monthsUpTo(last: string) {
  const { year, month } = yearAndMonth(last)
  return Array.from({ length: 12 }, (_, at) => monthOf(year, month - 11 + at).from.slice(0, 7))
}

const byShopAndMonth = <Row extends { shopId: string; month: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [`${row.shopId} ${row.month}`, row]))
