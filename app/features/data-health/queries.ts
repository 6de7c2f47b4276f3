import { getDataHealth, listHealthMembers, listHealthPlans } from '~/functions/data-health'
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
