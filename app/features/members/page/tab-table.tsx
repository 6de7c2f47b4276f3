import type { ReactNode } from 'react'
import { orNone } from '~/components/or-none'
import { useIsNarrow } from '~/components/resource-table/media'
import { ScrollBox } from '~/components/scroll-box'
import { cn } from '~/lib/utils'

export interface TabColumn<Row> {
  id: string
  label: string
  /** Header text, if it differs from the label. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'right'
  className?: string
}

interface TabTableProps<Row> {
  /** What the rows are: 会員の契約. */
  label: string
  rows: readonly Row[]
  /** The first column names the row. */
  columns: readonly TabColumn<Row>[]
  isQuiet?: (row: Row) => boolean
}

/** A short table of one member's rows; cards on phones. */
export function TabTable<Row extends { id: string }>({ label, rows, columns, isQuiet }: TabTableProps<Row>) {
  const isNarrow = useIsNarrow()
  const [first, ...rest] = columns
  const tone = (row: Row) => isQuiet?.(row) && 'text-muted-foreground'
  if (isNarrow) {
    return (
      <ul aria-label={label} className="space-y-2">
        {rows.map((row) => (
          <li key={row.id} className={cn('rounded-lg border bg-card px-3.5 py-2.5 text-sm shadow-card', tone(row))}>
            <div className="font-medium">{first?.cell(row)}</div>
            <dl className="mt-1 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-0.5">
              {rest.map((column) => (
                <div key={column.id} className="col-span-2 grid grid-cols-subgrid">
                  <dt className="text-muted-foreground">{column.label}</dt>
                  <dd className="figures min-w-0 wrap-anywhere">{orNone(column.cell(row))}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ScrollBox label={label} flows className="rounded-lg border bg-card shadow-card print:shadow-none">
      <table className="w-full text-sm print:text-[8.5pt]">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label, head, align, className }) => (
              <th
                key={id}
                scope="col"
                className={cn(
                  'h-9 border-b px-3 text-left text-xs font-medium whitespace-nowrap text-muted-foreground first:pl-4',
                  align === 'right' && 'text-right',
                  className,
                )}
              >
                {head ?? label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={cn('group/row print:break-inside-avoid', tone(row))}>
              {columns.map(({ id, cell, align, className }, at) => {
                const look = cn(
                  'figures border-b px-3 py-2 text-left font-normal group-last/row:border-b-0 first:pl-4',
                  align === 'right' && 'text-right whitespace-nowrap',
                  className,
                )
                return at === 0 ? (
                  <th key={id} scope="row" className={look}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} className={look}>
                    {orNone(cell(row))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
