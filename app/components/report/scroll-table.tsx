import { ChevronDown, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { cn } from '~/lib/utils'
import type { FigureSort } from './figure-sort'
import { InfoTip, type TipText } from './info-tip'
import { useCellLinks } from './use-cell-links'

interface ScrollTableProps {
  caption: string
  children: ReactNode
  className?: string
  /** Many columns. */
  isDense?: boolean
}

/**
 * A table that scrolls in both directions with a sticky header and first column. Its links and buttons are a single Tab
 * stop.
 */
export function ScrollTable({ caption, children, className = 'max-h-[364px]', isDense = false }: ScrollTableProps) {
  const { scroller, table, handlers } = useCellLinks()
  useLayoutEffect(() => (scroller.current ? markMore(scroller.current) : undefined), [scroller])
  return (
    <div className="group/table relative">
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-0 z-30 hidden w-3 rounded-r-md bg-linear-to-l from-foreground/20 to-transparent not-print:group-data-more/table:block group-data-scrolls/table:max-sm:bottom-5"
      />
      <section
        ref={scroller}
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-flows
        // Texts for screen readers stay within the scroller: their box would widen the page.
        className={cn('relative overflow-auto rounded-md border', className)}
      >
        <table
          ref={table}
          {...handlers}
          className={cn(
            'w-full border-separate border-spacing-0',
            // Keeps clear of the page's header and the hint.
            '[&_:is(a,button)]:scroll-my-16',
            isDense ? 'text-[13px] not-print:[&_tr>:not(:first-child)]:px-1.5' : 'text-sm',
          )}
        >
          <caption className="sr-only">{caption}</caption>
          {children}
        </table>
      </section>
      <p className="hidden pt-1 text-xs text-muted-foreground not-print:group-data-scrolls/table:max-sm:block">
        横にスクロールできます
      </p>
      <KeyboardHint />
    </div>
  )
}

/** Marks the frame of a scroller while there is more at its right, before the browser paints. */
function markMore(scroller: HTMLElement) {
  const mark = () => {
    const hidden = scroller.scrollWidth - scroller.clientWidth
    scroller.parentElement?.toggleAttribute('data-scrolls', hidden > 1)
    scroller.parentElement?.toggleAttribute('data-more', hidden - scroller.scrollLeft > 1)
  }
  const sizes = new ResizeObserver(mark)
  for (const box of [scroller, ...scroller.children]) sizes.observe(box)
  scroller.addEventListener('scroll', mark, { passive: true })
  return () => {
    sizes.disconnect()
    scroller.removeEventListener('scroll', mark)
  }
}

/** Visual hint for keyboard navigation, at the table's end or at the window's bottom. */
const KeyboardHint = () => (
  <div
    aria-hidden
    className="sticky bottom-7 z-30 hidden h-0 justify-end not-print:group-has-[table_:focus-visible]/table:flex"
  >
    <p className="mt-px h-fit rounded-xs border bg-popover px-2 text-xs leading-4 text-muted-foreground">
      矢印キーで移動し、Enterで開きます
    </p>
  </div>
)

export interface ColumnHead {
  label: string
  /** In place of the label. */
  head?: ReactNode
  formula?: TipText
  /** Full name for the formula, where the label alone is unclear. */
  tip?: string
  /** The table can be sorted by the column of this name. */
  sortId?: string
  /** Not printed, for lack of space. */
  isScreenOnly?: boolean | undefined
}

export interface TableSort {
  shown: FigureSort | undefined
  onSort: (id: string) => void
}

interface TableHeadProps {
  /** What the rows are. */
  rows: string
  columns: readonly (ColumnHead | false)[]
  sort?: TableSort | undefined
}

/** Header cells of figures have a formula tip. */
export const TableHead = ({ rows, columns, sort }: TableHeadProps) => (
  <thead>
    <tr>
      <th scope="col" className={cells.corner}>
        {rows}
      </th>
      {columns.map((column, at) => {
        if (!column) return null
        const { label, head = label, formula, tip, sortId, isScreenOnly } = column
        if (sort && sortId) return <SortableHead key={sortId} {...{ column, sort, sortId }} />
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <th key={at} scope="col" className={cn(cells.head, isScreenOnly && 'print:hidden')}>
            {formula ? (
              <InfoTip label={tip ?? label} text={formula}>
                {head}
              </InfoTip>
            ) : (
              head
            )}
          </th>
        )
      })}
    </tr>
  </thead>
)

interface SortableHeadProps {
  column: ColumnHead
  sort: TableSort
  sortId: string
}

function SortableHead({ column: { label, formula, isScreenOnly }, sort, sortId }: SortableHeadProps) {
  const direction = sort.shown?.id === sortId ? sort.shown.direction : undefined
  const Arrow = direction ? ChevronDown : ChevronsUpDown
  return (
    <th
      scope="col"
      // Screen readers repeat it with each cell, so it must not include the buttons' text.
      aria-label={label}
      aria-sort={direction ?? 'none'}
      className={cn(cells.head, 'px-1!', isScreenOnly && 'print:hidden')}
    >
      <span className="-ml-1 flex items-center justify-end">
        {formula && <InfoTip label={label} text={formula} />}
        <button
          type="button"
          onClick={() => sort.onSort(sortId)}
          className="inline-flex h-7 flex-row-reverse items-center gap-0.5 rounded-sm pr-2 pl-0.5 font-medium hover:bg-card"
        >
          {label}
          <Arrow
            aria-hidden
            className={cn(
              'size-3.5 shrink-0 print:hidden',
              direction ? 'text-primary' : 'text-muted-foreground',
              direction === 'ascending' && 'rotate-180',
            )}
          />
        </button>
      </span>
    </th>
  )
}

/** A row's name of any length: on a phone it leaves room for the figures. */
export const RowHead = ({ children }: { children: ReactNode }) => (
  <th scope="row" className={cells.row}>
    <span className="block w-max whitespace-normal max-sm:max-w-[40vw] print:w-auto">{children}</span>
  </th>
)

/** Cell styles. */
export const cells = {
  corner: 'sticky top-0 left-0 z-20 border-b bg-muted px-3 py-2 text-left font-medium whitespace-nowrap',
  head: 'sticky top-0 z-10 border-b bg-muted px-2 py-2 text-right font-medium whitespace-nowrap',
  row: 'figures sticky left-0 z-[1] border-b bg-card px-3 py-1.5 text-left font-normal whitespace-nowrap',
  value: 'figures border-b px-2 py-1.5 text-right whitespace-nowrap',
  totalRow: 'sticky bottom-0 left-0 z-20 bg-muted px-3 py-2 text-left font-semibold whitespace-nowrap',
  total: 'figures sticky bottom-0 bg-muted px-2 py-2 text-right font-semibold whitespace-nowrap',
}
