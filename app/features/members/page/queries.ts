import { serverQuery } from '~/data/query'
import { listChosenValues } from '~/functions/chosen-value'
import {
  getMemberVisits,
  listMemberChanges,
  listMemberPayments,
  listMemberPlans,
  listMemberTickets,
} from '~/functions/member-record'
import { listReservations } from '~/functions/shop-reservation'
import { wholeWithin } from '~/lib/numbers'
import { shopFilter } from '~/shop/selected-shop'

/** Search of a tab's URL; `shop` is the header's. */
export interface TabSearch {
  shop?: string
  /** The first row of the page. */
  offset?: number
  /** Year of the visits tab. */
  year?: number
  /** Only unpaid bills, of the payments tab. */
  unpaid?: 'true'
}

export const tabSearch = (raw: Record<string, unknown>): TabSearch => {
  const shop = raw.shop === undefined ? undefined : shopFilter(String(raw.shop))
  const offset = wholeWithin(raw.offset, 1, 1_000_000)
  const year = wholeWithin(raw.year, 2000, 2100)
  return {
    ...(shop !== undefined && { shop }),
    ...(offset !== undefined && { offset }),
    ...(year !== undefined && { year }),
    ...(String(raw.unpaid) === 'true' && { unpaid: 'true' as const }),
  }
}

/** Page size of a tab's list. */
export const pageLength = 50
/** Contracts and tickets are loaded in one page. */
const allOfOne = 200

const pageAt = ({ offset = 0 }: TabSearch) => ({ offset, limit: pageLength })

export const plansQuery = (userId: string) => serverQuery('member.plans', listMemberPlans)({ userId, limit: allOfOne })
export const ticketsQuery = (userId: string) =>
  serverQuery('member.tickets', listMemberTickets)({ userId, limit: allOfOne })
export const visitsQuery = (id: string, search: TabSearch) =>
  serverQuery(
    'member.visits',
    getMemberVisits,
  )({ id, ...(search.year !== undefined && { year: search.year }), ...pageAt(search) })
export const paymentsQuery = (id: string, search: TabSearch) =>
  serverQuery(
    'member.payments',
    listMemberPayments,
  )({
    id,
    ...(search.unpaid && { unpaid: search.unpaid }),
    ...pageAt(search),
  })
export const historyQuery = (id: string, search: TabSearch) =>
  serverQuery('member.history', listMemberChanges)({ id, ...pageAt(search) })
/** Of every shop in scope, the latest first. */
export const bookingsQuery = (userId: string, search: TabSearch) =>
  serverQuery('shopReservation.list', listReservations)({ userId, sortDir: 'desc', ...pageAt(search) })

/** Values of the member's that the synchronisation leaves. */
export const chosenValuesQuery = (userId: string) =>
  serverQuery('chosenValue.list', listChosenValues)({ userId, limit: pageLength })
