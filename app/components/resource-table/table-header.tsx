import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { cn } from '~/lib/utils'
import { Tick } from './rows'
import type { ListColumn } from './types'

interface TableHeaderProps<Row> {
  columns: readonly ListColumn<Row>[]
  /** The current order, `kana` or `-kana`, including the default. */
  sort: string
  defaultSort: string
  onSort: (sort: string | undefined) => void
  onIntent: (sort: string | undefined) => void
  /** Undefined where rows are not selectable. */
  all?: { checked: boolean; isPartly: boolean; onChange: (event: ChangeEvent<HTMLInputElement>) => void }
}

/** Cycles ascending, descending, default order. */
function nextSort(column: { sortKey: string; sortFirst?: 'desc' }, sort: string, defaultSort: string) {
  const ways = [column.sortKey, `-${column.sortKey}`]
  if (column.sortFirst) ways.reverse()
  const steps = [...ways.filter((way) => way !== defaultSort), undefined]
  return steps[(steps.indexOf(sort === defaultSort ? undefined : sort) + 1) % steps.length]
}

export function TableHeader<Row>({ columns, sort, defaultSort, onSort, onIntent, all }: TableHeaderProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {all && (
          <th scope="col" className="sticky top-0 z-20 border-b bg-muted pl-4 print:hidden">
            <Tick label="このページのすべて" {...all} />
          </th>
        )}
        {columns.map((column, at) => {
          const direction =
            sort === column.sortKey ? 'ascending' : sort === `-${column.sortKey}` ? 'descending' : undefined
          const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ArrowUpDown
          const { sortKey } = column
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={sortKey === undefined ? undefined : (direction ?? 'none')}
              className={cn(
                'sticky top-0 h-8 border-b bg-muted font-medium whitespace-nowrap print:static',
                at === 0 ? 'left-0 z-30 border-r px-1 sm:px-2' : 'z-20 px-1',
                column.align === 'right' ? 'text-right' : 'text-left',
                column.acts && 'print:hidden',
              )}
            >
              {/* Chromium omits buttons in table heads that are repeated on the next printed page. */}
              <span className="hidden px-1.5 print:inline">
                {column.label}
                {direction && (direction === 'ascending' ? ' ↑' : ' ↓')}
              </span>
              {sortKey === undefined ? (
                <span className="px-2 print:hidden">{column.label}</span>
              ) : (
                <button
                  type="button"
                  onClick={() => onSort(nextSort({ ...column, sortKey }, sort, defaultSort))}
                  onPointerEnter={() => onIntent(nextSort({ ...column, sortKey }, sort, defaultSort))}
                  onFocus={() => onIntent(nextSort({ ...column, sortKey }, sort, defaultSort))}
                  className={cn(
                    'inline-flex h-7 print:hidden max-w-full items-center gap-1 rounded-sm px-2 font-medium hover:bg-card',
                    column.align === 'right' && 'flex-row-reverse',
                  )}
                >
                  {column.label}
                  <Arrow
                    aria-hidden
                    className={cn(
                      'size-3.5 shrink-0',
                      !direction && 'print:hidden',
                      direction ? 'text-primary' : 'text-muted-foreground',
                    )}
                  />
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
