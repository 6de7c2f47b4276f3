import { type VisitClass, visitClasses } from '#contract/words/member.ts'
import { usualThresholds } from '#contract/words/visit-class.ts'
import { getChangesInVisitsMembers, getChangesInVisitsSeries, getChangesInVisitsSummary } from '~/functions/report'
import { currentMonth, isMonth } from '~/lib/dates'
import { parseNumber, wholeWithin } from '~/lib/numbers'
import { type ShopChoice, shopInUrl, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

export const visitsQuery = shopQuery('report.changesInVisitsSummary', getChangesInVisitsSummary)
export const visitSeriesQuery = shopQuery('report.changesInVisitsSeries', getChangesInVisitsSeries)
export const classMembersQuery = shopQuery('report.changesInVisitsMembers', getChangesInVisitsMembers)

/** What may be chosen of each threshold. */
export const choices = {
  windowDays: [7, 14, 28, 56, 84],
  minDiff: [1, 2, 3, 4, 6, 8],
  ratio: [0.1, 0.2, 0.3, 0.4, 0.5],
} as const

export interface VisitsSearch {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** YYYY-MM, at whose close members are classed; absent: the current month. */
  month?: string
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
  const { shop, month, days, diff, ratio, group, page } = search
  const found = {
    shop: shopInUrl(shop),
    month: typeof month === 'string' && isMonth(month) ? month : undefined,
    days: oneOf(choices.windowDays, days, usualThresholds.windowDays),
    diff: oneOf(choices.minDiff, diff, usualThresholds.minDiff),
    ratio: oneOf(choices.ratio, ratio, usualThresholds.ratio),
    group: isClass(group) ? group : undefined,
    page: wholeWithin(page, 2, 9_999),
  }
  return found as VisitsSearch
}

/** The month in the URL, at most the current one in Tokyo. */
export function visitsMonth({ month }: VisitsSearch): string {
  const current = currentMonth()
  return month !== undefined && month < current ? month : current
}

const lastDay = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The input of report.changesInVisitsSummary for a URL; of the current month the API takes the data date. */
export function requestedVisits(search: VisitsSearch, shops?: readonly ShopChoice[]) {
  const month = visitsMonth(search)
  return {
    ...shopRequest(search.shop, shops),
    ...(month === currentMonth() ? {} : { to: lastDay(month) }),
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
