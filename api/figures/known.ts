import type { DayFacts } from '#contract/daily-report.ts'
import type { DailyReport, Landing, PeriodReport, Target } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import type { FactKind } from '#contract/words/report.ts'
import type { ShopFigures } from './by-shop.ts'
import { courseDays } from './course.ts'
import type { MonthFigures } from './monthly.ts'
import type { Period } from './periods.ts'
import { areSameDays, isCounting, isStanding, isTouched, isWhole, knownDays, none } from './reach.ts'
import type { YearFigures } from './yearly.ts'

// A report has no figure, instead of 0, for days without data and for months that are still to be counted
// (docs/domain.md, "What is known").

/** The figures of `names` only where they are known. */
const onlyIf = <Figures extends object>(
  known: boolean,
  figures: Figures,
  ...names: readonly (keyof Figures)[]
): Figures => (known ? figures : { ...figures, ...Object.fromEntries(names.map((name) => [name, null])) })

type Known = (...kinds: readonly FactKind[]) => boolean

/**
 * A report with only what is known: counts of the known days of the period; means and rates of several kinds only where
 * every day is known. With `against`, the other side of a comparison, sums also need every day of both
 * periods: a part is not compared with a whole.
 */
export function knownReport<Report extends PeriodReport>(report: Report, reach: Reach, against?: Period): Report {
  const whole: Known = (...kinds) =>
    isWhole(reach, report, ...kinds) && (against === undefined || isWhole(reach, against, ...kinds))
  const touched: Known = (...kinds) =>
    against === undefined ? knownDays(reach, report, ...kinds).length > 0 : whole(...kinds)
  // A rate is of days that both of its counts know.
  const hasConversion = areSameDays(knownDays(reach, report, 'leads'), knownDays(reach, report, 'leads', 'contracts'))
  const { visits, reservations, leads, sales } = report
  return {
    ...report,
    members: knownMembers(report, reach, { whole, touched, isAgainst: against !== undefined }),
    visits: touched('visits')
      ? onlyIf(
          whole('visits', 'contracts', 'leavers') && !reach.lessonsOnly,
          onlyIf(whole('visits'), visits, 'unique', 'perVisitor', 'median'),
          'rate',
          'perMember',
          'zeroVisitors',
        )
      : none(visits),
    reservations: touched('bookings') ? reservations : none(reservations),
    leads: touched('leads')
      ? onlyIf(hasConversion, onlyIf(touched('leads', 'contracts'), leads, 'trialsJoined'), 'trialConversion')
      : none(leads),
    ...(sales && { sales: knownSales(sales, { whole, touched, hasBills: isTouched(reach, report, 'bills') }) }),
  }
}

interface Extent {
  whole: Known
  touched: Known
}

function knownMembers(
  report: PeriodReport,
  reach: Reach,
  { whole, touched, isAgainst }: Extent & { isAgainst: boolean },
): PeriodReport['members'] {
  const { members, from, to } = report
  // The other side of a comparison must include everybody who has left since.
  const joined = onlyIf(
    isAgainst ? touched('contracts', 'leavers') : touched('contracts'),
    members,
    'admissions',
    'readmissions',
    'transferIn',
  )
  const moved = onlyIf(touched('contracts', 'leavers'), joined, 'withdrawals', 'transferOut', 'withdrawalRequests')
  // 在籍 are of one day: that day must be known.
  const opened = onlyIf(isStanding(reach, from), moved, 'opening')
  const closed = onlyIf(isStanding(reach, to), opened, 'closing', 'suspended', 'operating')
  return onlyIf(whole('contracts', 'leavers'), closed, 'netGrowth', 'admissionRate', 'churnRate', 'churnRateOfAverage')
}

type Sales = NonNullable<PeriodReport['sales']>

function knownSales(sales: Sales, { whole, touched, hasBills }: Extent & { hasBills: boolean }): Sales | null {
  const isSold = touched('sales')
  if (!isSold && !touched('bills')) return null
  const sold = isSold
    ? sales
    : {
        ...onlyIf(false, sales, 'gross', 'refund', 'net', 'netExTax'),
        byCategory: none(sales.byCategory),
        byCategoryExTax: none(sales.byCategoryExTax),
      }
  const billed = onlyIf(hasBills && touched('bills'), sold, 'unpaid', 'collectionRate')
  const perMember = onlyIf(whole('sales', 'contracts', 'leavers'), billed, 'arpu')
  return onlyIf(whole('sales', 'bills', 'contracts', 'leavers'), perMember, 'duesPerMember')
}

function knownDay(day: DailyReport, reach: Reach): DailyReport {
  const known: Known = (...kinds) => isTouched(reach, { from: day.date, to: day.date }, ...kinds)
  const joined = onlyIf(known('contracts'), day, 'admissions', 'transferIn')
  const left = onlyIf(known('contracts', 'leavers'), joined, 'withdrawals', 'transferOut')
  const members = onlyIf(isStanding(reach, day.date), left, 'closing')
  const visits = onlyIf(known('visits'), members, 'visits', 'unique')
  const bookings = onlyIf(known('bookings'), visits, 'booked', 'attended', 'noShow')
  return 'sales' in day ? onlyIf(known('sales'), bookings, 'sales') : bookings
}

