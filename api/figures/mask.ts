import { smallestGroup } from '#contract/permissions.ts'
import type { DailyReport, PeriodReport, Retention } from '#contract/report.ts'
import type { MonthFigures } from './monthly.ts'
import type { YearFigures } from './yearly.ts'

/** A group so small that its people could be identified. An empty group is not one. */
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
  const hidesRequests = isSmall(members.withdrawalRequests)
  return {
    ...members,
    ...(hidesParts && { suspended: null, operating: null }),
    ...(hidesMovement && {
      admissions: null,
      readmissions: null,
      transferIn: null,
      withdrawals: null,
      transferOut: null,
      admissionRate: null,
      churnRate: null,
      churnRateOfAverage: null,
    }),
    ...(hidesRequests && { withdrawalRequests: null }),
  }
}

/** Visit days per member reveal 稼働, so both are hidden together; the visit rate reveals the members without visits. */
function maskVisits(visits: Visits, hidesOperating: boolean): Visits {
  if (isSmall(visits.unique)) return hidden(visits)
  return {
    ...visits,
    ...(hidesOperating && { perMember: null, rate: null }),
    ...(isSmall(visits.zeroVisitors) && { zeroVisitors: null, rate: null }),
  }
}

const bookingsOf = ({ booked, attended, noShow, lateCancel, cancelled }: PeriodReport['reservations']) => [
  booked,
  attended,
  noShow,
  lateCancel,
  cancelled,
]
const leadsOf = ({ tours, trials, trialsJoined }: PeriodReport['leads']) => [tours, trials, trialsJoined]

/** What one of a block's small counts is could be computed from its others and its rates, so it hides them all. */
export function maskPeriod<Report extends PeriodReport>(report: Report): Report {
  const members = maskMembers(report.members)
  return {
    ...report,
    members,
    visits: maskVisits(report.visits, members.operating === null),
    ...(bookingsOf(report.reservations).some(isSmall) && { reservations: hidden(report.reservations) }),
    ...(leadsOf(report.leads).some(isSmall) && { leads: hidden(report.leads) }),
  }
}

/** Those who left are a group as well. */
const maskRetention = (retention: Retention): Retention =>
  [retention.joined, retention.kept, (retention.joined ?? 0) - (retention.kept ?? 0)].some(isSmall)
    ? { ...retention, joined: null, kept: null, rate: null }
    : retention

/**
 * Days with few visitors are hidden; when they are the only ones, the quietest other day with them, or the month's
 * total would give them away. Movements, 在籍 and bookings are never shown by day.
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
    booked: null,
    attended: null,
    noShow: null,
    ...(hiddenDays.has(day.date) && { visits: null, unique: null }),
  }))
}

/**
 * What lies between the same day and the end of the month is a group too: where the difference is small, the part is
 * hidden and only the whole shown.
 */
function maskDifference(part: PeriodReport, whole: PeriodReport): PeriodReport {
  const differs = (a: number | null, b: number | null) => a !== null && b !== null && isSmall(Math.abs(b - a))
  const differ = (parts: (number | null)[], wholes: (number | null)[]) =>
    parts.some((count, at) => differs(count, wholes[at] ?? null))
  const isSmallMovement =
    differ(movementOf(part.members), movementOf(whole.members)) ||
    differs(part.members.withdrawalRequests, whole.members.withdrawalRequests)
  const isSmallCrowd =
    differs(part.visits.unique, whole.visits.unique) || differs(part.visits.zeroVisitors, whole.visits.zeroVisitors)
  return {
    ...part,
    ...(isSmallMovement && { members: hidden(part.members) }),
    ...(isSmallCrowd && { visits: hidden(part.visits) }),
    ...(differ(bookingsOf(part.reservations), bookingsOf(whole.reservations)) && {
      reservations: hidden(part.reservations),
    }),
    ...(differ(leadsOf(part.leads), leadsOf(whole.leads)) && { leads: hidden(part.leads) }),
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
    target: null,
    landing: null,
    retention: figures.retention.map(maskRetention),
    visitHours: null,
    daily: maskDaily(figures.daily),
  }
}

/**
 * What level1 may read of one shop's year. What is hidden in a month is hidden in the year, or the other months would
 * reveal it; a part of the year before would reveal the rest of its month.
 */
function maskOneYear(figures: YearFigures): YearFigures {
  const months = figures.months.map(maskPeriod)
  const monthsBefore = figures.monthsBefore.map(maskPeriod)
  const alike = <Report extends PeriodReport>(year: Report, all: PeriodReport[], masked: PeriodReport[]) =>
    all.reduce<Report>((report, month, at) => hideAlike(report, month, masked[at]), maskPeriod(year))
  return {
    ...figures,
    thisYear: alike(figures.thisYear, figures.months, months),
    prevYear: alike(figures.prevYear, figures.monthsBefore, monthsBefore),
    prevToSameDay: null,
    months,
    monthsBefore,
  }
}

/** What `mask` hides of `original` is hidden in `value`; all else stays. */
function hideAlike<T>(value: T, original: unknown, mask: unknown): T {
  if (value === null || original === null) return value
  if (mask === null) return null as T
  if (typeof value !== 'object' || typeof original !== 'object' || typeof mask !== 'object') return value
  // A block that is hidden whole hides also what it had no figure for.
  const isHidden = !Array.isArray(mask) && Object.values(mask).every((one) => one === null)
  if (isHidden && Object.values(original).some((one) => one !== null)) return hidden(value)
  const part = (of: unknown, key: string) => (of as Record<string, unknown>)[key]
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    part(original, key) === undefined ? one : hideAlike(one, part(original, key), part(mask, key)),
  ])
  return (Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries)) as T
}

/**
 * Hides groups of fewer than 5 people for level1 (docs/domain.md, "Small groups"). `parts` are the months of the single
 * shops when `all` is about several: what is hidden in one of them is hidden in the sum, or the others would reveal it.
 */
export function maskSmallGroups(all: MonthFigures, parts: readonly MonthFigures[]): MonthFigures {
  return parts.reduce((figures, part) => hideAlike(figures, part, maskOne(part)), maskOne(all))
}

/** The same for years. */
export function maskSmallGroupsOfYear(all: YearFigures, parts: readonly YearFigures[]): YearFigures {
  return parts.reduce((figures, part) => hideAlike(figures, part, maskOneYear(part)), maskOneYear(all))
}
