import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useNear } from '~/components/use-near'
import { cn } from '~/lib/utils'
import { ChartLegend } from './chart-legend'
import { drawnInTurn } from './drawn-in-turn'
import type { SeriesChartProps } from './series'

interface Drawing {
  Live: typeof import('./series-live').default
  /** Of the frame, in CSS pixels. */
  width: number
}

/**
 * Bars, stacks and lines by recharts, in a frame of fixed height. The chart is drawn once it is in view and the browser
 * is idle, one chart a frame; until then, paper has `table` in its place, and the screen where it cannot be loaded.
 */
export function SeriesChart({ table, ...chart }: SeriesChartProps & { table: ReactNode }) {
  const { box, isNear } = useNear<HTMLElement>()
  const [drawing, setDrawing] = useState<Drawing>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isNear || drawing) return
    return drawnInTurn(
      () => import('./series-live'),
      // A width that the chart measured itself would draw it at once, outside the transition.
      ({ default: Live }) => startTransition(() => setDrawing({ Live, width: box.current?.clientWidth ?? 0 })),
      () => setFailed(true),
    )
  }, [isNear, drawing, box])

  if (hasFailed) return table
  return (
    <>
      <figure
        ref={box}
        aria-label={chart.label}
        aria-busy={(isNear && !drawing) || undefined}
        className={cn('break-inside-avoid', !drawing && 'print:hidden')}
      >
        {chart.series.length > 1 && <ChartLegend series={chart.series} />}
        {/* On paper the drawing takes the page's width. */}
        <div
          style={{ height: chart.height ?? 260 }}
          className="print:h-auto! print:[&_.recharts-wrapper]:h-auto! print:[&_.recharts-wrapper]:w-full! print:[&_svg]:h-auto! print:[&_svg]:w-full!"
        >
          {drawing && <drawing.Live {...chart} firstWidth={drawing.width} />}
        </div>
      </figure>
      {!drawing && <div className="hidden print:block">{table}</div>}
    </>
  )
}
