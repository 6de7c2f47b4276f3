import type { RefObject } from 'react'
import { TableHeader } from '~/components/resource-table/table-header'
import { Cards, SkeletonBody, TableRegion } from '~/components/resource-table/table-region'
import { type ListColumn, rowHeight } from '~/components/resource-table/types'
import { useVirtual } from '~/components/resource-table/use-virtual'
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
  /** Brings a row to the screen that is not drawn yet. */
  reach: RefObject<((index: number) => void) | null>
}

interface FigureTableProps<Row> extends RowsView<Row> {
  label: string
  total: number
  /** The number of placeholder rows while loading. */
  awaited: number
}

/** From here on only the rows on the screen are drawn; until the virtualiser has come, the first ones. */
const virtualFrom = 100
const firstRows = 24
/** A card's height is measured; this is the guess before, in pixels. */
const cardHeight = 190

const unsorted = () => {}
const stuck = 'sticky left-0 z-10 border-r bg-inherit'

/** The places of the rows that are drawn without the virtualiser. */
const placesOf = (rows: readonly unknown[]) =>
  rows.map((_, index) => index).slice(0, rows.length > virtualFrom ? firstRows : undefined)

/** The rows of a figure, and under them what they add up to. */
export function FigureTable<Row>({
  columns,
  rows,
  lines,
  offset,
  reach,
  label,
  total,
  awaited,
}: FigureTableProps<Row>) {
  const virtual = useVirtual(rows.length > virtualFrom)
  const rowAt = (index: number) => {
    const row = rows[index] as Row
    return (
      <tr
        key={offset + index}
        data-row={index}
        aria-rowindex={offset + index + 2}
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
    )
  }
  return (
    <TableRegion
      label={label}
      density="comfortable"
      columns={columns}
      hasTicks={false}
      rowCount={total + 1 + lines.length}
      header={<TableHeader columns={columns} sort="" defaultSort="" onSort={unsorted} onIntent={unsorted} />}
    >
      {(scroller) => (
        <>
          {awaited > 0 ? (
            <SkeletonBody rows={Math.min(awaited, firstRows)} columns={columns.length} />
          ) : rows.length > virtualFrom && virtual ? (
            <virtual.VirtualBody count={rows.length} height={rowHeight.comfortable} reach={reach} region={scroller}>
              {rowAt}
            </virtual.VirtualBody>
          ) : (
            <tbody>{placesOf(rows).map(rowAt)}</tbody>
          )}
          {lines.length > 0 && (
            <tfoot className="sticky bottom-0 z-20">
              {lines.map((line, at) => (
                <tr key={line.label} aria-rowindex={total + 2 + at} className={cn('bg-muted', weightOf(line))}>
                  {columns.map((column, place) =>
                    place === 0 ? (
                      <th
                        key={column.id}
                        scope="row"
                        className={cn('h-10 border-t px-3 text-left whitespace-nowrap sm:px-4', weightOf(line), stuck)}
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

const weightOf = ({ isTotal }: SumLine) => (isTotal ? 'font-semibold' : 'font-normal')

/** Several values say which column each is of. */
function sumTexts<Row>(columns: readonly ListColumn<Row>[], { values }: SumLine): string[] {
  const summed = columns.filter(({ id }) => values[id] !== undefined)
  return summed.map(({ id, label }) => (summed.length > 1 ? `${label} ${values[id]}` : `${values[id]}`))
}

/** The same where there is no room for a table. */
export function FigureCards<Row>({ columns, rows, lines, reach }: RowsView<Row>) {
  const [first, ...rest] = columns
  const virtual = useVirtual(rows.length > virtualFrom)
  const cardAt = (index: number) => {
    const row = rows[index] as Row
    return (
      <article data-row={index} className="rounded-lg border bg-card p-3 shadow-card">
        <div className="font-medium">{first?.cell(row)}</div>
        <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-[13px]">
          {rest.map((column) => (
            <div key={column.id} className="contents">
              <dt className="text-muted-foreground">{column.label}</dt>
              <dd className="figures min-w-0 text-right wrap-anywhere">{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      </article>
    )
  }
  return (
    <>
      {rows.length > virtualFrom && virtual ? (
        <virtual.VirtualCards count={rows.length} height={cardHeight} reach={reach}>
          {cardAt}
        </virtual.VirtualCards>
      ) : (
        <Cards indexes={placesOf(rows)} card={cardAt} />
      )}
      {lines.length > 0 && (
        <dl className="mt-2 space-y-1 rounded-lg border bg-muted p-3 text-sm">
          {lines.map((line) => (
            <div key={line.label} className={cn('flex justify-between gap-4', weightOf(line))}>
              <dt>{line.label}</dt>
              <dd className="figures text-right">
                {sumTexts(columns, line).map((text) => (
                  <span key={text} className="block whitespace-nowrap">
                    {text}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
