import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { isComposing } from '~/lib/composing'
import { addDays, formatDate, mondayOf, shortDay, weekdayName } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { dayAfter, type Slot, weeksOf } from './period'

export interface DayLook {
  /** Content in the cell's centre. */
  mark: ReactNode
  /** Background of the whole cell. */
  ground?: ReactNode
  className?: string
  style?: CSSProperties
}

interface DayCalendarProps<Log> {
  /** Text alternative of the chart. */
  label: string
  slots: readonly Slot<Log>[]
  today: string
  look: (log: Log) => DayLook
  /** Text of a day, without its date. */
  sayDay: (log: Log) => string
}

/** Monday first, as in all reports. */
const week = [1, 2, 3, 4, 5, 6, 0]

/** Calendar with a row per week; days without a log are empty. Pointer, touch and arrow keys read each day. */
export function DayCalendar<Log>({ label, slots, today, look, sayDay }: DayCalendarProps<Log>) {
  const table = useRef<HTMLTableElement>(null)
  // The described day (pointer or focus), and the keyboard position, which the pointer does not move.
  const [current, setCurrent] = useState<Slot<Log>>()
  const [entrance, setEntrance] = useState(0)
  const weeks = weeksOf(slots)
  const text = ({ date, log }: Slot<Log>) =>
    `${formatDate(date)}${date === today ? ' 今日' : ''} ${log === null ? '記録なし' : sayDay(log)}`
  const newest = slots.findLast(({ date, log }) => log !== null && date <= today)
  const read = current ?? newest
  const stop = Math.min(entrance, slots.length - 1)

  const move = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const next = dayAfter(event.key, stop, slots.length)
    if (next === undefined) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-day="${slots[next]?.date}"]`)?.focus()
  }

  return (
    <div>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells arrow keys reach
        role="grid"
        aria-label={label}
        onKeyDown={move}
        onPointerLeave={() => setCurrent(undefined)}
        className="w-full table-fixed border-separate border-spacing-1 text-[11px]"
      >
        <thead>
          <tr>
            {week.map((dow) => (
              <th
                key={dow}
                scope="col"
                className={cn(
                  'h-5 font-normal',
                  dow === 0 ? 'text-holiday' : dow === 6 ? 'text-saturday' : 'text-muted-foreground',
                )}
              >
                {weekdayName(dow)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((ofWeek, at) => (
            <tr key={addDays(mondayOf(slots[0]?.date ?? today), at * 7)} className="print:break-inside-avoid">
              {ofWeek.map((slot, column) => {
                if (!slot) return <td key={week[column]} />
                const shown = slot.log === null ? undefined : look(slot.log)
                const place = slots.indexOf(slot)
                const show = () => setCurrent(slot)
                return (
                  <td
                    key={week[column]}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid's cell
                    role="gridcell"
                    data-day={slot.date}
                    tabIndex={place === stop ? 0 : -1}
                    onFocus={() => {
                      setEntrance(place)
                      show()
                    }}
                    onPointerEnter={show}
                    onPointerDown={show}
                    style={shown?.style}
                    className={cn(
                      'relative h-11 rounded-sm p-0 text-center align-middle ring-inset print:h-9 print:[print-color-adjust:exact]',
                      shown ? shown.className : 'ring-1 ring-border',
                      slot.date === today && 'outline-2 outline-offset-1 outline-primary outline-solid',
                      current === slot && 'ring-2 ring-foreground',
                    )}
                  >
                    {shown?.ground}
                    <span
                      aria-hidden
                      className={cn(
                        'figures absolute top-0.5 left-1 text-[10px] leading-3.5',
                        !shown && 'text-muted-foreground',
                      )}
                    >
                      {place === 0 || slot.date.endsWith('-01') ? shortDay(slot.date) : Number(slot.date.slice(8))}
                    </span>
                    <span aria-hidden className="relative inline-flex items-center justify-center pt-2.5">
                      {shown?.mark}
                    </span>
                    <span className="sr-only">{text(slot)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {/* Hidden from screen readers: the focused cell has the same label. Two lines high, so that nothing shifts. */}
      <p aria-hidden className="figures mt-1.5 line-clamp-2 h-[2lh] px-1 text-xs print:hidden">
        {read && text(read)}
      </p>
    </div>
  )
}
