import { kpi } from '#contract/kpi.ts'
import type { PeriodReport, ShopMonth } from '#contract/report.ts'
import { type FigureSort, sortedRows } from '~/components/report/figure-sort'
import type { TipText } from '~/components/report/info-tip'
import { formatPercent } from '~/lib/format'
import { type PeriodKpi, read, shownFigure, type Value } from './figures'
import type { LinkedFigure } from './rows-behind'
import { attainment } from './targets'

export interface ShopColumn {
  id: string
  label: string
  formula: TipText
  /** Sort value of a shop. */
  value: (shop: ShopMonth) => Value
  /** Content of a shop's cell. */
  figure: (shop: ShopMonth) => LinkedFigure
  /** Total of all shops; absent if there is none. */
  total?: PeriodKpi
  /** Not printed, for lack of space. */
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

/** Parts of 純増減 besides 入会 and 退会. */
const transfer = (key: 'transferIn' | 'transferOut', value: ShopColumn['value']): ShopColumn => ({
  ...figure(key, value, true),
  formula: (formulas) => `${formulas[key]}純増減に含みます。合計では、並んでいる店舗どうしの移籍を数えません。`,
})

interface OfTarget {
  key: PeriodKpi
  label: string
  reached: ShopColumn['value']
  target: ShopColumn['value']
  /** Label of the target. */
  aim?: string
}

/** Actual value and target; only the actual value links to rows. */
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
 * Columns with data in this response: without money or targets where there are none, few for partners. 期末在籍 has
 * another label in a running month.
 */
export function shopColumns(shops: readonly ShopMonth[], closingName: string = kpi.closingMembers.label): ShopColumn[] {
  const hasMoney = shops.some((shop) => shop.sales !== undefined)
  const hasTargets = shops.some((shop) => shop.target !== null)
  return [
    ...people
      .filter(({ value }) => shops.some((shop) => value(shop) !== null))
      .map((column) => (column.id === 'closingMembers' ? { ...column, label: closingName } : column)),
    // Of a part of a month, as 在籍.
    ...(hasMoney
      ? money.map((column) =>
          column.id === 'arpu' ? { ...column, label: column.label + closingName.replace(/^[^（]*/, '') } : column,
        )
      : []),
    ...(hasTargets ? targets : []),
    ...(hasTargets && hasMoney ? [salesTarget] : []),
  ]
}

/** The total of a column over all shops. */
export const totalOf = ({ total }: ShopColumn, period: PeriodReport) =>
  total ? shownFigure(total, read[total](period)) : null

/** Shops sorted by a column; those without a value always come last. */
export function sortedShops(shops: readonly ShopMonth[], columns: readonly ShopColumn[], sort: FigureSort | undefined) {
  const column = columns.find(({ id }) => id === sort?.id)
  return sort && column ? sortedRows(shops, column.value, sort.direction) : shops
}
