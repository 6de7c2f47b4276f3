import type { RefObject } from 'react'
import { Card, type RowView, TableRow } from './rows'
import { RowsInSight } from './rows-in-sight'
import { Cards, SkeletonBody, SkeletonCards } from './table-region'
import { type Density, type ListColumn, rowHeight, type Sums } from './types'
import type { useVirtual } from './use-virtual'

/** From this number of rows on, only the visible ones are rendered. */
export const virtualFrom = 100
/** Skeleton lines, and rows until the virtualiser has loaded: enough to fill a window. */
const firstRows = 24
/** Estimated height of a card before it is measured, in pixels. */
const cardHeight = 108

/** The rows of a page, as they are drawn. */
export interface PageOfRows<Row> {
  /** Of the whole list; undefined while the first rows load. */
  total: number | undefined
  count: number
  rowAt: (index: number) => RowView<Row>
  columns: readonly ListColumn<Row>[]
  sums: Sums<Row> | undefined
  /** Paper has room for all rows. */
  isPrinting: boolean
  virtual: ReturnType<typeof useVirtual>
  /** Scrolls to a row that is not rendered yet. */
  reach: RefObject<((index: number) => void) | null>
}

/** The rows where there is no room for a table. */
export const RowsAsCards = <Row extends { id: string }>({ page }: { page: PageOfRows<Row> }) => (
  <>
    <CardsOf page={page} />
    {page.sums && page.sums.count > 0 && page.sums.card(page.columns)}
  </>
)

function CardsOf<Row extends { id: string }>({ page }: { page: PageOfRows<Row> }) {
  const { total, count, rowAt, virtual, isPrinting, reach } = page
  const card = (index: number) => {
    const view = rowAt(index)
    return <Card key={view.row.id} {...view} />
  }
  if (total === undefined) return <SkeletonCards />
  if (count <= virtualFrom || isPrinting || virtual === null) return <Cards count={count} card={card} />
  if (!virtual) return <Cards count={firstRows} card={card} />
  return (
    <virtual.VirtualCards count={count} height={cardHeight} reach={reach}>
      {card}
    </virtual.VirtualCards>
  )
}

interface RowsAsTableProps<Row> {
  page: PageOfRows<Row>
  /** Of the rows shown; keeps its identity while the same page is shown. */
  params: { offset: number; limit: number } | undefined
  /** The page that the search names: also known while no rows have arrived. */
  range: { offset: number; limit: number }
  density: Density
  hasTicks: boolean
  scroller: RefObject<HTMLDivElement | null>
}

/** The bodies of the table: the rows, or their skeleton, and what they add up to. */
export function RowsAsTable<Row extends { id: string }>(props: RowsAsTableProps<Row>) {
  const { page, hasTicks } = props
  const { sums, columns, total = 0 } = page
  return (
    <>
      <BodyOf {...props} />
      {sums && sums.count > 0 && sums.rows({ columns, firstAriaRow: total + 2, hasTicks })}
    </>
  )
}

function BodyOf<Row extends { id: string }>(props: RowsAsTableProps<Row>) {
  const { page, params, range, density, hasTicks, scroller } = props
  const { total, count, rowAt, virtual, isPrinting, reach, columns } = page
  const row = (index: number) => {
    const view = rowAt(index)
    return <TableRow key={view.row.id} {...view} ariaRow={range.offset + index + 2} />
  }
  const isLong = count > virtualFrom
  if (total === undefined) {
    return <SkeletonBody rows={Math.min(range.limit, firstRows)} columns={columns.length + (hasTicks ? 1 : 0)} />
  }
  if (isPrinting || virtual === null) return <tbody>{Array.from({ length: count }, (_, index) => row(index))}</tbody>
  if (isLong && virtual) {
    return (
      <virtual.VirtualBody count={count} height={rowHeight[density]} reach={reach} region={scroller}>
        {row}
      </virtual.VirtualBody>
    )
  }
  return (
    <RowsInSight page={params} count={count} height={rowHeight[density]} upTo={isLong ? firstRows : count}>
      {row}
    </RowsInSight>
  )
}
