import { getToday } from '~/functions/today'
import { shopQuery } from '~/shop/shop-query'

/** What waits today, in the selected shop or in all of them. */
export const todayQuery = shopQuery('today.get', getToday)
