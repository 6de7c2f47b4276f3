import type { ReportActionRow } from '#contract/report-action.ts'
import { actionFields } from '#contract/words/fields/report-action.ts'
import {
  type ActionMetric,
  actionCategories,
  actionList,
  actionMetrics,
  actionPriorities,
  actionStatuses,
} from '#contract/words/report-action.ts'
import { choiceFilter, flagFilter } from '~/components/resource-table/filters'
import { recordQuery, serverQuery } from '~/data/query'
import { getDailyReport } from '~/functions/daily-report'
import { getReportAction, listReportActions } from '~/functions/report-action'
import { listStaff } from '~/functions/staff'
import { formatDate } from '~/lib/dates'
import { anId, listSearch, oneOf, type SearchOf } from '~/lib/list-search'
import { type ShopChoice, shopFilter } from '~/shop/selected-shop'
import { shopListRequest } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the list may say; `view` is how it is shown, a table where it is absent. */
export const actionSearch = listSearch({
  ...actionList,
  filters: {
    shop: shopFilter,
    ...actionList.filters,
    ...{ ownerStaffId: anId, dailyReportId: anId, view: oneOf('board') },
  },
})
export type ActionSearch = SearchOf<typeof actionSearch>

/**
 * Filters of the list and the board. Links can filter by assignee or by daily report; `first` is one of the actions,
 * from which names are taken.
 */
export const actionFilters = ({ ownerStaffId, dailyReportId }: ActionSearch, first: ReportActionRow | undefined) => [
  ...(ownerStaffId
    ? [choiceFilter('ownerStaffId', actionFields.ownerStaffId, [[ownerStaffId, first?.owner.displayName ?? '…']])]
    : []),
  ...(dailyReportId
    ? [
        choiceFilter('dailyReportId', actionFields.dailyReportId, [
          [dailyReportId, first?.dailyReport ? formatDate(first.dailyReport.date) : '…'],
        ]),
      ]
    : []),
  choiceFilter('status', actionFields.status, actionStatuses),
  choiceFilter('category', actionFields.category, actionCategories),
  choiceFilter('priority', actionFields.priority, actionPriorities),
  flagFilter('overdue', '期限超過のみ'),
]

export const requestedActions = ({ view: _, ...search }: ActionSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(actionList, search, shops)

/** One page of the list. */
export const actionListQuery = shopQuery('reportAction.list', listReportActions)

/** Maximum number of cards on the board, by due date. */
const mostOnBoard = 200

/** The selected shop's actions that match the filters, for the board. */
export const boardQuery = (search: ActionSearch, shops?: readonly ShopChoice[]) => ({
  ...actionListQuery({
    ...requestedActions(search, shops),
    offset: 0,
    limit: mostOnBoard,
    sortKey: 'dueOn',
    sortDir: 'asc',
  }),
  staleTime: 0,
})

export const actionQuery = recordQuery('reportAction.get', getReportAction)

/** The report that an action begins from. */
export const originQuery = recordQuery('dailyReport.get', getDailyReport)

/** Possible assignees in this shop. */
export const ownersQuery = (shopId: string) =>
  serverQuery('staff.list', listStaff)({ limit: 500, status: 'active', shopId })

/** Initial values of a new action, from a drill-down or a daily report. */
export interface NewActionSearch {
  shop?: string
  metric?: ActionMetric
  /** The originating daily report. */
  report?: string
  /** The members of the list that it begins from, by their users' ids, with dots between. */
  users?: string
}

const isMetric = (text: unknown): text is ActionMetric => typeof text === 'string' && Object.hasOwn(actionMetrics, text)
const idOf = (value: unknown) => (/^[1-9]\d{0,9}$/.test(String(value)) ? String(value) : undefined)

const idsOf = (value: unknown) => (/^[1-9]\d{0,9}(\.[1-9]\d{0,9})*$/.test(String(value)) ? String(value) : undefined)

export const newActionSearch = ({ shop, metric, report, users }: Record<string, unknown>): NewActionSearch => ({
  shop: idOf(shop),
  metric: isMetric(metric) ? metric : undefined,
  report: idOf(report),
  users: idsOf(users),
})
