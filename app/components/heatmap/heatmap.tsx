import { type KeyboardEvent, useRef, useState } from 'react'
import { isComposing } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { type Cell, cellAfter, shade } from './heatmap-geometry'

interface HeatmapProps {
  /** The chart in words. */
  label: string
  rows: { key: string; label: string; values: (number | null)[] }[]
  columns: string[]
  highest: number
  /** The text of a cell where there is room. */
  format: (value: number | null) => string
  /** The description of one cell. */
  describeCell: (cell: Cell) => string
}

const colorOf = (value: number | null, highest: number) =>
  `color-mix(in oklab, var(--chart-bar) ${shade(value, highest)}%, var(--card))`

/** Values by row and column; higher values are darker. Pointer, touch and arrow keys read each cell. */
export function Heatmap({ label, rows, columns, highest, format, describeCell }: HeatmapProps) {
  const table = useRef<HTMLTableElement>(null)
  // The described cell (pointer or focus), and the keyboard position, which the pointer does not move.
  const [current, setCurrent] = useState<Cell>()
  const [entrance, setEntrance] = useState<Cell>({ row: 0, column: 0 })

  const move = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const next = cellAfter(event.key, entrance, rows.length, columns.length)
    if (!next) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.column}"]`)?.focus()
  }

  return (
    <div className="@container">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells arrow keys reach
        role="grid"
        aria-label={label}
        onKeyDown={move}
        onPointerLeave={() => setCurrent(undefined)}
        className="w-full table-fixed border-separate border-spacing-px text-[11px]"
      >
        <thead>
          <tr>
            <td className="w-7 print:w-9" />
            {columns.map((column, index) => (
              <th key={column} scope="col" className="h-6 font-normal text-muted-foreground">
                <span className={cn(index % 3 !== 0 && 'sr-only @min-[640px]:not-sr-only')}>{column}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.key}>
              <th scope="row" className="font-normal text-muted-foreground">
                {row.label}
              </th>
              {row.values.map((value, column) => {
                const cell = { row: rowIndex, column }
                const show = () => setCurrent(cell)
                const isCurrent = current?.row === rowIndex && current.column === column
                return (
                  <td
                    key={columns[column]}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid's cell
                    role="gridcell"
                    data-cell={`${rowIndex}-${column}`}
                    tabIndex={entrance.row === rowIndex && entrance.column === column ? 0 : -1}
                    onFocus={() => {
                      setEntrance(cell)
                      show()
                    }}
                    onPointerEnter={show}
                    onPointerDown={show}
                    style={{ backgroundColor: colorOf(value, highest) }}
                    className={cn(
                      'h-8 rounded-xs p-0 text-center ring-border ring-inset print:[print-color-adjust:exact]',
                      isCurrent ? 'ring-2 ring-foreground' : 'ring-1',
                    )}
                  >
                    <span aria-hidden className="hidden @min-[640px]:inline print:inline">
                      {format(value)}
                    </span>
                    <span className="sr-only">{describeCell(cell)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-2 flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs">
        {/* Hidden from screen readers: the focused cell has the same label. */}
        <p aria-hidden className="figures font-medium print:hidden">
          {current && describeCell(current)}
        </p>
        <ShadeScale highest={highest} format={format} />
      </div>
    </div>
  )
}

function ShadeScale({ highest, format }: Pick<HeatmapProps, 'highest' | 'format'>) {
  return (
    <p className="figures ml-auto flex items-center gap-1.5 text-muted-foreground">
      <span className="sr-only">色の濃さ:</span>0
      <span aria-hidden className="flex">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span
            key={share}
            className="h-3 w-5 ring-1 ring-border ring-inset"
            style={{ backgroundColor: colorOf(share, 1) }}
          />
        ))}
      </span>
      {format(highest)}
    </p>
  )
}
