import { shopList } from '#contract/words/shop.ts'
import { recordQuery, serverQuery } from '~/data/query'
import { listAudit } from '~/functions/audit'
import { listDailyReports } from '~/functions/daily-report'
import { listReportActions } from '~/functions/report-action'
import { getShop, listShops } from '~/functions/shop'
import { listShopPlans } from '~/functions/shop-plan'
import { listReservations } from '~/functions/shop-reservation'
import { listShopTickets } from '~/functions/shop-ticket'
import { listStaff } from '~/functions/staff'
import { addDays, todayInTokyo } from '~/lib/dates'
import { listRequest, listSearch, oneOf, type SearchOf } from '~/lib/list-search'
import { shopQuery as ofShop } from '~/shop/shop-query'

/** What the URL of the list may say; `view` is how it is shown, a table where it is absent. */
export const shopSearch = listSearch({ ...shopList, filters: { ...shopList.filters, view: oneOf('cards') } })
export type ShopSearch = SearchOf<typeof shopSearch>

/** One page of the list. */
export const shopListQuery = ({ view: _, ...search }: ShopSearch) =>
  serverQuery('shop.list', listShops)(listRequest(shopList, search))

/** One shop, for its page and its form. */
export const shopQuery = recordQuery('shop.get', getShop)

/** The specification's limit of a shop's list of all plans. */
const mostPlans = 200

/** All plans of one shop. */
export const shopPlansQuery = (shopId: string) => ofShop('shopPlan.list', listShopPlans)({ shopId, limit: mostPlans })

/** First tickets of one shop; the tickets' screen lists all. */
export const shopTicketsQuery = (shopId: string) => ofShop('shopTicket.list', listShopTickets)({ shopId, limit: 100 })

/** Who works in one shop now. */
export const shopStaffQuery = (shopId: string) =>
  ofShop('staff.list', listStaff)({ shopId, status: 'active', limit: 200 })

/** Number of bookings to show; the bookings' screen lists all. */
const nextReservations = 20

/** The bookings of one shop from today on, the next ones first. */
export const shopReservationsQuery = (shopId: string) =>
  ofShop('shopReservation.list', listReservations)({ shopId, from: todayInTokyo(), limit: nextReservations })

/** 変更履歴 of one shop. */
export const shopHistory = (shopId: string) =>
  ({ of: { resourceType: 'shop', resourceId: shopId }, read: listAudit }) as const

/** The shop's latest daily reports, of the last two months. */
export function shopDailyReportsQuery(shopId: string) {
  const to = todayInTokyo()
  return serverQuery('dailyReport.list', listDailyReports)({ shopId, from: addDays(to, -61), to, limit: 50 })
}

/** The shop's actions, whatever is due first. */
export const shopActionsQuery = (shopId: string) =>
  ofShop('reportAction.list', listReportActions)({ shopId, limit: 50 })
