import { type ChangeEvent, memo, type ReactNode } from 'react'
import { cn } from '~/lib/utils'
import type { ListColumn } from './types'

export interface RowView<Row> {
  row: Row
  index: number
  /** Where the row's record is; null for a row that leads nowhere. */
  href: string | null
  label: string
  isOpen: boolean
  columns: readonly ListColumn<Row>[]
  /** Undefined where rows are not selected. */
  selected: boolean | undefined
  onSelect: (index: number, event: ChangeEvent<HTMLInputElement>) => void
}

interface TableRowProps<Row> extends RowView<Row> {
  /** Its position in the whole list, for screen readers: only some rows are rendered. */
  ariaRow: number
}

const stuck = 'sticky left-0 z-10 border-r bg-inherit'

function PlainTableRow<Row>({
  row,
  index,
  href,
  label,
  isOpen,
  columns,
  selected,
  onSelect,
  ariaRow,
}: TableRowProps<Row>) {
  return (
    <tr
      data-row={index}
      aria-rowindex={ariaRow}
      aria-selected={selected}
      className={cn(
        'group/row hover:bg-muted focus-within:bg-muted',
        href !== null && 'cursor-pointer',
        isOpen || selected ? 'bg-accent' : 'bg-card',
      )}
    >
      {selected !== undefined && (
        <td className="h-(--row) border-b pl-4 align-middle">
          <Tick label={label} checked={selected} onChange={(event) => onSelect(index, event)} />
        </td>
      )}
      {columns.map((column, at) =>
        at === 0 ? (
          <th
            key={column.id}
            scope="row"
            className={cn('h-(--row) border-b px-3 text-left align-middle font-normal sm:px-4', stuck)}
          >
            <RecordLink href={href} isOpen={isOpen}>
              {column.cell(row)}
            </RecordLink>
          </th>
        ) : (
          <td
            key={column.id}
            className={cn(
              'h-(--row) overflow-hidden border-b px-3 align-middle text-ellipsis whitespace-nowrap',
              column.align === 'right' && 'figures text-right',
            )}
          >
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}
/** A row of the table: its first cell holds the real link, the rest of the row is clickable too. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow

function PlainCard<Row>({ row, index, href, label, isOpen, columns, selected, onSelect }: RowView<Row>) {
  const [first, ...rest] = columns
  return (
    <article
      data-row={index}
      className={cn('flex gap-3 rounded-lg border p-3 shadow-card', isOpen || selected ? 'bg-accent' : 'bg-card')}
    >
      {selected !== undefined && <Tick label={label} checked={selected} onChange={(event) => onSelect(index, event)} />}
      <div className="min-w-0 flex-1">
        <RecordLink href={href} isOpen={isOpen}>
          {first?.cell(row)}
        </RecordLink>
        <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-[13px]">
          {rest.map((column) => (
            <div key={column.id} className="contents">
              <dt className="text-muted-foreground">{column.label}</dt>
              <dd className="figures min-w-0 text-right wrap-anywhere">{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  )
}
/** The same row where there is no room for a table. */
export const Card = memo(PlainCard) as typeof PlainCard

/** Without a record the keys that go from row to row still reach it, and the tab key passes by. */
const RecordLink = ({ href, isOpen, children }: { href: string | null; isOpen: boolean; children: ReactNode }) =>
  href === null ? (
    <span data-record tabIndex={-1} className="block max-w-full truncate rounded-sm">
      {children}
    </span>
  ) : (
    <a
      href={href}
      data-record
      aria-current={isOpen || undefined}
      className="block max-w-full truncate rounded-sm font-medium underline-offset-4 group-hover/row:underline"
    >
      {children}
    </a>
  )

interface TickProps {
  label: string
  checked: boolean
  isPartly?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** A checkbox with a large target; Shift selects the rows in between. */
export const Tick = ({ label, checked, isPartly = false, onChange }: TickProps) => (
  <label className="grid size-6 shrink-0 cursor-pointer place-items-center select-none">
    <span className="sr-only">{label}を選択</span>
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = isPartly
      }}
      checked={checked}
      onChange={onChange}
      className="size-4 accent-primary"
    />
  </label>
)

/** A main line with a small one under it; side by side where rows are low. */
export const TwoLines = ({ main, sub }: { main: ReactNode; sub: ReactNode }) => (
  <span className="flex min-w-0 flex-col leading-snug group-data-[density=compact]/list:flex-row group-data-[density=compact]/list:items-baseline group-data-[density=compact]/list:gap-2">
    <span className="truncate group-data-[density=compact]/list:shrink-0">{main}</span>
    {sub && <span className="truncate text-xs font-normal text-muted-foreground">{sub}</span>}
  </span>
)
