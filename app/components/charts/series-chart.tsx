import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNear } from '~/components/use-near'
import { cn } from '~/lib/utils'
import { ChartLegend } from './chart-legend'
import { drawnInTurn } from './drawn-in-turn'
import { type SeriesChartProps, usualHeight } from './series'

type LiveChart = typeof import('./series-live').default

interface Drawing {
  Live: LiveChart
  /** Of the frame, in CSS pixels. */
  width: number
  /** Drawn while the page is being printed. */
  isForPaper?: true
}

/** Once a chart was drawn: those that are not near are drawn for paper at once. */
let loaded: LiveChart | undefined

/** Until the chart is drawn: a light drawing in its frame, or a table on paper alone. */
type Until = { sketch: ReactNode; table?: never } | { table: ReactNode; sketch?: never }

/** Somebody without a mouse is at work: any key or touch at all. */
const withoutMouse = ['keydown', 'touchstart'] as const

/**
 * Bars, stacks and lines by recharts, in a frame of fixed height. The chart is drawn once it is in view (one with a
 * sketch: once somebody turns to it) and the browser is idle, one chart a frame. Where it cannot be loaded, the sketch stays, or the screen has `table` in its place.
 */
export function SeriesChart({ table, sketch, ...chart }: SeriesChartProps & Until) {
  const { label, series, height = usualHeight } = chart
  const { box, isNear } = useNear<HTMLElement>()
  // A sketch shows the figures already: most look at it and go on.
  const [isTurnedTo, setTurnedTo] = useState(false)
  const hasSketch = sketch !== undefined
  const isDue = hasSketch ? isTurnedTo : isNear
  const turnTo = () => {
    setTurnedTo(true)
    // Without its code the sketch stays until somebody turns to it again.
    setFailed(false)
  }
  const [drawing, setDrawing] = useState<Drawing>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isDue || drawing || hasFailed) return
    return drawnInTurn(
      () => import('./series-live'),
      ({ default: Live }) => {
        loaded = Live
        // A width that the chart measured itself would draw it at once, outside the transition.
        startTransition(() => setDrawing({ Live, width: box.current?.clientWidth ?? 0 }))
      },
      () => setFailed(true),
    )
  }, [isDue, drawing, hasFailed, box])

  useEffect(() => {
    if (!hasSketch || isTurnedTo) return
    const turn = () => setTurnedTo(true)
    const over = new AbortController()
    for (const type of withoutMouse) window.addEventListener(type, turn, { passive: true, signal: over.signal })
    return () => over.abort()
  }, [hasSketch, isTurnedTo])

  const hasTable = table !== undefined
  useEffect(() => {
    if (!hasTable || loaded) return
    // Paper has all charts of a report, also those that nobody turned to.
    return drawnInTurn(
      () => import('./series-live'),
      ({ default: Live }) => {
        loaded = Live
      },
    )
  }, [hasTable])

  useEffect(() => {
    if (drawing) return
    const print = () => {
      const width = box.current?.clientWidth ?? 0
      if (loaded && width > 0) flushSync(() => setDrawing(loaded && { Live: loaded, width, isForPaper: true }))
    }
    window.addEventListener('beforeprint', print)
    return () => window.removeEventListener('beforeprint', print)
  }, [drawing, box])

  if (hasFailed && table) return table
  const legend = chart.legend ?? (series.length > 1 ? series : [])
  return (
    <>
      <figure
        ref={box}
        onPointerEnter={turnTo}
        onFocus={turnTo}
        aria-label={label}
        aria-busy={(isNear && !drawing && !sketch) || undefined}
        className={cn('break-inside-avoid', !drawing && !sketch && 'print:hidden')}
      >
        {legend.length > 0 && <ChartLegend items={legend} />}
        {/* On paper the drawing takes the page's width. */}
        <div
          style={{ height }}
          className={cn(
            drawing &&
              'print:h-auto! print:[&_.recharts-wrapper]:h-auto! print:[&_.recharts-wrapper]:w-full! print:[&_svg]:h-auto! print:[&_svg]:w-full! print:[&_svg]:overflow-visible',
          )}
        >
          {drawing ? <drawing.Live {...chart} firstWidth={drawing.width} isForPaper={drawing.isForPaper} /> : sketch}
        </div>
      </figure>
      {!drawing && table && <div className="hidden print:block">{table}</div>}
    </>
  )
}
