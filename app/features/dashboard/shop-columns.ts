import { kpi } from '#contract/kpi.ts'
import type { MonthlyStats, ShopMonth } from '#contract/report.ts'
import { type FigureSort, sortedRows } from '~/components/report/figure-sort'
import type { TipText } from '~/components/report/info-tip'
import { formatPercent } from '~/lib/format'
import { atMonthEnd, comingWithdrawals, type Running } from './coming'
import { formatFigure, type PeriodKpi, read, shownFigure, type Value } from './figures'
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
  /** Of all shops together; absent if there is none. */
  total?: (stats: MonthlyStats) => LinkedFigure
  /** Not printed, for lack of space. */
  isScreenOnly?: boolean
}

const figure = (key: PeriodKpi, value: ShopColumn['value'], isScreenOnly = false): ShopColumn => ({
  id: key,
  label: kpi[key].label,
  formula: (formulas) => formulas[key],
  value,
  figure: (shop) => shownFigure(key, value(shop)),
  total: ({ thisMonthReport }) => shownFigure(key, read[key](thisMonthReport)),
  isScreenOnly,
})

type ChangedAtEnd = 'withdrawals' | 'netGrowth' | 'churnRate'

const ofShop = (shop: ShopMonth): Running | null => shop.scheduled && { ...shop, scheduled: shop.scheduled }
const ofAll = ({ thisMonthReport, scheduled, landing }: MonthlyStats): Running => ({
  ...thisMonthReport.members,
  scheduled,
  landing,
})

/** Opens who has left and who will; 純増減 has no rows of days to come. */
function knownOf(month: Running, label: string, text: string, key: ChangedAtEnd): LinkedFigure {
  if (key === 'netGrowth') return { key, label, text, value: null }
  const known = comingWithdrawals(month.withdrawals, month)?.known ?? null
  return { key: 'knownWithdrawals', label, text, value: known, derived: text }
}

/** A column of a running month whose figure its last day changes: as on the cards, of that day. */
function figureAtEnd(key: ChangedAtEnd): ShopColumn {
  const label = `${kpi[key].label}（着地見込）`
  const value: ShopColumn['value'] = (shop) => {
    const month = ofShop(shop)
    return month && atMonthEnd[key](month)
  }
  const none: LinkedFigure = { key, label, text: formatFigure(key, null), value: null }
  return {
    id: key,
    label,
    formula: (formulas) =>
      `${formulas[key]}${ofEnd}合計は全店舗の着地見込で、端数のため店舗の合計と異なることがあります。`,
    value,
    figure: (shop) => {
      const month = ofShop(shop)
      return month ? knownOf(month, label, formatFigure(key, value(shop)), key) : none
    },
    total: (stats) => knownOf(ofAll(stats), label, formatFigure(key, atMonthEnd[key](ofAll(stats))), key),
  }
}

const ofEnd = '月末の着地見込です。着地見込のない店舗は、分かっている予定を含みます。'

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
  /** Of a running month: at its end. */
  atEnd?: 'withdrawals' | 'closingMembers' | undefined
}

/** Actual value and target; only the actual value links to rows. */
function ofTarget({ key, label: name, reached: actual, target, aim = '目標', atEnd }: OfTarget): ShopColumn {
  const label = atEnd ? `${name}（見込）` : name
  const reached: ShopColumn['value'] = (shop) => {
    const month = atEnd && ofShop(shop)
    return month ? atMonthEnd[atEnd](month) : actual(shop)
  }
  const value = (shop: ShopMonth) => attainment(reached(shop), target(shop))
  return {
    id: `${key}OfTarget`,
    label,
    formula: `${kpi[key].label} ÷ ${aim} × 100。${atEnd ? ofEnd : ''}`,
    value,
    figure: (shop) => {
      const text = formatPercent(value(shop))
      const month = atEnd === 'withdrawals' && value(shop) !== null && ofShop(shop)
      if (month) return knownOf(month, label, text, 'withdrawals')
      return { key, label, text, value: value(shop) === null ? null : actual(shop), derived: text }
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
const targetsOf = (isOpen: boolean) => [
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
    atEnd: isOpen ? 'withdrawals' : undefined,
  }),
  ofTarget({
    key: 'closingMembers',
    label: '在籍の達成率',
    reached: (shop) => shop.closing,
    target: (shop) => shop.target?.closing,
    atEnd: isOpen ? 'closingMembers' : undefined,
  }),
]
const salesTarget = ofTarget({
  key: 'netSales',
  label: '売上の達成率',
  reached: (shop) => shop.sales,
  target: (shop) => shop.target?.sales,
})

const isChangedAtEnd = (id: string): id is ChangedAtEnd =>
  id === 'withdrawals' || id === 'netGrowth' || id === 'churnRate'

/**
 * Columns with data in this response: without money or targets where there are none, few for partners. A running month
 * has a name for its 在籍, and 退会, 純増減 and 退会率 of its last day.
 */
export function shopColumns(shops: readonly ShopMonth[], running?: string): ShopColumn[] {
  const hasMoney = shops.some((shop) => shop.sales !== undefined)
  const hasTargets = shops.some((shop) => shop.target !== null)
  const isOpen = running !== undefined
  return [
    ...people
      .filter(({ value }) => shops.some((shop) => value(shop) !== null))
      .map((column) => {
        if (running !== undefined && column.id === 'closingMembers') return { ...column, label: running }
        return isOpen && isChangedAtEnd(column.id) ? figureAtEnd(column.id) : column
      }),
    // Of a part of a month, as 在籍.
    ...(hasMoney
      ? money.map((column) =>
          running !== undefined && column.id === 'arpu'
            ? { ...column, label: column.label + running.replace(/^[^（]*/, '') }
            : column,
        )
      : []),
    ...(hasTargets ? targetsOf(isOpen) : []),
    ...(hasTargets && hasMoney ? [salesTarget] : []),
  ]
}

/** Shops sorted by a column; those without a value always come last. */
export function sortedShops(shops: readonly ShopMonth[], columns: readonly ShopColumn[], sort: FigureSort | undefined) {
  const column = columns.find(({ id }) => id === sort?.id)
  return sort && column ? sortedRows(shops, column.value, sort.direction) : shops
}
