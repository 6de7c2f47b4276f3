import type { FetchQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListState } from '~/lib/list-search'
import type { SavedView } from './saved-views'

/** The specification's list result. */
export interface ListAnswer<Row> {
  params: { offset: number; limit: number }
  list: Row[]
  /** `isAtLeast`: there are more than `total`, which is how far pages reach (decision 0036). */
  paging: { offset: number; count: number; total: number; isAtLeast?: boolean }
}

// biome-ignore lint/suspicious/noExplicitAny: any shape of query key is allowed
type AnyKey = any
export type ListQuery<Row, A extends ListAnswer<Row> = ListAnswer<Row>> = FetchQueryOptions<A, Error, A, AnyKey>

/** What the conditions that a shop shares need of the list that they are chosen for. */
export interface SharedViewsProps {
  search: ListState
  columns: Record<string, boolean>
  onChoose: (view: SavedView) => void
}

export interface ListColumn<Row> {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Minimum in pixels; the remaining width is shared in proportion. */
  width: number
  /**
   * Without it the column always stands. `2`: as long as all before it fit into the window. `3`: only where room is
   * left over. What staff chose themselves holds whatever the room.
   */
  priority?: 2 | 3
  /** Where it stands on a card: beside the name, in the small text with or without its label, or at its end. Absent: nowhere. */
  card?: 'beside' | 'text' | 'labelled' | 'end'
  /** The endpoint's sort key; without it the header is no button. */
  sortKey?: string
  /** The direction of the first click: dates and figures sort descending first. */
  sortFirst?: 'desc'
  align?: 'right'
  /** Acts on the row: not on paper. */
  acts?: true
}

/** Where lines under the rows stand in a table. */
export interface TableOfSums<Row> {
  columns: readonly ListColumn<Row>[]
  /** The first line's position in the whole list, for screen readers. */
  firstAriaRow: number
  hasTicks: boolean
}

/** Lines under the rows: totals. */
export interface Sums<Row> {
  count: number
  rows: (table: TableOfSums<Row>) => ReactNode
  card: (columns: readonly ListColumn<Row>[]) => ReactNode
}

export type Density = 'comfortable' | 'compact'
/** Pixels; every row of a list is as high as the others, so that 500 of them need no measuring. */
export const rowHeight: Record<Density, number> = { comfortable: 42, compact: 32 }
