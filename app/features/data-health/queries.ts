import type { DoubleMerge } from '#contract/data-health.ts'
import { serverQuery } from '~/data/query'
import {
  getDataHealth,
  listDoubleMerges,
  listHealthDoubles,
  listHealthMembers,
  listHealthPlans,
} from '~/functions/data-health'
import { type ShopChoice, shopFilter, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

/** What the URL may say; `shop` is the header's. */
export interface HealthSearch {
  shop?: string | undefined
}

export const healthSearch = ({ shop }: Record<string, unknown>): HealthSearch => {
  const named = shop === undefined ? undefined : shopFilter(String(shop))
  return named === undefined ? {} : { shop: named }
}

/** The shop of a URL, in the inputs below. */
export const ofShop = ({ shop }: HealthSearch, shops?: readonly ShopChoice[]) => shopRequest(shop, shops)

export const dataHealthQuery = shopQuery('dataHealth.summary', getDataHealth)
export const healthMembersQuery = shopQuery('dataHealth.members', listHealthMembers)
export const healthPlansQuery = shopQuery('dataHealth.plans', listHealthPlans)

/** Rows on a page of found members. */
export const pageSize = 50

export const healthDoublesQuery = shopQuery('dataHealth.doubles', listHealthDoubles)

/** Doubles that were merged, while they can be taken back. */
export const doubleMergesQuery = serverQuery('dataHealth.merges', listDoubleMerges)({})

export const isAtWork = ({ state }: DoubleMerge) => state !== 'merged'
