import { shopPlanList, shopTicketList } from '#contract/words/shop.ts'
import { recordQuery } from '~/data/query'
import { getShopPlan, listShopPlans } from '~/functions/shop-plan'
import { listShopTickets } from '~/functions/shop-ticket'
import type { SearchOf } from '~/lib/list-search'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URLs of the two lists may say; `shop` is the header's. */
export const planSearch = shopListSearch(shopPlanList)
export type PlanSearch = SearchOf<typeof planSearch>
export const ticketSearch = shopListSearch(shopTicketList)
export type TicketSearch = SearchOf<typeof ticketSearch>

/** The lists' inputs for a URL. */
export const requestedPlans = (search: PlanSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(shopPlanList, search, shops)
export const requestedTickets = (search: TicketSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(shopTicketList, search, shops)

/** One page of one shop's, or of every shop's in scope. */
export const planListQuery = shopQuery('shopPlan.list', listShopPlans)
export const ticketListQuery = shopQuery('shopTicket.list', listShopTickets)

/** One plan, with the effect of switching its LEAN BODY. */
export const planQuery = recordQuery('shopPlan.get', getShopPlan)
