import type { FetchQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListState } from '~/lib/list-search'
import type { SavedView } from './saved-views'

/** The specification's list result. */
export interface ListAnswer<Row> {
  params: { offset: number; limit: number }
  list: Row[]
  /** `isAtLeast`: there are more than `total` rows; paging ends at `total` (decision 0036). */
  paging: { offset: number; count: number; total: number; isAtLeast?: boolean }
}

// biome-ignore lint/suspicious/noExplicitAny: any shape of query key is allowed
type AnyKey = any
export type ListQuery<Row, A extends ListAnswer<Row> = ListAnswer<Row>> = FetchQueryOptions<A, Error, A, AnyKey>

/** What shared conditions need to know about their list. */
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
   * Absent: always shown. `2`: shown while all columns before it fit into the window. `3`: shown only with room to spare.
   * The user's own choice takes precedence.
   */
  priority?: 2 | 3
  /** Position on a card: beside the name, in the secondary text with or without label, or at its end. Absent: hidden. */
  card?: 'beside' | 'text' | 'labelled' | 'end'
  /** The endpoint's sort key; absent: not sortable. */
  sortKey?: string
  /** The direction of the first click: dates and figures sort descending first. */
  sortFirst?: 'desc'
  align?: 'right'
  /** Holds row actions: not printed. */
  acts?: true
}

/** Layout of the lines under the rows. */
export interface TableOfSums<Row> {
  columns: readonly ListColumn<Row>[]
  /** The first line's position in the whole list, for screen readers. */
  firstAriaRow: number
  hasTicks: boolean
}

/** Lines under the rows, such as totals. */
export interface Sums<Row> {
  count: number
  rows: (table: TableOfSums<Row>) => ReactNode
  card: (columns: readonly ListColumn<Row>[]) => ReactNode
}

export type Density = 'comfortable' | 'compact'
/** Row height in pixels: the same for all rows, so that 500 of them need no measuring. */
export const rowHeight: Record<Density, number> = { comfortable: 42, compact: 32 }
