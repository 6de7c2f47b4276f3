import type { MonthlyStats } from '#contract/report.ts'
import { formatCount } from '~/lib/format'
import { comingClosing, comingWithdrawals } from './coming'
import {
  compare,
  comparison,
  type Difference,
  type Figure,
  figureOf,
  isQuiet,
  type PeriodKpi,
  pointOf,
  shownFigure,
  yearComparison,
} from './figures'
import type { LinkedFigure } from './rows-behind'

/** A large figure of the month, as its card shows it. */
export interface Headline {
  figure: Figure & Pick<LinkedFigure, 'derived'>
  compared: { label: string; difference: Difference }[]
  /** What the month's end changes: below the comparison. */
  note?: string
  /** Coloured by its limit. */
  isOverLimit?: boolean
}

/** A headline; of a running month 退会率 is that of its last day, compared with whole months. */
export function headlineOf(stats: MonthlyStats, key: PeriodKpi): Headline {
  const isOpen = stats.prevMonthToSameDay !== null
  const atEnd = isOpen && key === 'churnRate' ? churnAtEnd(stats) : null
  if (atEnd) return atEnd
  const figure = figureOf(stats, key)
  return {
    figure,
    compared: [
      { label: `${comparison(stats).label}比`, difference: figure.difference },
      { label: `${yearComparison(stats).label}比`, difference: figure.yearDifference },
    ],
    ...(isOpen && key === 'closingMembers' && { note: movementOf(stats) }),
  }
}

/** `今月 866 → 879・予定を含む 861名`. */
function movementOf(stats: MonthlyStats): string {
  const { opening, closing } = stats.thisMonthReport.members
  const coming = comingClosing(closing, stats)
  return [
    opening !== null && closing !== null && `今月 ${formatCount(opening)} → ${formatCount(closing)}`,
    coming && `予定を含む ${formatCount(coming.known)}名`,
  ]
    .filter(Boolean)
    .join('・')
}

/** Null where 退会 or the members at the opening are not known. */
function churnAtEnd(stats: MonthlyStats): Headline | null {
  const { target, thisMonthReport, prevMonthReport, sameMonthLastYearReport: yearBefore } = stats
  const { opening, withdrawals } = thisMonthReport.members
  const coming = comingWithdrawals(withdrawals, stats)
  if (!coming || !opening) return null
  const rate = coming.value / opening
  const shown = shownFigure('churnRate', rate)
  const limit = target?.withdrawals
  const isOverLimit = limit != null && coming.value > limit
  // What is known so far of a month is less than a whole one: it would look good.
  const against = (before: number | null) => (coming.isForecast ? compare('churnRate', rate, before) : null)
  const difference = against(prevMonthReport.members.churnRate)
  const yearDifference = isQuiet(yearBefore) ? null : against(yearBefore.members.churnRate)
  return {
    figure: {
      ...figureOf(stats, 'churnRate'),
      ...shown,
      key: 'knownWithdrawals',
      value: coming.known,
      derived: shown.text,
      unit: coming.isForecast ? '着地見込' : '予定を含む',
      difference,
      yearDifference,
    },
    compared: [
      { label: '前月比', difference },
      { label: '前年同月比', difference: yearDifference },
    ],
    note: `${pointOf(thisMonthReport)} ${formatCount(withdrawals)}名・届出を含む ${formatCount(coming.known)}名`,
    ...(isOverLimit && { isOverLimit }),
  }
}
