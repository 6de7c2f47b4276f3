import { kpi } from '#contract/kpi.ts'
import type { PeriodReport, ShopMonth } from '#contract/report.ts'
import type { TipText } from '~/components/info-tip'
import { formatPercent } from '~/lib/format'
import { type PeriodKpi, read, shownFigure, type Value } from './figures'
import type { LinkedFigure } from './rows-behind'
import { attainment } from './targets'

export interface ShopColumn {
  id: string
  label: string
  formula: TipText
  /** By which shops are put in order. */
  value: (shop: ShopMonth) => Value
  /** As a shop's cell shows it. */
  figure: (shop: ShopMonth) => LinkedFigure
  /** The same of all shops together; absent where nothing is. */
  total?: PeriodKpi
  /** Left out on paper, where they would not all fit. */
  isScreenOnly?: boolean
}

const figure = (key: PeriodKpi, value: ShopColumn['value'], isScreenOnly = false): ShopColumn => ({
  id: key,
  label: kpi[key].label,
  formula: (formulas) => formulas[key],
  value,
  figure: (shop) => shownFigure(key, value(shop)),
  total: key,
  isScreenOnly,
})

/** What 純増減 holds beside 入会 and 退会. */
const transfer = (key: 'transferIn' | 'transferOut', value: ShopColumn['value']): ShopColumn => ({
  ...figure(key, value, true),
  formula: (formulas) => `${formulas[key]}純増減に含みます。合計では、並んでいる店舗どうしの移籍を数えません。`,
})

interface OfTarget {
  key: PeriodKpi
  label: string
  reached: ShopColumn['value']
  target: ShopColumn['value']
  /** What the target is called. */
  aim?: string
}

/** The actual value against its target; only the actual value has rows. */
function ofTarget({ key, label, reached, target, aim = '目標' }: OfTarget): ShopColumn {
  const value = (shop: ShopMonth) => attainment(reached(shop), target(shop))
  return {
    id: `${key}OfTarget`,
    label,
    formula: `${kpi[key].label} ÷ ${aim} × 100。`,
    value,
    figure: (shop) => {
      const text = formatPercent(value(shop))
      return { key, label, text, value: value(shop) === null ? null : reached(shop), derived: text }
    },
  }
}

const people = [
  figure('closingMembers', (shop) => shop.closing),
  figure('openingMembers', (shop) => shop.opening, true),
  figure('admissions', (shop) => shop.admissions),
  figure('withdrawals', (shop) => shop.withdrawals),
  figure('netGrowth', (shop) => shop.netGrowth),
  transfer('transferIn', (shop) => shop.transferIn),
  transfer('transferOut', (shop) => shop.transferOut),
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
  ofTarget({
    key: 'admissions',
    label: '入会の達成率',
    reached: (shop) => shop.admissions,
    target: (shop) => shop.target?.admissions,
  }),
  ofTarget({
    key: 'withdrawals',
    label: '退会の上限比',
    reached: (shop) => shop.withdrawals,
    target: (shop) => shop.target?.withdrawals,
    aim: '上限',
  }),
  ofTarget({
    key: 'closingMembers',
    label: '在籍の達成率',
    reached: (shop) => shop.closing,
    target: (shop) => shop.target?.closing,
  }),
]
const salesTarget = ofTarget({
  key: 'netSales',
  label: '売上の達成率',
  reached: (shop) => shop.sales,
  target: (shop) => shop.target?.sales,
})

/**
 * The columns that this answer has something for: no money or targets where there are none, little for partners.
 * 期末在籍 of a running month is called otherwise.
 */
export function shopColumns(shops: readonly ShopMonth[], closingName: string = kpi.closingMembers.label): ShopColumn[] {
  const hasMoney = shops.some((shop) => shop.sales !== undefined)
  const hasTargets = shops.some((shop) => shop.target !== null)
  return [
    ...people
      .filter(({ value }) => shops.some((shop) => value(shop) !== null))
      .map((column) => (column.id === 'closingMembers' ? { ...column, label: closingName } : column)),
    ...(hasMoney ? money : []),
    ...(hasTargets ? targets : []),
    ...(hasTargets && hasMoney ? [salesTarget] : []),
  ]
}

/** The total of a column over all shops. */
export const totalOf = ({ total }: ShopColumn, period: PeriodReport) =>
  total ? shownFigure(total, read[total](period)) : null

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
