import { getToday } from '~/functions/today'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type DashboardSearch, isPresent } from './queries'

/** What waits today, in the selected shop or in all of them. */
export const todayQuery = shopQuery('today.get', getToday)

/** The same for a URL; nothing of a month that is over. */
export const todayQueries = (search: DashboardSearch, shops?: readonly ShopChoice[]) =>
  isPresent(search) ? [todayQuery(shopRequest(search.shop, shops))] : []
