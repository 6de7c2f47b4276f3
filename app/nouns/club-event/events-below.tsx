import { Link } from '@tanstack/react-router'
import { ChevronDown, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { ShownEvent, ShownEvents } from '#contract/club-event.ts'
import { shownEventKinds } from '#contract/words/club-event.ts'
import { Button, buttonVariants } from '~/components/ui/button'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { eventDays, eventShops, eventText } from './marks'

interface EventsBelowProps {
  /** Undefined: not read yet, or it failed. */
  events: ShownEvents | undefined
  hasFailed: boolean
  mayWrite: boolean
  /** The day that a new event is offered for. */
  newOn: string
}

/**
 * この期間の出来事, below a chart or its table: a line of constant height, so that nothing moves when they arrive, and the
 * list on request. Paper has the list.
 */
export function EventsBelow({ events, hasFailed, mayWrite, newOn }: EventsBelowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const list = events?.list ?? []
  return (
    <section
      aria-label="この期間の出来事"
      data-events
      className={cn('mt-2 border-t pt-1 text-sm', list.length === 0 && 'print:hidden')}
    >
      <div className="flex h-9 items-center gap-2 print:h-auto print:break-after-avoid">
        <h3 className="shrink-0 font-medium">この期間の出来事</h3>
        {events && events.total > 0 ? (
          <Button
            variant="ghost"
            className="-ml-1 shrink-0 px-2 print:hidden"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {formatCount(events.total)}件
            <ChevronDown aria-hidden className={cn('transition-transform', isOpen && 'rotate-180')} />
          </Button>
        ) : (
          <span className="shrink-0 text-muted-foreground">
            {hasFailed ? '表示できませんでした' : events ? 'ありません' : ''}
          </span>
        )}
        <p aria-hidden className="hidden min-w-0 flex-1 truncate text-muted-foreground sm:block print:hidden">
          {!isOpen && list.slice(0, 3).map(eventText).join('　')}
        </p>
        {mayWrite && (
          <Link
            to="/statistics/events/new"
            search={{ on: newOn } as never}
            aria-label="出来事を登録する"
            className={cn(buttonVariants({ variant: 'ghost' }), 'ml-auto shrink-0 px-2 print:hidden')}
          >
            <Plus aria-hidden />
            <span className="max-sm:sr-only">登録する</span>
          </Link>
        )}
      </div>
      <ol
        id={id}
        className={cn(
          'space-y-1.5 pb-1 print:grid print:grid-cols-2 print:gap-x-4 print:gap-y-0.5 print:space-y-0 print:text-xs',
          isOpen ? 'block' : 'hidden',
        )}
      >
        {list.map((event, at) => (
          <li key={event.key} className="flex gap-2 print:break-inside-avoid">
            <span aria-hidden className="figures w-6 shrink-0 text-right text-muted-foreground">
              {at + 1}
            </span>
            <div className="min-w-0">
              <span className="figures mr-2 text-muted-foreground">{eventDays(event)}</span>
              {!event.title.startsWith(shownEventKinds[event.kind]) && (
                <span className="mr-2">{shownEventKinds[event.kind]}</span>
              )}
              <Title event={event} />
              <span className="text-muted-foreground">（{eventShops(event)}）</span>
            </div>
          </li>
        ))}
        {events && events.total > list.length && (
          <li className="text-muted-foreground">ほかに{formatCount(events.total - list.length)}件あります。</li>
        )}
      </ol>
    </section>
  )
}

const look = 'text-primary underline underline-offset-4'

function Title({ event: { source, recordId, title } }: { event: ShownEvent }) {
  if (recordId === null) return title
  return source === 'written' ? (
    <Link to="/statistics/events/$eventId" params={{ eventId: recordId }} className={look}>
      {title}
    </Link>
  ) : (
    <Link to="/other-settings/announcements/$announcementId" params={{ announcementId: recordId }} className={look}>
      {title}
    </Link>
  )
}
