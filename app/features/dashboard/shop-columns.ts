import { type KpiKey, kpi } from '#contract/kpi.ts'
import type { PeriodReport, ShopMonth } from '#contract/report.ts'
import { formatPercent } from '~/lib/format'
import { formatFigure, type PeriodKpi, read, type Value } from './figures'
import { attainment } from './targets'

export interface ShopColumn {
  id: string
  label: string
  /** The formula of a figure; of a column of our own what it is. */
  hint: string
  value: (shop: ShopMonth) => Value
  format: (value: Value) => string
  /** The same of all shops together; absent where nothing is. */
  total?: PeriodKpi
  /** Left out on paper, where they would not all fit. */
  isScreenOnly?: boolean
}

const figure = (key: PeriodKpi, value: ShopColumn['value'], isScreenOnly = false): ShopColumn => ({
  id: key,
  label: kpi[key].label,
  hint: kpi[key].formula,
  value,
  format: (one) => formatFigure(key, one),
  total: key,
  isScreenOnly,
})

const ofTarget = (key: KpiKey, label: string, value: ShopColumn['value']): ShopColumn => ({
  id: `${key}OfTarget`,
  label,
  hint: `${kpi[key].label} ÷ 目標 × 100。`,
  value,
  format: formatPercent,
})

const people = [
  figure('closingMembers', (shop) => shop.closing),
  figure('openingMembers', (shop) => shop.opening, true),
  figure('admissions', (shop) => shop.admissions),
  figure('withdrawals', (shop) => shop.withdrawals),
  figure('netGrowth', (shop) => shop.netGrowth),
  figure('churnRate', (shop) => shop.churnRate),
  figure('visitCount', (shop) => shop.visits),
  figure('visitRate', (shop) => shop.visitRate, true),
  figure('utilization', (shop) => shop.utilization),
  figure('trialConversion', (shop) => shop.trialConversion, true),
]
const money = [
  figure('netSales', (shop) => shop.sales),
  figure('arpu', (shop) => shop.arpu, true),
  figure('collectionRate', (shop) => shop.collectionRate),
]
const targets = [
  ofTarget('admissions', '入会の達成率', (shop) => attainment(shop.admissions, shop.target?.admissions)),
  ofTarget('withdrawals', '退会の上限比', (shop) => attainment(shop.withdrawals, shop.target?.withdrawals)),
  ofTarget('closingMembers', '在籍の達成率', (shop) => attainment(shop.closing, shop.target?.closing)),
]
const salesTarget = ofTarget('netSales', '売上の達成率', (shop) => attainment(shop.sales, shop.target?.sales))

/** The columns that this answer has something for: no money where there is none, no targets where no shop has one. */
export function shopColumns(shops: readonly ShopMonth[]): ShopColumn[] {
  const hasMoney = shops.some((shop) => shop.sales !== undefined)
  const hasTargets = shops.some((shop) => shop.target !== null)
  return [
    ...people,
    ...(hasMoney ? money : []),
    ...(hasTargets ? targets : []),
    ...(hasTargets && hasMoney ? [salesTarget] : []),
  ]
}

/** What a column says of all shops together. */
export const totalOf = ({ total, format }: ShopColumn, period: PeriodReport) =>
  total ? format(read[total](period)) : ''

export interface ShopSort {
  id: string
  direction: 'ascending' | 'descending'
}

/** A column's first click shows the largest first, the second the smallest, the third the shops' own order again. */
export function nextShopSort(id: string, sort: ShopSort | undefined): ShopSort | undefined {
  if (sort?.id !== id) return { id, direction: 'descending' }
  return sort.direction === 'descending' ? { id, direction: 'ascending' } : undefined
}

/** The shops in the order of a column; those without a figure come last either way. */
export function sortedShops(shops: readonly ShopMonth[], columns: readonly ShopColumn[], sort: ShopSort | undefined) {
  const column = columns.find(({ id }) => id === sort?.id)
  if (!sort || !column) return shops
  const sign = sort.direction === 'ascending' ? 1 : -1
  const keyed = shops.map((shop) => ({ shop, value: column.value(shop) ?? null }))
  keyed.sort((one, other) => {
    if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null)
    return (one.value - other.value) * sign
  })
  return keyed.map(({ shop }) => shop)
}
