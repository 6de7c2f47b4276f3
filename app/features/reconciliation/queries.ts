import { isReconciledFigure, type ReconciledFigure } from '#contract/words/reconciliation.ts'
import { getReconciliation, listReconciliationRows } from '~/functions/reconciliation'
import { isMonth } from '~/lib/dates'
import { type ShopChoice, shopFilter, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

/** What the URL may say; `shop` is the header's, `figure` the opened one. */
export interface ReconciliationSearch {
  shop?: string | undefined
  /** YYYY-MM */
  month?: string | undefined
  figure?: ReconciledFigure | undefined
}

export function reconciliationSearch({ shop, month, figure }: Record<string, unknown>): ReconciliationSearch {
  const named = shop === undefined ? undefined : shopFilter(String(shop))
  return {
    ...(named !== undefined && { shop: named }),
    ...(isMonth(month as string) && { month: month as string }),
    ...(isReconciledFigure(figure) && { figure }),
  }
}

/** The URL's month and shop, in the inputs below. */
export const ofSearch = ({ shop, month }: ReconciliationSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(shop, shops),
  ...(month && { month }),
})

export const reconciliationQuery = shopQuery('reconciliation.get', getReconciliation)
export const differenceRowsQuery = shopQuery('reconciliation.rows', listReconciliationRows)

/** Rows on a page of differences. */
export const pageSize = 50
