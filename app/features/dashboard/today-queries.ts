import { getToday } from '~/functions/today'
import { shopQuery } from '~/shop/shop-query'

/** 今日の対応 of the selected shop, or of all. */
export const todayQuery = shopQuery('today.get', getToday)
