import type { ReactNode } from 'react'
import { orNone } from '~/components/or-none'
import { ScrollBox } from '~/components/scroll-box'
import { dayOfWeek, formatDate } from '~/lib/dates'
import { cn } from '~/lib/utils'
import type { Slot } from './period'

export interface DayColumn<Log> {
  label: string
  /** Cell of a day with a log. */
  cell: (log: Log) => ReactNode
  /** Text instead of numbers. */
  isText?: true
}

interface DayTableProps<Log> {
  /** Caption of the table. */
  label: string
  slots: readonly Slot<Log>[]
  columns: readonly DayColumn<Log>[]
}

const weekend = ['text-holiday', '', '', '', '', '', 'text-saturday']

/** A chart's data as a scrolling table; days without a log are marked as such. */
export const DayTable = <Log,>({ label, slots, columns }: DayTableProps<Log>) => (
  <ScrollBox label={label} flows className="max-h-105 rounded-md border print:max-h-none">
    <table className="w-full border-separate border-spacing-0 text-sm print:text-[8pt]">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col" className="sticky top-0 left-0 z-20 border-b bg-muted px-3 py-2 text-left font-medium">
            日付
          </th>
          {columns.map(({ label, isText }) => (
            <th
              key={label}
              scope="col"
              className={cn(
                'sticky top-0 z-10 border-b bg-muted px-3 py-2 font-medium whitespace-nowrap print:px-1 print:whitespace-normal',
                isText ? 'text-left' : 'text-right',
              )}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slots.map(({ date, log }) => (
          <tr key={date} className="group/row print:break-inside-avoid">
            <th
              scope="row"
              className={cn(
                'figures sticky left-0 z-[1] border-b bg-card px-3 py-1.5 text-left font-normal whitespace-nowrap group-last/row:border-b-0 print:px-1',
                weekend[dayOfWeek(date)],
              )}
            >
              {formatDate(date)}
            </th>
            {columns.map(({ label, cell, isText }) => (
              <td
                key={label}
                className={cn(
                  'figures border-b px-3 py-1.5 group-last/row:border-b-0 print:px-1',
                  isText ? 'min-w-20 text-left' : 'text-right whitespace-nowrap',
                  log === null && 'text-muted-foreground',
                )}
              >
                {orNone(log !== null && cell(log))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
