import { Link } from '@tanstack/react-router'
import { cn } from '~/lib/utils'
import type { Block } from './blocks'
import { timesOf, whoText } from './labels'
import type { TimetableSearch } from './queries'

interface SlotBlockProps {
  block: Block
  search: TimetableSearch
  /** The dimension already shown as row or column header, which is not repeated. Absent: neither. */
  by?: 'room' | 'staff'
  /** Roving tabindex: a single Tab stop, arrow keys move on. */
  isStop: boolean
  onStop: (key: string) => void
  now: number
  className?: string
}

/** A class or personal slot; opens its participants. */
export function SlotBlock({ block, search, by, isStop, onStop, now, className }: SlotBlockProps) {
  const { seats, booking } = block
  const isOpen = search.open === block.key
  const isFull = seats !== null && seats.booked >= seats.capacity
  const isOver = Date.parse(block.endAt) <= now
  return (
    <Link
      to="/hacomono/reservations/timetable"
      search={{ ...search, open: block.key }}
      resetScroll={false}
      data-record
      data-block={block.key}
      tabIndex={isStop ? 0 : -1}
      aria-current={isOpen || undefined}
      onFocus={() => onStop(block.key)}
      className={cn(
        'block overflow-hidden rounded-md border border-l-4 px-2 py-1 text-xs leading-snug hover:border-ring print:border-border',
        isOver ? 'bg-muted' : 'bg-card',
        seats === null ? 'border-dashed border-l-muted-foreground' : isFull ? 'border-l-warning' : 'border-l-chart-bar',
        isOpen && 'bg-accent',
        className,
      )}
    >
      <span className="figures flex flex-wrap items-center justify-between gap-x-2 text-muted-foreground">
        {timesOf(block)}
        {seats && seats.waitlisted > 0 && (
          <span className="rounded-full bg-warning-surface px-1.5 font-medium text-warning">
            待ち{seats.waitlisted}
          </span>
        )}
      </span>
      <span className="block truncate text-sm font-medium">
        {booking ? whoText(booking.member) : block.programName}
      </span>
      {seats && <Capacity seats={seats} isFull={isFull} />}
      <span className="block truncate text-muted-foreground">
        {[by !== 'staff' && block.staff, by !== 'room' && block.room, booking && block.programName]
          .filter(Boolean)
          .join('・')}
      </span>
    </Link>
  )
}

/** Occupancy of a class, as bar and figures. */
export function Capacity({ seats, isFull }: { seats: NonNullable<Block['seats']>; isFull: boolean }) {
  const share = seats.capacity === 0 ? 0 : Math.min(1, seats.booked / seats.capacity)
  return (
    <span className="figures flex items-center gap-2">
      <span aria-hidden className="h-1.5 min-w-6 flex-1 overflow-hidden rounded-full bg-chart-grid print:border">
        <span
          className={cn('block h-full rounded-full', isFull ? 'bg-warning' : 'bg-chart-bar')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="shrink-0">
        <span className="sr-only">予約／定員 </span>
        {seats.booked}/{seats.capacity}
        {isFull && <span className="ml-1 font-medium text-warning">満席</span>}
      </span>
    </span>
  )
}
