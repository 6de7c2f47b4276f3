import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCan } from '~/auth/session'
import type { ChartPoint, SeriesChartProps } from '~/components/charts/series'
import { SeriesChart } from '~/components/charts/series-chart'
import { InfoTip } from '~/components/report/info-tip'
import { ViewSwitch } from '~/components/report/view-switch'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { EventsBelow } from '~/nouns/club-event/events-below'
import { type AxisUnit, daysOfAxis, marksOn } from '~/nouns/club-event/marks'
import { shownEventsQuery } from './events/queries'

interface ChartPanelProps {
  title: string
  /** How its figures are counted. */
  definition: string
  /** 名, 万円, or what else stands beside the title. */
  unit?: string
  chart: SeriesChartProps
  /** The chart's figures as a table: what the switch shows, and paper where the chart is not drawn yet. */
  table: ReactNode
  /** In place of chart and table, where there is nothing to show. */
  empty?: ReactNode
  /** Beside the title: a choice of what is shown. */
  controls?: ReactNode
  /** Below the chart. */
  children?: ReactNode
  className?: string
  /** Of a time axis: the events of its days or months stand on it and below. */
  axis?: TimeAxis
}

interface TimeAxis {
  unit: AxisUnit
  shopId: string | null
}

/** A chart with its table one press away. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, definition, unit, chart, table, empty, controls, children, className, axis } = props
  const events = useAxisEvents(axis, chart.points)
  const [asTable, setAsTable] = useState(false)
  return (
    <Card className={className ?? 'min-w-0'}>
      <CardHeader>
        <CardTitle className="flex items-center gap-1">
          {title}
          {unit && <span className="text-xs font-normal text-muted-foreground">（{unit}）</span>}
          <InfoTip label={title} text={definition} />
        </CardTitle>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {controls}
          {!empty && <ViewSwitch asTable={asTable} onChange={setAsTable} />}
        </div>
      </CardHeader>
      <CardContent>
        {empty ?? (asTable ? table : <SeriesChart {...chart} {...(events && { marks: events.marks })} table={table} />)}
        {children}
        {!empty && events?.below}
      </CardContent>
    </Card>
  )
}

/** The marks of a time axis, and the list of its events; undefined without a time axis or points. */
function useAxisEvents(axis: TimeAxis | undefined, points: readonly ChartPoint[]) {
  const mayWrite = useCan()('event.write')
  const keys = points.map(({ key }) => key)
  const days = axis && daysOfAxis(keys, axis.unit)
  const { data, isError } = useQuery({
    ...shownEventsQuery({ ...(days ?? { from: '', to: '' }), ...(axis?.shopId != null && { shopId: axis.shopId }) }),
    enabled: days !== undefined,
  })
  if (!axis || !days) return undefined
  return {
    marks: marksOn(keys, axis.unit, data?.list ?? []),
    below: <EventsBelow events={data} hasFailed={isError} mayWrite={mayWrite} newOn={days.from} />,
  }
}
