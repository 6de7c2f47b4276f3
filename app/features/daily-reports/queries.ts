import { dailyReportList } from '#contract/words/daily-report.ts'
import { recordQuery, serverQuery } from '~/data/query'
import { getDailyReport, listDailyReports, readDailyReportBoard, readDailyReportDay } from '~/functions/daily-report'
import { addDays, currentMonth, isMonth, lastDayOf, todayInTokyo } from '~/lib/dates'
import { anId, listSearch, type SearchOf } from '~/lib/list-search'
import { type ShopChoice, shopFilter, shopInUrl, shopRequest } from '~/shop/selected-shop'
import { shopListRequest } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

export interface BoardSearch {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** YYYY-MM; absent: the current month. */
  month?: string
}

/** What the URL of the board may say. */
export function boardSearch({ shop, month }: Record<string, unknown>): BoardSearch {
  return {
    shop: shopInUrl(shop),
    month: typeof month === 'string' && isMonth(month) ? month : undefined,
  }
}

/** The month in the URL, at most the current one in Tokyo. */
export function shownMonth({ month }: BoardSearch): string {
  const current = currentMonth()
  return month !== undefined && month < current ? month : current
}

/** The first and the last day of a YYYY-MM. */
const daysOf = (month: string) => ({ from: `${month}-01`, to: lastDayOf(month) })

/** The input of the board for a URL: the same for the early fetch from the document and on the screen. */
export const requestedBoard = (search: BoardSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...daysOf(shownMonth(search)),
})

const board = shopQuery('dailyReport.board', readDailyReportBoard)
/** States change while shops write. */
export const boardQuery = (input: Parameters<typeof board>[0]) => ({ ...board(input), staleTime: 0 })

/** What the URL of the list may say. */
export const reportSearch = listSearch({
  ...dailyReportList,
  filters: { shop: shopFilter, ...dailyReportList.filters, authorStaffId: anId },
})
export type ReportSearch = SearchOf<typeof reportSearch>

/** Reports of the header's shop; without days, of this month and the one before it. */
export function requestedReports(search: ReportSearch, shops?: readonly ShopChoice[]) {
  const today = todayInTokyo()
  const days = search.from || search.to ? {} : { from: addDays(today, -61), to: today }
  return { ...shopListRequest(dailyReportList, search, shops), ...days }
}

export const reportListQuery = shopQuery('dailyReport.list', listDailyReports)

/** Reports awaiting approval, oldest first, as far back as the list's period allows. */
export const waitingQuery = (shopId: string | undefined) => {
  const today = todayInTokyo()
  return {
    ...reportListQuery({
      ...(shopId !== undefined && { shopId }),
      ...{ status: 'submitted', sortKey: 'date', sortDir: 'asc', limit: 500 },
      ...{ from: addDays(today, -61), to: today },
    }),
    staleTime: 0,
  }
}

/** Prefilled values of a shop's day, and whether it has a report. */
export const dayQuery = (shopId: string, date: string) => ({
  ...serverQuery('dailyReport.day', readDailyReportDay)({ shopId, date }),
  staleTime: 0,
})

export const reportQuery = recordQuery('dailyReport.get', getDailyReport)

export interface ReportPageSearch {
  /** Opened from the list of reports awaiting approval. */
  waiting?: true
}

export const reportPageSearch = ({ waiting }: Record<string, unknown>): ReportPageSearch =>
  waiting === true || waiting === 'true' ? { waiting: true } : {}
