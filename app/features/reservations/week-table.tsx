import { ScrollBox } from '~/components/scroll-box'
import { addDays, formatDate, todayInTokyo } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { linesOf } from './blocks'
import type { BlocksProps } from './day-grid'
import { SlotBlock } from './slot-block'

/** Table of a week: a row per room or staff member, a column per day. */
export function WeekTable({ from, blocks, by, search, stop, onStop, now }: BlocksProps & { from: string }) {
  const days = Array.from({ length: 7 }, (_, at) => addDays(from, at))
  const today = todayInTokyo(new Date(now))
  return (
    <ScrollBox label="タイムテーブル" className="rounded-lg border bg-card shadow-card">
      <table className="w-full min-w-[900px] table-fixed border-collapse text-sm print:min-w-0">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-20 w-24 border-r border-b bg-card px-2 py-2 text-left font-semibold"
            >
              {by === 'room' ? 'ルーム' : '担当'}
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                aria-current={day === today ? 'date' : undefined}
                className={cn(
                  'figures border-r border-b px-2 py-2 font-semibold last:border-r-0',
                  day === today && 'bg-accent text-accent-foreground',
                )}
              >
                {formatDate(day).slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(blocks, by).map((name) => (
            <tr key={name} className="print:break-inside-avoid">
              <th
                scope="row"
                className="sticky left-0 z-20 border-r border-b bg-card px-2 py-2 text-left align-top font-medium break-words"
              >
                {name}
              </th>
              {days.map((day) => {
                const own = blocks.filter((block) => block[by] === name && block.startAt.startsWith(day))
                const next = own.findIndex((block) => Date.parse(block.endAt) > now)
                // The current-time line comes before this block.
                const at = day === today ? (next === -1 ? own.length : next) : undefined
                return (
                  <td key={day} className="border-r border-b p-1 align-top last:border-r-0">
                    <ul className="space-y-1">
                      {own.map((block, place) => (
                        <li
                          key={block.key}
                          className={cn(
                            'border-destructive',
                            place === at && 'border-t-2 pt-1',
                            at === own.length && place === at - 1 && 'border-b-2 pb-1',
                          )}
                        >
                          <SlotBlock
                            block={block}
                            search={search}
                            by={by}
                            isStop={stop === block.key}
                            onStop={onStop}
                            now={now}
                          />
                        </li>
                      ))}
                    </ul>
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
