import { type ChangeEvent, memo, type ReactNode } from 'react'
import { cn } from '~/lib/utils'
import { isEmpty, orNone } from '../or-none'
import type { ListColumn } from './types'

export interface RowView<Row> {
  row: Row
  index: number
  /** URL of the row's record; null for a row without a link. */
  href: string | null
  label: string
  isOpen: boolean
  columns: readonly ListColumn<Row>[]
  /** Undefined where rows are not selectable. */
  selected: boolean | undefined
  onSelect: (index: number, event: ChangeEvent<HTMLInputElement>) => void
}

interface TableRowProps<Row> extends RowView<Row> {
  /** Its position in the whole list, for screen readers: only some rows are rendered. */
  ariaRow: number
}

const stuck = 'sticky left-0 z-10 border-r bg-inherit print:static'

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
        'group/row hover:bg-muted focus-within:bg-muted print:break-inside-avoid',
        href !== null && 'cursor-pointer',
        isOpen || selected ? 'bg-accent' : 'bg-card',
      )}
    >
      {selected !== undefined && (
        <td className="h-(--row) border-b pl-4 align-middle print:hidden">
          <Tick label={label} checked={selected} onChange={(event) => onSelect(index, event)} />
        </td>
      )}
      {columns.map((column, at) =>
        at === 0 ? (
          <th
            key={column.id}
            scope="row"
            className={cn(
              'h-(--row) border-b px-3 text-left align-middle font-normal sm:px-4',
              stuck,
              column.acts && 'print:hidden',
            )}
          >
            <RecordLink href={href} isOpen={isOpen}>
              {column.cell(row)}
            </RecordLink>
          </th>
        ) : (
          <td
            key={column.id}
            className={cn(
              'h-(--row) overflow-hidden border-b px-3 align-middle text-ellipsis whitespace-nowrap print:px-1.5 print:whitespace-normal',
              column.align === 'right' && 'figures text-right',
              column.acts && 'print:hidden',
            )}
          >
            {orNone(column.cell(row))}
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
  const at = (...places: ListColumn<Row>['card'][]) => rest.filter(({ card }) => places.includes(card))
  return (
    <article
      data-row={index}
      className={cn('flex gap-3 rounded-lg border px-3 py-2 shadow-card', isOpen || selected ? 'bg-accent' : 'bg-card')}
    >
      {selected !== undefined && <Tick label={label} checked={selected} onChange={(event) => onSelect(index, event)} />}
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0 flex-1">
            <RecordLink href={href} isOpen={isOpen}>
              {first?.cell(row)}
            </RecordLink>
          </div>
          {at('beside').map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
        <div className="mt-0.5 flex items-end justify-between gap-2">
          <CardTexts columns={at('text', 'labelled')} row={row} />
          {at('end').map((column) => (
            <div key={column.id} className="-mr-1.5 -mb-1 shrink-0">
              {column.cell(row)}
            </div>
          ))}
        </div>
      </div>
    </article>
  )
}
/** The row as a card, for narrow windows. */
export const Card = memo(PlainCard) as typeof PlainCard

/** A card's secondary text without the empty cells; a label that the value makes obvious is for screen readers only. */
export const CardTexts = <Row,>({ columns, row }: { columns: readonly ListColumn<Row>[]; row: Row }) => (
  <dl className="flex min-w-0 flex-wrap gap-x-3 text-xs leading-5 text-muted-foreground">
    {columns.map((column) => {
      const value = column.cell(row)
      if (isEmpty(value)) return null
      return (
        <div key={column.id} className="flex min-w-0 gap-1.5">
          <dt className={cn('shrink-0', column.card === 'text' && 'sr-only')}>{column.label}</dt>
          <dd className="figures min-w-0 truncate text-foreground">{value}</dd>
        </div>
      )
    })}
  </dl>
)

/** Without a link, `j` and `k` still reach the row, but Tab skips it. */
export const RecordLink = ({
  href,
  isOpen,
  children,
}: {
  href: string | null
  isOpen: boolean
  children: ReactNode
}) =>
  href === null ? (
    <span data-record tabIndex={-1} className="block max-w-full truncate rounded-sm print:whitespace-normal">
      {children}
    </span>
  ) : (
    <a
      href={href}
      data-record
      aria-current={isOpen || undefined}
      className="block max-w-full truncate rounded-sm font-medium underline-offset-4 group-hover/row:underline print:whitespace-normal"
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

/** A checkbox with a large hit area; Shift selects a range. */
export const Tick = ({ label, checked, isPartly = false, onChange }: TickProps) => (
  <label className="grid size-6 shrink-0 cursor-pointer place-items-center select-none">
    <input
      type="checkbox"
      aria-label={`${label}を選択`}
      ref={(box) => {
        if (box) box.indeterminate = isPartly
      }}
      checked={checked}
      onChange={onChange}
      className="size-4 accent-primary"
    />
  </label>
)

/** A main line with a small one under it; side by side in compact rows. */
export const TwoLines = ({ main, sub }: { main: ReactNode; sub: ReactNode }) => (
  <span className="flex min-w-0 flex-col leading-snug group-data-[density=compact]/list:flex-row group-data-[density=compact]/list:items-baseline group-data-[density=compact]/list:gap-2">
    <span className="truncate group-data-[density=compact]/list:shrink-0 print:whitespace-normal">{main}</span>
    {sub && (
      <span className="truncate text-xs font-normal text-muted-foreground max-sm:whitespace-normal print:whitespace-normal">
        {sub}
      </span>
    )}
  </span>
)
