import { useQuery } from '@tanstack/react-query'
import { useCan } from '~/auth/session'
import { type BarLinePoint, layout } from '~/components/charts/bar-line-geometry'
import { listShownEvents } from '~/functions/club-event'
import { EventsBelow } from '~/nouns/club-event/events-below'
import { type AxisUnit, daysOfAxis, marksOn } from '~/nouns/club-event/marks'
import { shopQuery } from '~/shop/shop-query'

const shownEventsQuery = shopQuery('clubEvent.shown', listShownEvents)

interface AxisEventsProps {
  shopId: string | null
  unit: AxisUnit
  keys: readonly string[]
}

/** The events of a chart's days or months: their marks, and the list below. */
export function useAxisEvents({ shopId, unit, keys }: AxisEventsProps) {
  const can = useCan()
  const days = daysOfAxis(keys, unit)
  const isShown = days !== undefined && can('report.analysis')
  const { data, isError } = useQuery({
    ...shownEventsQuery({ ...(days ?? { from: '', to: '' }), ...(shopId !== null && { shopId }) }),
    enabled: isShown,
  })
  if (!isShown) return undefined
  return {
    marks: marksOn(keys, unit, data?.list ?? []),
    below: <EventsBelow events={data} hasFailed={isError} mayWrite={can('event.write')} newOn={days.from} />,
  }
}

export interface DayEventsProps {
  shopId: string | null
  points: BarLinePoint[]
  /** The table has no axis. */
  asTable: boolean
}

/** Marks below the axis of the days, each at the middle of its day, and the list. */
export function DayEvents({ points, asTable, shopId }: DayEventsProps) {
  const keys = points.map(({ key }) => key)
  const { left, right } = layout(points)
  const events = useAxisEvents({ shopId, unit: 'day', keys })
  if (!events) return null
  return (
    <>
      {!asTable && (
        <div aria-hidden className="h-4 print:[zoom:0.85]" style={{ paddingLeft: left, paddingRight: right }}>
          <div className="relative">
            {events.marks.map(({ key, label, texts }) => (
              <span
                key={key}
                title={texts.join('\n')}
                style={{ left: `${((keys.indexOf(key) + 0.5) / keys.length) * 100}%` }}
                className="figures absolute -translate-x-1/2 text-[10px] leading-4 whitespace-nowrap text-muted-foreground"
              >
                ▲<span className="hidden @min-[640px]:inline">{label}</span>
              </span>
            ))}
          </div>
        </div>
      )}
      {events.below}
    </>
  )
}
