import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { report } from '#contract/report.ts'
import { longestByDay } from '#contract/report-sales.ts'
import { comparedWith } from '#contract/words/compared.ts'
import { paymentMethods } from '#contract/words/member-record.ts'
import { salesCategories } from '#contract/words/report.ts'
import { productGroups, taxes } from '#contract/words/sales.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Verb } from '../../context.ts'
import { idArray } from '../../db/expressions.ts'
import { hasPendingBills } from '../../figures/money.ts'
import { addDays, type Period } from '../../figures/periods.ts'
import { productFigures } from '../../figures/product-sales.ts'
import { isUnsettled } from '../../figures/reach.ts'
import type { ReportScope } from '../../figures/report-scope.ts'
import { isOfMonths } from '../../figures/sales-days.ts'
import { salesFigures } from '../../figures/sales-report.ts'
import { type Cell, type CsvExports, slashed } from '../../wire/csv.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { refusePeriod, requirePeriod } from './days.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'
import { unreadRows } from './unread-rows.ts'

type SalesInput = Input<typeof report.sales>
type ProductSalesInput = Input<typeof report.productSales>

const sales = async (ctx: Ctx, input: SalesInput) => {
  requirePeriod(input)
  requireFewDays(input)
  if (input.basis === 'targetMonth') {
    if (input.unit === 'day') refuse('unit', '対象月の集計は月別だけです。')
    if (!isOfMonths(input)) refusePeriod('対象月の集計の期間は、月の初日から月の末日までにしてください。')
  }
  const scope = await reportScopeOf(ctx, input)
  const { shopId, ...requested } = input
  return {
    requestInfo: { ...requested, shopId: shopId ?? null },
    ...scopeAnswer(ctx, scope),
    isProvisional: await isProvisional(ctx, scope, input),
    ...(await salesFigures(ctx.scoped, scope, requested)),
  }
}

const productSales = async (ctx: Ctx, input: ProductSalesInput) => {
  requirePeriod(input)
  requireFewDays(input)
  const scope = await reportScopeOf(ctx, input)
  const { shopId, ...requested } = input
  return {
    requestInfo: { ...requested, shopId: shopId ?? null, category: requested.category ?? null },
    ...scopeAnswer(ctx, scope),
    isProvisional: await isProvisional(ctx, scope, input),
    ...(await productFigures(ctx.scoped, scope, requested)),
  }
}

const isProvisional = async (ctx: Ctx, { dataDate, reach, shopIds }: ReportScope, period: Period) =>
  dataDate === null ||
  dataDate < period.to ||
  isUnsettled(reach, period) ||
  (await hasPendingBills(ctx.scoped, idArray(shopIds), period))

function requireFewDays({ from, to, unit }: Period & { unit: 'day' | 'month' }) {
  if (unit === 'day' && to >= addDays(from, longestByDay)) {
    refusePeriod(`日別の期間は${longestByDay}日以内にしてください。`)
  }
}

function refuse(field: string, text: string): never {
  throw new ApiError('invalid', { fields: { [field]: text } })
}

export const salesHandlers: { sales: Verb<typeof report.sales>; productSales: Verb<typeof report.productSales> } = {
  sales,
  productSales,
}

const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)
const yen = (value: number | null) => (value === null ? null : Math.round(value))
const compact = (date: string) => date.replaceAll('-', '')
const period = ({ from, to }: Period) => `${compact(from)}-${compact(to)}`

/** The tables of the two screens: a line a figure, day or month, method and staff; a line a product. */
export const salesExports: Pick<CsvExports<typeof report>, 'sales' | 'productSales'> = {
  sales: {
    filename: async (ctx, input) => `売上_${await shopInFilename(ctx, input.shopId)}_${period(input)}`,
    columns: (_ctx, input) => [
      ...['区分', '項目', `売上（円・${taxes[input?.tax ?? 'included']}）`, '構成比（%）', '件数'],
      ...valuesOf(salesCategories).map((category) => `${salesCategories[category]}（円）`),
    ],
    page: async (ctx, input) => {
      const answer = await sales(ctx, input)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      const { summary } = answer
      const names = comparedWith(input, answer.period?.to ?? input.to)
      const compared = (label: string, one: typeof summary.prev): Cell[][] =>
        one === null ? [] : [['合計', `${label}の売上（税込、${slashed(one.from)}〜${slashed(one.to)}）`, one.net]]
      return {
        rows: [
          ['合計', '精算額（税込）', summary.gross],
          ['合計', '返金（税込）', summary.refund],
          ['合計', '売上（税込）', summary.net],
          ['合計', '売上（税抜）', summary.netExTax],
          ['合計', '未収金', summary.unpaid],
          ['合計', '回収率', null, percent(summary.collectionRate)],
          ['合計', '客単価', yen(summary.arpu)],
          ...compared(names.previous, summary.prev),
          ...compared(names.lastYear, summary.lastYear),
          ...(answer.byCategory ?? []).map(({ category, net, share }) => [
            ...['種別', salesCategories[category], net, percent(share)],
          ]),
          ...(answer.byPayment ?? []).map(({ method, net, share, count }) => [
            ...['支払方法', paymentMethods[method], net, percent(share), count],
          ]),
          ...(answer.byStaff ?? []).map(({ staffId, name, net, share, count }) => [
            ...['担当者', staffId === null ? '担当なし' : (name ?? '不明'), net, percent(share), count],
          ]),
          ...answer.series.map(({ date, net, byCategory }) => [
            ...['推移', input.unit === 'month' ? slashed(date).slice(0, 7) : slashed(date), net, null, null],
            ...valuesOf(salesCategories).map((category) => byCategory[category]),
          ]),
          ...unknownRows(answer.reach, answer.period, ['sales', 'bills']),
          ...unreadRows(ctx, answer.reach, input),
        ],
        after: null,
      }
    },
  },
  productSales: {
    filename: async (ctx, input) => {
      const group = input.category === undefined ? '' : `（${productGroups[input.category]}）`
      return `商品別売上${group}_${await shopInFilename(ctx, input.shopId)}_${period(input)}`
    },
    columns: (_ctx, input) => [
      ...['商品コード', '商品', '種別', 'ABC', '数量', '値引前（円・税込）', '値引（円・税込）', '返金（円・税込）'],
      ...[`売上（円・${taxes[input?.tax ?? 'included']}）`, '構成比（%）', '累計（%）', '購入者（名、月・店舗ごと）'],
      '購入者1名あたり（円）',
      // Keeps its name while a month runs.
      '比べた期間の売上（円）',
    ],
    page: async (ctx, input) => {
      const { items, reach, period: counted } = await productSales(ctx, { ...input, limit: 500 })
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      return {
        rows: [
          ...items.map((one): Cell[] => [
            ...[one.code, one.name, salesCategories[one.category], one.class, one.quantity, one.gross],
            ...[one.discount, one.refund, one.net, percent(one.share), percent(one.cumShare), one.buyers],
            ...[yen(one.perBuyer), one.prevNet],
          ]),
          ...unknownRows(reach, counted, ['sales']),
          ...unreadRows(ctx, reach, input),
        ],
        after: null,
      }
    },
  },
}
