import { ageBands, ltvGroups } from '#contract/words/groups.ts'
import { genders, joinRoutes } from '#contract/words/member.ts'
import { valuesOf } from '#contract/words/words.ts'
import { getLtv } from '~/functions/report'
import { parseWhole, wholeWithin } from '~/lib/numbers'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type ReportSearch, reportSearch, requestedMonth } from '../period'

export const ltvQuery = shopQuery('report.ltv', getLtv)

export const routes = { ...joinRoutes, unknown: '経路不明' } as const

/** Of the month: the twelve closed ones before it. */
export interface LtvSearch extends ReportSearch {
  /** Absent: プラン. */
  by?: Exclude<keyof typeof ltvGroups, 'plan'>
  /** Filters. */
  plan?: string
  gender?: keyof typeof genders
  age?: keyof typeof ageBands
  route?: keyof typeof routes
  /** Share of sales that is left, in percent. */
  margin?: number
  /** How many cohorts are shown; absent: 13. */
  cohorts?: 24
}

const oneOf = <Words extends object>(words: Words, value: unknown) =>
  valuesOf(words as never).find((one) => one === String(value)) as keyof Words | undefined

/** Search of the LTV screen's URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function ltvSearch(raw: Record<string, unknown>): LtvSearch {
  // The router parses digits as a number.
  const plan = typeof raw.plan === 'number' ? String(raw.plan) : raw.plan
  const by = oneOf(ltvGroups, raw.by)
  return {
    ...reportSearch(raw),
    by: by === 'plan' ? undefined : by,
    plan: typeof plan === 'string' && plan.length > 0 && plan.length <= 50 ? plan : undefined,
    gender: oneOf(genders, raw.gender),
    age: oneOf(ageBands, raw.age),
    route: oneOf(routes, raw.route),
    margin: wholeWithin(raw.margin, 1, 99),
    cohorts: parseWhole(raw.cohorts) === 24 ? 24 : undefined,
  } as LtvSearch
}

/** The input of report.ltv for a URL. */
export function requestedLtv(search: LtvSearch, shops?: readonly ShopChoice[]) {
  return {
    ...requestedMonth(search, shops),
    groupBy: search.by ?? ('plan' as const),
    ...(search.plan !== undefined && { plan: search.plan }),
    ...(search.gender !== undefined && { gender: search.gender }),
    ...(search.age !== undefined && { ageBand: search.age }),
    ...(search.route !== undefined && { joinRoute: search.route }),
    ...(search.margin !== undefined && { grossMargin: search.margin / 100 }),
    // With the first one that has reached twelve months.
    cohortMonths: search.cohorts ?? 13,
  }
}
