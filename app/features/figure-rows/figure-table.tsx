import type { ReactNode } from 'react'
import { TableHeader } from '~/components/resource-table/table-header'
import { TableRegion } from '~/components/resource-table/table-region'
import type { ListColumn } from '~/components/resource-table/types'
import { cn } from '~/lib/utils'

/** A line under the rows: its words, and a text under some of the columns. */
export interface SumLine {
  label: string
  values: Record<string, string>
  isTotal?: boolean
}

interface RowsView<Row> {
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  lines: readonly SumLine[]
  /** Of the page's first row. */
  offset: number
}

interface FigureTableProps<Row> extends RowsView<Row> {
  label: string
  rowCount: number
  /** What stands there until the rows have come. */
  children?: ReactNode
}

const unsorted = () => {}
const stuck = 'sticky left-0 z-10 border-r bg-inherit'

/** The rows of a figure, and under them what they add up to. */
export function FigureTable<Row>({ columns, rows, lines, offset, label, rowCount, children }: FigureTableProps<Row>) {
  return (
    <TableRegion
      label={label}
      density="comfortable"
      columns={columns}
      hasTicks={false}
      rowCount={rowCount}
      header={<TableHeader columns={columns} sort="" defaultSort="" onSort={unsorted} onIntent={unsorted} />}
    >
      {() => (
        <>
          {children}
          <tbody>
            {rows.map((row, at) => (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own: somebody may leave twice a month
                key={offset + at}
                data-row={at}
                aria-rowindex={offset + at + 2}
                className="group/row bg-card hover:bg-muted focus-within:bg-muted has-[a[data-record]]:cursor-pointer"
              >
                {columns.map((column, place) => {
                  const Cell = place === 0 ? 'th' : 'td'
                  return (
                    <Cell
                      key={column.id}
                      scope={place === 0 ? 'row' : undefined}
                      className={cn(
                        'h-(--row) overflow-hidden border-b px-3 text-left align-middle font-normal text-ellipsis whitespace-nowrap',
                        place === 0 && `sm:px-4 ${stuck}`,
                        column.align === 'right' && 'figures text-right',
                      )}
                    >
                      {column.cell(row)}
                    </Cell>
                  )
                })}
              </tr>
            ))}
          </tbody>
          {lines.length > 0 && (
            <tfoot className="sticky bottom-0 z-20">
              {lines.map((line, at) => (
                <tr
                  key={line.label}
                  aria-rowindex={rowCount - lines.length + at + 1}
                  className={cn('bg-muted', line.isTotal && 'font-semibold')}
                >
                  {columns.map((column, place) =>
                    place === 0 ? (
                      <th
                        key={column.id}
                        scope="row"
                        className={cn(
                          'h-10 border-t px-3 text-left whitespace-nowrap sm:px-4',
                          line.isTotal ? 'font-semibold' : 'font-normal',
                          stuck,
                        )}
                      >
                        {line.label}
                      </th>
                    ) : (
                      <td key={column.id} className="figures h-10 border-t px-3 text-right whitespace-nowrap">
                        {line.values[column.id]}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tfoot>
          )}
        </>
      )}
    </TableRegion>
  )
}

/** The same where there is no room for a table. */
export function FigureCards<Row>({ columns: [first, ...rest], rows, lines, offset }: RowsView<Row>) {
  return (
    <>
      <ul className="space-y-2">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={offset + at} data-row={at} className="rounded-lg border bg-card p-3 shadow-card">
            <div className="font-medium">{first?.cell(row)}</div>
            <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-[13px]">
              {rest.map((column) => (
                <div key={column.id} className="contents">
                  <dt className="text-muted-foreground">{column.label}</dt>
                  <dd className="figures min-w-0 text-right wrap-anywhere">{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <dl className="mt-2 space-y-1 rounded-lg border bg-muted p-3 text-sm">
          {lines.map((line) => (
            <div key={line.label} className={cn('flex justify-between gap-4', line.isTotal && 'font-semibold')}>
              <dt>{line.label}</dt>
              <dd className="figures text-right">{Object.values(line.values).join('・')}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
