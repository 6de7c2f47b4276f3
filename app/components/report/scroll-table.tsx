import type { ReactNode } from 'react'
import { cn } from '~/lib/utils'
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
  return (
    <div className="group/table relative">
      <section
        ref={scroller}
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-flows
        // Texts for screen readers stay within the scroller: their box would widen the page.
        className={cn('relative overflow-auto rounded-md border print:max-h-none print:overflow-visible', className)}
      >
        <table
          ref={table}
          {...handlers}
          className={cn(
            'w-full border-separate border-spacing-0 print:text-[8pt] print:[&_th]:[word-break:auto-phrase] print:[&_th]:whitespace-normal print:[&_tr]:break-inside-avoid',
            // Keeps clear of the page's header and the hint.
            '[&_:is(a,button)]:scroll-my-16',
            // A tfoot would repeat on each printed page.
            'print:[&>tfoot]:table-row-group',
            isDense ? 'text-[13px] not-print:[&_tr>:not(:first-child)]:px-1.5' : 'text-sm',
          )}
        >
          <caption className="sr-only">{caption}</caption>
          {children}
        </table>
      </section>
      <KeyboardHint />
    </div>
  )
}

/** Visual hint for keyboard navigation, at the table's end or at the window's bottom. */
const KeyboardHint = () => (
  <div
    aria-hidden
    className="sticky bottom-7 z-30 hidden h-0 justify-end group-has-[table_:focus-visible]/table:flex print:hidden"
  >
    <p className="mt-px h-fit rounded-xs border bg-popover px-2 text-xs leading-4 text-muted-foreground">
      矢印キーで移動し、Enterで開きます
    </p>
  </div>
)

interface TableHeadProps {
  /** What the rows are. */
  rows: string
  columns: readonly {
    label: string
    formula?: TipText
    /** Full name for the formula, where the label alone is unclear. */
    tip?: string
  }[]
}

/** Header cells of figures have a formula tip. */
export const TableHead = ({ rows, columns }: TableHeadProps) => (
  <thead>
    <tr>
      <th scope="col" className={cells.corner}>
        {rows}
      </th>
      {columns.map(({ label, formula, tip }) => (
        <th key={label} scope="col" className={cells.head}>
          {formula ? (
            <InfoTip label={tip ?? label} text={formula}>
              {label}
            </InfoTip>
          ) : (
            label
          )}
        </th>
      ))}
    </tr>
  </thead>
)

/** A row's name of any length: on a phone it leaves room for the figures. */
export const RowHead = ({ children }: { children: ReactNode }) => (
  <th scope="row" className={cells.row}>
    <span className="block w-max whitespace-normal max-sm:max-w-[40vw] print:w-auto">{children}</span>
  </th>
)

/** Cell styles. */
export const cells = {
  corner: 'sticky top-0 left-0 z-20 border-b bg-muted px-3 py-2 text-left font-medium whitespace-nowrap print:px-1',
  head: 'sticky top-0 z-10 border-b bg-muted px-2 py-2 text-right font-medium whitespace-nowrap print:px-1',
  row: 'figures sticky left-0 z-[1] border-b bg-card px-3 py-1.5 text-left font-normal whitespace-nowrap print:px-1',
  value: 'figures border-b px-2 py-1.5 text-right whitespace-nowrap print:px-1',
  totalRow: 'sticky bottom-0 left-0 z-20 bg-muted px-3 py-2 text-left font-semibold whitespace-nowrap print:px-1',
  total: 'figures sticky bottom-0 bg-muted px-2 py-2 text-right font-semibold whitespace-nowrap print:px-1',
}
