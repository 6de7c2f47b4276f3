import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCan } from '~/auth/session'
import type { ChartPoint, SeriesChartProps } from '~/components/charts/series'
import { SeriesChart } from '~/components/charts/series-chart'
import { Panel } from '~/components/report/panel'
import { ViewSwitch } from '~/components/report/view-switch'
import { EventsBelow } from '~/nouns/club-event/events-below'
import { type AxisUnit, daysOfAxis, marksOn } from '~/nouns/club-event/marks'
import { shownEventsQuery } from './events/queries'

interface PicturePanelProps {
  title: string
  /** How its figures are counted. */
  definition: string
  /** 名, 万円, or what else stands beside the title; of a table another one. */
  unit?: string | ((asTable: boolean) => string) | undefined
  picture: ReactNode
  /** The figures of the picture. */
  table: ReactNode
  /** Why there is nothing to show, in place of both. */
  empty?: string | false | undefined
  /** Before the switch: a choice of what is shown. */
  controls?: ReactNode
  /** Below the picture. */
  children?: ReactNode
  className?: string | undefined
}

/** A picture of figures with its table one press away. */
export function PicturePanel(props: PicturePanelProps) {
  const { picture, table, empty, controls, children, unit, ...panel } = props
  const [asTable, setAsTable] = useState(false)
  return (
    <Panel
      {...panel}
      unit={typeof unit === 'function' ? unit(asTable) : unit}
      aside={
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {controls}
          {!empty && <ViewSwitch asTable={asTable} onChange={setAsTable} />}
        </div>
      }
    >
      {empty ? <p className="py-6 text-sm text-muted-foreground">{empty}</p> : asTable ? table : picture}
      {children}
    </Panel>
  )
}

interface ChartPanelProps extends Omit<PicturePanelProps, 'picture'> {
  chart: SeriesChartProps
  /** Of a time axis: the events of its days or months stand on it and below. */
  axis?: TimeAxis
}

interface TimeAxis {
  unit: AxisUnit
  shopId: string | null
}

/** A chart with its table: paper has the table while no chart has been drawn. */
export function ChartPanel({ chart, axis, children, ...panel }: ChartPanelProps) {
  const events = useAxisEvents(axis, chart.points)
  return (
    <PicturePanel
      {...panel}
      picture={<SeriesChart {...chart} {...(events && { marks: events.marks })} table={panel.table} />}
    >
      {children}
      {!panel.empty && events?.below}
    </PicturePanel>
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