/** What is known of a shop's day, and of its month to that day. */
export function knownDayFacts(
  facts: DayFacts,
  { month, date }: { month: string; date: string },
  reach: Reach,
): DayFacts {
  const day = { from: date, to: date }
  const known = (kind: FactKind, of: Period = { from: month, to: date }) => isWhole(reach, of, kind)
  const { figures, monthToDate, landing } = facts
  const people = onlyIf(known('contracts', day), figures, 'admissionCount', 'withdrawalRequestCount', 'suspensionCount')
  const visits = onlyIf(known('visits', day), people, 'visitCount', 'uniqueVisitors')
  const bookings = onlyIf(known('bookings', day), visits, 'bookedCount', 'attendedCount', 'noShowCount')
  const leads = onlyIf(known('leads', day), bookings, 'tourCount', 'trialCount')
  const hasMoney = 'salesByCategory' in figures
  const sales = onlyIf(!hasMoney || known('sales', day), leads, 'salesByCategory')
  const joined = monthToDate && onlyIf(known('contracts'), monthToDate, 'admissions')
  const toDate = joined && onlyIf(known('contracts') && known('leavers'), joined, 'withdrawals')
  const present = toDate && onlyIf(isStanding(reach, date), toDate, 'closing')
  const came = present && onlyIf(known('visits'), present, 'visits')
  return {
    ...facts,
    figures: onlyIf(!hasMoney || known('bills', day), sales, 'unpaidCount'),
    monthToDate: came && onlyIf(!('sales' in came) || known('sales'), came, 'sales'),
    landing:
      landing && known('contracts') && known('leavers') && !isCounting(reach, courseDays({ from: month, to: date }))
        ? knownLanding(landing, { from: month, to: date }, reach)
        : null,
  }
}

/** The goals of a month, less those of what is known on a part of its days. */
export function knownTarget(target: Target | null, report: Period, reach: Reach): Target | null {
  const isPart: Known = (...kinds) => knownDays(reach, report, ...kinds).length > 0 && !isWhole(reach, report, ...kinds)
  return (
    target && {
      ...target,
      admissions: isPart('contracts') ? null : target.admissions,
      withdrawals: isPart('contracts', 'leavers') ? null : target.withdrawals,
      ...(target.sales !== undefined && { sales: isPart('sales') ? null : target.sales }),
    }
  )
}

/** The forecast of a month, without that of sales where they are known on a part of its days. */
function knownLanding({ sales, ...landing }: Landing, report: Period, reach: Reach): Landing {
  return { ...landing, ...(sales !== undefined && isWhole(reach, report, 'sales') && { sales }) }
}

/** What is known of the rest of a shop's month, as of a month of all (`knownMonth`). */
export const knownAhead = (
  { report, scheduled, landing }: Pick<ShopFigures, 'report' | 'scheduled' | 'landing'>,
  reach: Reach,
): Pick<ShopFigures, 'scheduled' | 'landing'> => ({
  scheduled: scheduled && (reach.contracts ? scheduled : none(scheduled)),
  landing: landing && hasForecast(report, reach) ? landing : null,
})

/** Whether the days of a running month and those that its forecast follows are known. */
export const hasForecast = (month: Period, reach: Reach) =>
  isWhole(reach, month, 'contracts', 'leavers') && !isCounting(reach, courseDays(month))

/** What is known of a month, and which of its comparisons are fair. */
export function knownMonth(month: MonthFigures, reach: Reach): MonthFigures {
  const { thisMonth, prevToSameDay, lastYearToSameDay, scheduled, landing } = month
  // Up to the data date; a month to come is compared with nothing.
  const counted = month.periods.thisMonth ?? undefined
  const compared = <Report extends PeriodReport>(report: Report) => knownReport(report, reach, counted)
  return {
    ...month,
    thisMonth: knownReport(thisMonth, reach),
    prevMonth: compared(month.prevMonth),
    prevToSameDay: prevToSameDay && compared(prevToSameDay),
    lastYear: compared(month.lastYear),
    lastYearToSameDay: lastYearToSameDay && compared(lastYearToSameDay),
    scheduled: reach.contracts ? scheduled : none(scheduled),
    target: knownTarget(month.target, thisMonth, reach),
    landing: landing && hasForecast(thisMonth, reach) ? knownLanding(landing, thisMonth, reach) : null,
    // Of whole months only: hours are not stored by day.
    visitHours: isWhole(reach, thisMonth, 'visits') ? month.visitHours : null,
    daily: month.daily.map((day) => knownDay(day, reach)),
  }
}

/** What is known of a year, and which of its comparisons are fair. */
export function knownYear(year: YearFigures, reach: Reach): YearFigures {
  const { thisYear, prevToSameDay } = year
  const counted = year.periods.thisYear ?? undefined
  const churned = <Report extends PeriodReport & { averageMonthlyChurn: number | null }>(report: Report): Report =>
    isWhole(reach, report, 'contracts', 'leavers') ? report : { ...report, averageMonthlyChurn: null }
  const compared = <Report extends PeriodReport & { averageMonthlyChurn: number | null }>(report: Report) =>
    churned(knownReport(report, reach, counted))
  return {
    ...year,
    thisYear: churned(knownReport(thisYear, reach)),
    prevYear: compared(year.prevYear),
    prevToSameDay: prevToSameDay && compared(prevToSameDay),
    months: year.months.map((month) => knownReport(month, reach)),
    monthsBefore: year.monthsBefore.map((month) => knownReport(month, reach)),
  }
}
