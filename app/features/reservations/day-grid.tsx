import { ScrollBox } from '~/components/scroll-box'
import { type Block, hoursOf, lanesOf, linesOf, minutesFrom } from './blocks'
import type { TimetableSearch } from './queries'
import { SlotBlock } from './slot-block'

/** Height of an hour in pixels: 45 minutes fit three lines of text. */
const hourHeight = 84

export interface BlocksProps {
  blocks: readonly Block[]
  by: 'room' | 'staff'
  search: TimetableSearch
  stop: string | undefined
  onStop: (key: string) => void
  now: number
}

/** Grid of a day with a column per room or staff member. */
export function DayGrid({ day, blocks, by, search, stop, onStop, now }: BlocksProps & { day: string }) {
  const { first, last } = hoursOf(day, blocks)
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const topOf = (instant: string) => ((minutesFrom(day, instant) - first * 60) / 60) * hourHeight
  const line = topOf(new Date(now).toISOString())
  const height = (last - first) * hourHeight
  return (
    <ScrollBox label="タイムテーブル" className="rounded-lg border bg-card shadow-card">
      <div className="flex min-w-fit">
        <div aria-hidden className="sticky left-0 z-20 w-14 shrink-0 border-r bg-card">
          <div className="h-10 border-b" />
          <div className="relative" style={{ height }}>
            {hours.slice(0, -1).map((hour, at) => (
              <span
                key={hour}
                className="figures absolute right-2 text-xs text-muted-foreground"
                style={{ top: at * hourHeight + 2 }}
              >
                {hour % 24}:00
              </span>
            ))}
          </div>
        </div>
        {linesOf(blocks, by).map((name) => {
          const own = blocks.filter((block) => block[by] === name)
          const lanes = lanesOf(own)
          return (
            <section key={name} aria-label={name} className="min-w-52 flex-1 border-r last:border-r-0">
              <h2 className="flex h-10 items-center justify-center truncate border-b px-2 text-sm font-semibold">
                {name}
              </h2>
              <div className="relative" style={{ height }}>
                {hours.slice(1, -1).map((hour, at) => (
                  <span
                    key={hour}
                    aria-hidden
                    className="absolute inset-x-0 border-t border-chart-grid"
                    style={{ top: (at + 1) * hourHeight }}
                  />
                ))}
                <ul>
                  {own.map((block) => {
                    const { lane, of } = lanes.get(block) ?? { lane: 0, of: 1 }
                    return (
                      <li
                        key={block.key}
                        className="absolute p-px px-0.5"
                        style={{
                          top: topOf(block.startAt),
                          height: topOf(block.endAt) - topOf(block.startAt),
                          left: `${(lane / of) * 100}%`,
                          width: `${100 / of}%`,
                        }}
                      >
                        <SlotBlock
                          block={block}
                          search={search}
                          by={by}
                          isStop={stop === block.key}
                          onStop={onStop}
                          now={now}
                          className="h-full"
                        />
                      </li>
                    )
                  })}
                </ul>
                {line > 0 && line < height && (
                  <span
                    aria-hidden
                    data-now
                    className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-destructive"
                    style={{ top: line }}
                  />
                )}
              </div>
            </section>
          )
        })}
      </div>
    </ScrollBox>
  )
}
