import { type ComponentType, type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Skeleton } from '../ui/skeleton'
import { type Density, type ListColumn, rowHeight } from './types'

interface TableRegionProps<Row> {
  label: string
  density: Density
  columns: readonly ListColumn<Row>[]
  hasTicks: boolean
  rowCount: number
  /** Identity of the page shown; a refetch does not change it. Undefined before its rows have loaded. */
  page: object | undefined
  /** Shows that more columns follow. */
  edge: ComponentType<{ scroller: RefObject<HTMLElement | null> }> | undefined
  header: ReactNode
  children: (scroller: RefObject<HTMLDivElement | null>) => ReactNode
}

/** Width of the column of checkboxes, in pixels. */
export const tickWidth = 52

/**
 * The scroll container of the table: fills the remaining height and keeps the header in place. Column widths are fixed,
 * so that changing rows shift nothing.
 */
export function TableRegion<Row>({
  label,
  density,
  columns,
  hasTicks,
  rowCount,
  page,
  edge: Edge,
  header,
  children,
}: TableRegionProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  // A new page starts at the top; on Back the router restores the scroll position.
  const shown = useRef(page)
  useLayoutEffect(() => {
    if (shown.current && shown.current !== page) scroller.current?.scrollTo({ top: 0 })
    shown.current = page
  }, [page])
  const widths = columns.map(({ width }) => width)
  const least = widths.reduce((sum, width) => sum + width, hasTicks ? tickWidth : 0)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-scroll-restoration-id={label}
        className="relative min-h-0 flex-1 overflow-auto rounded-lg border bg-card shadow-card print:overflow-visible print:rounded-none print:border-0 print:shadow-none"
      >
        <table
          aria-rowcount={rowCount}
          style={{ minWidth: least, '--row': `${rowHeight[density]}px` } as CSSProperties}
          className="w-full table-fixed border-separate border-spacing-0 text-sm print:min-w-0! print:text-[8.5pt] print:[--row:26px]!"
        >
          <caption className="sr-only">{label}</caption>
          <colgroup>
            {hasTicks && <col style={{ width: tickWidth }} className="print:hidden" />}
            {columns.map(({ id, width, acts }) => (
              <col key={id} style={{ width }} className={acts && 'print:hidden'} />
            ))}
          </colgroup>
          {header}
          {children(scroller)}
        </table>
      </section>
      {Edge && <Edge scroller={scroller} />}
    </div>
  )
}

export const Cards = ({ count, card }: { count: number; card: (index: number) => ReactNode }) => (
  <ul className="space-y-2">
    {places(count).map((index) => (
      <li key={index}>{card(index)}</li>
    ))}
  </ul>
)

const places = (count: number) => Array.from({ length: count }, (_, at) => at)

/** One cell a row: a cell for each column would take as long to draw as the rows that it waits for. */
export const SkeletonBody = ({ rows, columns }: { rows: number; columns: number }) => (
  <tbody className="animate-pulse">
    {places(rows).map((row) => (
      <tr key={row}>
        <td colSpan={columns} className="h-(--row) border-b px-3 sm:px-4">
          {row === 0 && <span className="sr-only">読み込み中...</span>}
          <Skeleton className="h-4 w-3/4 animate-none" />
        </td>
      </tr>
    ))}
  </tbody>
)

export const SkeletonCards = () => (
  <div className="space-y-2">
    <p role="status" className="sr-only">
      読み込み中...
    </p>
    {places(6).map((at) => (
      <div key={at} className="h-26 rounded-lg border bg-card p-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-3 h-10" />
      </div>
    ))}
  </div>
)
