import { type VisitClass, visitClasses } from '#contract/words/member.ts'
import { usualThresholds } from '#contract/words/visit-class.ts'
import { getChangesInVisitsMembers, getChangesInVisitsSeries, getChangesInVisitsSummary } from '~/functions/report'
import { currentMonth, lastDayOf } from '~/lib/dates'
import { parseNumber, wholeWithin } from '~/lib/numbers'
import { shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type ReportSearch, reportSearch } from '../period'

export const visitsQuery = shopQuery('report.changesInVisitsSummary', getChangesInVisitsSummary)
export const visitSeriesQuery = shopQuery('report.changesInVisitsSeries', getChangesInVisitsSeries)
export const classMembersQuery = shopQuery('report.changesInVisitsMembers', getChangesInVisitsMembers)

/** What may be chosen of each threshold. */
export const choices = {
  windowDays: [7, 14, 28, 56, 84],
  minDiff: [1, 2, 3, 4, 6, 8],
  ratio: [0.1, 0.2, 0.3, 0.4, 0.5],
} as const

/** Members are classed at the close of the month. */
export interface VisitsSearch extends ReportSearch {
  /** Thresholds, absent where they are the default. */
  days?: number
  diff?: number
  ratio?: number
  /** The class whose members are listed. */
  group?: VisitClass
  /** Page of that list; absent: the first. */
  page?: number
}

const oneOf = (choices: readonly number[], value: unknown, usual: number) => {
  const chosen = choices.find((one) => one === parseNumber(value))
  return chosen === usual ? undefined : chosen
}
const isClass = (text: unknown): text is VisitClass => typeof text === 'string' && Object.hasOwn(visitClasses, text)

/** Search of the URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function visitsSearch(search: Record<string, unknown>): VisitsSearch {
  const { days, diff, ratio, group, page } = search
  return {
    ...reportSearch(search),
    days: oneOf(choices.windowDays, days, usualThresholds.windowDays),
    diff: oneOf(choices.minDiff, diff, usualThresholds.minDiff),
    ratio: oneOf(choices.ratio, ratio, usualThresholds.ratio),
    group: isClass(group) ? group : undefined,
    page: wholeWithin(page, 2, 9_999),
  }
}

/** The input of report.changesInVisitsSummary for a URL; of the current month the API takes the data date. */
export function requestedVisits(search: VisitsSearch, shops?: readonly ShopChoice[]) {
  const month = shownMonth(search)
  return {
    ...shopRequest(search.shop, shops),
    ...(month === currentMonth() ? {} : { to: lastDayOf(month) }),
    windowDays: search.days ?? usualThresholds.windowDays,
    minDiff: search.diff ?? usualThresholds.minDiff,
    ratio: search.ratio ?? usualThresholds.ratio,
  }
}
export type RequestedVisits = ReturnType<typeof requestedVisits>

/** Figures of other than the default thresholds are counted per request. */
export const isCountedNow = ({ days, diff, ratio }: VisitsSearch) =>
  days !== undefined || diff !== undefined || ratio !== undefined

/** Rows of a page of a class's members. */
export const pageSize = 50
