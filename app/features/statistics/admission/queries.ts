import { type JoinedBy, joinedByWords } from '#contract/words/admission.ts'
import { valuesOf } from '#contract/words/words.ts'
import { getAdmission } from '~/functions/report'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type PeriodSearch, periodSearch, requestedDays } from '../period'

export const admissionQuery = shopQuery('report.admission', getAdmission)

export interface AdmissionSearch extends PeriodSearch {
  /** What counts as 入会日; absent: 入会日. */
  joinedBy?: Exclude<JoinedBy, 'joined'>
}

/** Search of the URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function admissionSearch(raw: Record<string, unknown>): AdmissionSearch {
  const joinedBy = valuesOf(joinedByWords).find((one) => one === raw.joinedBy)
  return { ...periodSearch(raw), joinedBy: joinedBy === 'joined' ? undefined : joinedBy } as AdmissionSearch
}

/** The input of report.admission for a URL: a point a day within two months, otherwise a month. */
export const requestedAdmission = (search: AdmissionSearch, shops?: readonly ShopChoice[]) => ({
  ...requestedDays(search, shops),
  unit: (search.months ?? 1) > 1 ? ('month' as const) : ('day' as const),
  joinedBy: search.joinedBy ?? ('joined' as const),
})
