import type { DailyReport, PeriodReport } from '#contract/report.ts'
import type { MonthFigures } from './monthly.ts'

/** A trading partner (level1) sees counts of this many people and up. */
export const smallestGroup = 5

/** A group that is there and so small that its people could be told apart. Nobody is no group. */
const isSmall = (count: number | null) => count !== null && count > 0 && count < smallestGroup

const hidden = <T extends object>(figures: T): T =>
  Object.fromEntries(Object.keys(figures).map((key) => [key, null])) as T

type Members = PeriodReport['members']
type Visits = PeriodReport['visits']

const movementOf = ({ admissions, readmissions, transferIn, withdrawals, transferOut }: Members) => [
  admissions,
  readmissions,
  transferIn,
  withdrawals,
  transferOut,
]

/**
 * One small movement hides every movement of the period: from the net growth and the others it could be computed.
 * A small 休会 hides 稼働 too, because the two add up to 在籍; a small 在籍 hides all.
 */
function maskMembers(members: Members): Members {
  const { opening, closing, suspended, operating } = members
  if (isSmall(opening) || isSmall(closing)) return hidden(members)
  const hidesParts = isSmall(suspended) || isSmall(operating)
  const hidesMovement = movementOf(members).some(isSmall)
  return {
    ...members,
    ...(hidesParts && { suspended: null, operating: null }),
    ...(hidesMovement && {
      admissions: null,
      readmissions: null,
      transferIn: null,
      withdrawals: null,
      transferOut: null,
      churnRate: null,
    }),
  }
}

/** Visit days per member tell how many are 稼働, so they go where that is hidden; the rate tells who stayed away. */
function maskVisits(visits: Visits, hidesOperating: boolean): Visits {
  if (isSmall(visits.unique)) return hidden(visits)
  return {
    ...visits,
    ...(hidesOperating && { perMember: null, rate: null }),
    ...(isSmall(visits.zeroVisitors) && { zeroVisitors: null, rate: null }),
  }
}

function maskPeriod(report: PeriodReport): PeriodReport {
  const members = maskMembers(report.members)
  return { ...report, members, visits: maskVisits(report.visits, members.operating === null) }
}

/**
 * Days with few visitors are hidden; when they are the only ones, the quietest other day with them, or the month's
 * total would give them away. Movements and 在籍 are never told by the day.
 */
function maskDaily(daily: readonly DailyReport[]): DailyReport[] {
  const small = daily.filter(({ unique }) => isSmall(unique))
  const others = daily
    .filter(({ unique }) => unique !== null && unique >= smallestGroup)
    .sort((a, b) => (a.unique ?? 0) - (b.unique ?? 0))
  const hiddenDays = new Set([...small, ...(small.length > 0 ? others.slice(0, 1) : [])].map(({ date }) => date))
  return daily.map((day) => ({
    ...day,
    admissions: null,
    transferIn: null,
    withdrawals: null,
    transferOut: null,
    closing: null,
    ...(hiddenDays.has(day.date) && { visits: null, unique: null }),
  }))
}

/**
 * What lies between the same day and the end of the month is a group too: where the difference is small, the part is
 * hidden and only the whole told.
 */
function maskDifference(part: PeriodReport, whole: PeriodReport): PeriodReport {
  const differs = (a: number | null, b: number | null) => a !== null && b !== null && isSmall(Math.abs(b - a))
  const wholeMovement = movementOf(whole.members)
  const isSmallMovement = movementOf(part.members).some((count, at) => differs(count, wholeMovement[at] ?? null))
  const isSmallCrowd =
    differs(part.visits.unique, whole.visits.unique) || differs(part.visits.zeroVisitors, whole.visits.zeroVisitors)
  return {
    ...part,
    ...(isSmallMovement && { members: hidden(part.members) }),
    ...(isSmallCrowd && { visits: hidden(part.visits) }),
  }
}

/** What level1 may read of one shop's month. */
function maskOne(figures: MonthFigures): MonthFigures {
  const { admissions, withdrawals, suspensions } = figures.scheduled
  const visible = (count: number | null) => (isSmall(count) ? null : count)
  return {
    ...figures,
    thisMonth: maskPeriod(figures.thisMonth),
    prevMonth: maskPeriod(figures.prevMonth),
    prevToSameDay: figures.prevToSameDay && maskPeriod(maskDifference(figures.prevToSameDay, figures.prevMonth)),
    lastYear: maskPeriod(figures.lastYear),
    lastYearToSameDay:
      figures.lastYearToSameDay && maskPeriod(maskDifference(figures.lastYearToSameDay, figures.lastYear)),
    scheduled: {
      admissions: visible(admissions),
      withdrawals: visible(withdrawals),
      suspensions: visible(suspensions),
    },
    daily: maskDaily(figures.daily),
  }
}

/** What is null in `mask` becomes null in `value`; all else stays. */
function nullWhere<T>(value: T, mask: T): T {
  if (mask === null || value === null || typeof value !== 'object') return mask === null ? mask : value
  if (Array.isArray(value)) return value.map((one, at) => nullWhere(one, (mask as unknown[])[at])) as T
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, nullWhere(one, (mask as Record<string, unknown>)[key])]),
  ) as T
}

/**
 * Hides groups of fewer than 5 people for level1 (domain.md §3 "aggregate"). `parts` are the months of the single
 * shops when `all` is about several: what is hidden in one of them is hidden in the sum, or the others would tell it.
 */
export function maskSmallGroups(all: MonthFigures, parts: readonly MonthFigures[]): MonthFigures {
  return parts.reduce((figures, part) => nullWhere(figures, maskOne(part)), maskOne(all))
}
