import type { FetchQueryOptions } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { ListState } from '~/lib/list-search'
import type { ListFilter } from './filters'
import type { SavedView } from './saved-views'
import type { RowsShown } from './tiles'

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
  list: string
  /** What a view is called: 条件 or 表示. */
  noun: string
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

/** What a route passes to a list screen: its search, and how to change it. */
export interface ListProps<Search extends ListState> {
  search: Search
  onSearchChange: (next: Search, how: { replace: boolean }) => void
}

export interface ResourceTableProps<
  Row extends { id: string },
  Search extends ListState,
  Answer extends ListAnswer<Row> = ListAnswer<Row>,
> extends ListProps<Search> {
  /** Columns, density and views are remembered under this name. */
  name: string
  title: string
  /** The page that leads to this list. */
  within?: { to: LinkProps['to']; label: string }
  /** Description of the rows, under the title, or in place of the search field in an embedded list. */
  lead?: ReactNode
  /** What the reader must know of the rows, after the title. */
  note?: ReactNode
  /** Other views of the same subject. */
  tabs?: ReactNode
  /** Quiet facts of the data: its age. */
  aside?: (answer: Answer | undefined) => ReactNode
  /** Replaces title, lead and tabs: a summary of all rows. */
  head?: (answer: Answer | undefined) => ReactNode
  /** What a row is: 会員. */
  noun: string
  /** Right of the title: 新規登録 and the like. */
  actions?: ReactNode
  query: (search: Search) => ListQuery<Row, Answer>
  columns: readonly ListColumn<Row>[]
  /** The order of the list when the URL names none: `kana`, `-updatedAt`. */
  defaultSort: string
  /** Absent: the list has no search. */
  searchHint?: string
  filters?: readonly ListFilter[]
  /** The name of a row, for its checkbox and screen readers. */
  rowLabel: (row: Row) => string
  /** Null for a row without a link. */
  rowPath: (row: Row) => string | null
  /** Alternative display of the rows at any width; print always uses the table. */
  tiles?: false | ((shown: RowsShown<Row>) => ReactNode)
  /** Whether the record opens over the list, which keeps its search, rows and scroll position. */
  opensOver?: boolean
  /** Makes rows selectable; renders the actions in a bar over the list. */
  selection?: false | ((rows: Row[], clear: () => void) => ReactNode)
  /** Offers all rows of the list, at most so many, once any is selected. */
  mostSelected?: number
  /** False where the URL also determines whose rows these are, not only filters. */
  hasViews?: false
  /** Conditions shared among shops, listed below the user's own. */
  SharedViews?: ComponentType<SharedViewsProps>
  /** Exports the filtered list as CSV; false without the permission. */
  csv?: false | ((search: Search, signal: AbortSignal) => Promise<Response>)
  /** False where every read is audited: no prefetching. */
  readsAhead?: false
  /** Whether the list is the last part of a screen with its own title and height. */
  isPart?: true
  /** Shown when the list's shop (or similar) is not found, where a retry would not help. */
  notFound?: ReactNode
  /** Shown when the list has no rows yet. */
  firstUse?: ReactNode
  /** The empty state, based on the response. */
  nothing?: (answer: Answer) => ReactNode
  /** Lines under the rows, such as totals. */
  sums?: (answer: Answer) => Sums<Row>
}
