import { type ReactNode, useState } from 'react'
import type { SeriesChartProps } from '~/components/charts/series'
import { SeriesChart } from '~/components/charts/series-chart'
import { InfoTip } from '~/components/info-tip'
import { ViewSwitch } from '~/components/report/view-switch'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'

interface ChartPanelProps {
  title: string
  /** How its figures are counted. */
  definition: string
  /** 名, 万円, or what else stands beside the title. */
  unit?: string
  chart: SeriesChartProps
  /** The same figures as a table: what the switch shows, and paper where the chart is not drawn yet. */
  table: ReactNode
  /** In place of chart and table, where there is nothing to show. */
  empty?: ReactNode
  /** Beside the title: a choice of what is shown. */
  controls?: ReactNode
  /** Below the chart. */
  children?: ReactNode
  className?: string
}

/** A chart with its table one press away. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, definition, unit, chart, table, empty, controls, children, className } = props
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
        {empty ?? (asTable ? table : <SeriesChart {...chart} table={table} />)}
        {children}
      </CardContent>
    </Card>
  )
}
