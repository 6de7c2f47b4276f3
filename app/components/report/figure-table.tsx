import { memo, type ReactNode } from 'react'
import { cn } from '~/lib/utils'
import { type ColumnHead, cells, RowHead, ScrollTable, TableHead, type TableSort } from './scroll-table'

export interface FigureColumn<Row> extends ColumnHead {
  /** A row's text in this column, or its link. */
  value: (row: Row) => ReactNode
  /** In the last row. */
  total?: ReactNode
}

interface RowProps<Row> {
  /** In the first column. */
  nameOf: (row: Row) => ReactNode
  /** The name of a group of rows, above its first one. */
  groupOf?: ((row: Row) => string | undefined) | undefined
  /** `false`: a column that this reader or this report does not have. */
  columns: readonly (FigureColumn<Row> | false)[]
  rowClass?: string | undefined
}

interface FigureTableProps<Row> extends RowProps<Row> {
  caption: string
  /** What the rows are, above their names. */
  head: string
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Name of the last row, which has the columns' totals. */
  total?: ReactNode
  sort?: TableSort
  className?: string
  /** Many columns. */
  isDense?: boolean
}

/**
 * Figures in rows and columns, each row with a name. It scrolls with sticky heads and totals, and its links are a
 * single Tab stop (`ScrollTable`). A row is drawn again only when it or the columns are others.
 */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { caption, head, rows, keyOf, nameOf, groupOf, columns, total, sort, rowClass, ...scroll } = props
  return (
    <ScrollTable caption={caption} {...scroll}>
      <TableHead rows={head} columns={columns} sort={sort} />
      <tbody>
        {rows.map((row) => (
          <FigureRow key={keyOf(row)} {...{ row, nameOf, groupOf, columns, rowClass }} />
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr>
            <th scope="row" className={cells.totalRow}>
              {total}
            </th>
            {columns.map(
              (column, at) =>
                column && (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <td key={at} className={cn(cells.total, column.isScreenOnly && 'print:hidden')}>
                    {column.total}
                  </td>
                ),
            )}
          </tr>
        </tfoot>
      )}
    </ScrollTable>
  )
}

const FigureRow = memo(function FigureRow<Row>({
  row,
  nameOf,
  groupOf,
  columns,
  rowClass,
}: RowProps<Row> & { row: Row }) {
  const group = groupOf?.(row)
  return (
    <>
      {group && (
        <tr>
          <th scope="rowgroup" className={cn(cells.row, 'bg-muted font-semibold')}>
            {group}
          </th>
          <td colSpan={columns.length} className="border-b bg-muted" />
        </tr>
      )}
      <tr className={rowClass}>
        <RowHead>{nameOf(row)}</RowHead>
        {columns.map(
          (column, at) =>
            column && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <td key={at} className={cn(cells.value, column.isScreenOnly && 'print:hidden')}>
                {column.value(row)}
              </td>
            ),
        )}
      </tr>
    </>
  )
}) as <Row>(props: RowProps<Row> & { row: Row }) => ReactNode
