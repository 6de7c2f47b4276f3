import { getCampaigns } from '~/functions/shop-cost'
import { shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { lastMonthOver, type ReportSearch } from '../period'

export const campaignsQuery = shopQuery('shopCost.campaigns', getCampaigns)

/** The input of shopCost.campaigns for a URL: the last of twelve months, which are over. */
export const requestedCampaigns = (search: ReportSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  month: [shownMonth(search), lastMonthOver()].sort()[0] as string,
})
