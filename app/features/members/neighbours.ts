import { useQuery } from '@tanstack/react-query'
import type { MemberRow } from '#contract/member.ts'
import { pageOf } from '~/lib/list-search'
import { useSelectedShop } from '~/shop/selected-shop'
import { type MemberSearch, memberListQuery, requestedMembers } from './queries'

export interface Place {
  id: string
  /** Search of the list, at this member's page. */
  search: MemberSearch
}

/**
 * Previous and next member in the list, also across pages. None without a list.
 */
export function useNeighbours(userId: string, search: MemberSearch | undefined) {
  const { shops } = useSelectedShop(search?.shop)
  const { offset, limit } = pageOf(search ?? {})
  const pageAt = (from: number) => ({ ...search, offset: from || undefined })
  const queryOf = (from: number) => memberListQuery(requestedMembers(pageAt(from), shops))
  const { data: page, isLoading } = useQuery({ ...queryOf(offset), enabled: search !== undefined })
  const rows = (search && page?.list) ?? []
  const at = rows.findIndex(({ id }) => id === userId)
  const isFirst = at === 0 && offset > 0
  const isLast = at >= 0 && at === rows.length - 1 && offset + limit < (page?.paging.total ?? 0)
  const before = Math.max(0, offset - limit)
  const { data: pageBefore, isLoading: isBeforeLoading } = useQuery({ ...queryOf(before), enabled: isFirst })
  const { data: pageAfter, isLoading: isAfterLoading } = useQuery({ ...queryOf(offset + limit), enabled: isLast })
  const place = (row: MemberRow | undefined, from: number): Place | undefined =>
    row && { id: row.id, search: pageAt(from) }
  if (at < 0) return { row: undefined, previous: undefined, next: undefined, isAsking: isLoading }
  return {
    row: rows[at],
    previous: isFirst ? place(pageBefore?.list.at(-1), before) : place(rows[at - 1], offset),
    next: isLast ? place(pageAfter?.list[0], offset + limit) : place(rows[at + 1], offset),
    isAsking: isBeforeLoading || isAfterLoading,
  }
}
