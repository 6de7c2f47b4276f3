import { useQuery } from '@tanstack/react-query'
import { useCan } from '~/auth/session'
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
