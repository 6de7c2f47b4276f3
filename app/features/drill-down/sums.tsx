import type { ListColumn, Sums, TableOfSums } from '~/components/resource-table/types'
import { cn } from '~/lib/utils'

/** A totals line: a label, and texts under some columns. */
export interface SumLine {
  label: string
  values: Record<string, string>
  isTotal?: boolean
  /** Total of the page's rows; other lines cover all rows, ignoring the keyword. */
  isOfPage?: boolean
}

interface SumsProps<Row> {
  columns: readonly ListColumn<Row>[]
  lines: readonly SumLine[]
}

type SumRowsProps<Row> = TableOfSums<Row> & SumsProps<Row>

/** Totals as a list shows them. */
export const asSums = <Row,>(lines: readonly SumLine[]): Sums<Row> => ({
  count: lines.length,
  rows: (table) => <SumRows {...table} lines={lines} />,
  card: (columns) => <SumCard columns={columns} lines={lines} />,
})

const weightOf = ({ isTotal }: SumLine) => (isTotal ? 'font-semibold' : 'font-normal')

/** Totals of a table: sticky at the bottom, in print once after the last row. */
const SumRows = <Row,>({ columns, lines, firstAriaRow, hasTicks }: SumRowsProps<Row>) => (
  <tfoot className="sticky bottom-0 z-20 print:static print:table-row-group">
    {lines.map((line, at) => (
      <tr key={line.label} aria-rowindex={firstAriaRow + at} className={cn('bg-muted', weightOf(line))}>
        {hasTicks && <td className="border-t print:hidden" />}
        {columns.map((column, place) =>
          place === 0 ? (
            <th
              key={column.id}
              scope="row"
              className={cn(
                'sticky left-0 z-10 h-9 border-t border-r bg-inherit px-3 text-left whitespace-nowrap sm:px-4 print:static',
                weightOf(line),
              )}
            >
              {line.label}
            </th>
          ) : (
            <td key={column.id} className="figures h-9 border-t px-3 text-right whitespace-nowrap">
              {line.values[column.id]}
            </td>
          ),
        )}
      </tr>
    ))}
  </tfoot>
)

/** Several values are labelled with their column. */
function textsOf<Row>(columns: readonly ListColumn<Row>[], { values }: SumLine): string[] {
  const summed = columns.filter(({ id }) => values[id] !== undefined)
  return summed.map(({ id, label }) => (summed.length > 1 ? `${label} ${values[id]}` : `${values[id]}`))
}

/** The sums as a card below the list, on small screens. */
const SumCard = <Row,>({ columns, lines }: SumsProps<Row>) => (
  <dl className="mt-2 space-y-1 rounded-lg border bg-muted p-3 text-sm">
    {lines.map((line) => (
      <div key={line.label} className={cn('flex justify-between gap-4', weightOf(line))}>
        <dt>{line.label}</dt>
        <dd className="figures text-right">
          {textsOf(columns, line).map((text) => (
            <span key={text} className="block whitespace-nowrap">
              {text}
            </span>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)
