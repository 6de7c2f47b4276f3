import { formatDate } from '~/lib/dates'
import type { Block } from './blocks'
import type { BlocksProps } from './day-grid'
import { SlotBlock } from './slot-block'

/** The day as a list of cards by time, for phones. */
export function DayCards({ blocks, days, search, now, onStop }: Omit<BlocksProps, 'by'> & { days: readonly string[] }) {
  const of = (day: string): Block[] => blocks.filter(({ startAt }) => startAt.startsWith(day))
  return (
    <div className="space-y-4">
      {days
        .filter((day) => of(day).length > 0)
        .map((day) => (
          <section key={day} aria-label={formatDate(day)}>
            {days.length > 1 && <h2 className="figures mb-1 text-sm font-semibold">{formatDate(day)}</h2>}
            <ul className="space-y-2">
              {of(day).map((block) => (
                <li key={block.key}>
                  <SlotBlock
                    block={block}
                    search={search}
                    now={now}
                    isStop
                    onStop={onStop}
                    className="px-3 py-2 shadow-card"
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
