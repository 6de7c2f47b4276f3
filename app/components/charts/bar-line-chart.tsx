import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react'
import { cn } from '~/lib/utils'
import { type BarLinePoint, layout } from './bar-line-geometry'
import type { LiveProps } from './bar-line-live'
import { BarLineSketch } from './bar-line-sketch'

interface Props {
  points: BarLinePoint[]
  /** The chart in words. */
  label: string
  /** The text of one point of the live chart. */
  caption: (point: BarLinePoint) => ReactNode
}

/**
 * Bars and a line. First renders a plain SVG sketch; recharts replaces it, without a layout shift, on pointer, keyboard
 * or touch. Never by itself: loading could interrupt typing elsewhere.
 */
export function BarLineChart({ points, label, caption }: Props) {
  const sketch = useRef<SVGSVGElement>(null)
  const hatchId = useId()
  const [live, setLive] = useState<{ Chart: ComponentType<LiveProps>; takeFocus: boolean }>()

  const takeOver = () => {
    import('./bar-line-live').then(
      (module) =>
        setLive((known) => known ?? { Chart: module.default, takeFocus: document.activeElement === sketch.current }),
      // If loading fails, the sketch stays and the next interaction retries.
      () => {},
    )
  }

  const plot = layout(points)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: any sign of interest brings the live chart; it does nothing else
    <div
      className="@container"
      onPointerEnter={live ? undefined : takeOver}
      onFocus={live ? undefined : takeOver}
      onTouchStart={live ? undefined : takeOver}
    >
      {/* On paper a little smaller: the tables of the first page fit below it. */}
      <div className={cn('print:[zoom:0.85]', live && 'hidden print:block')}>
        <BarLineSketch
          ref={sketch}
          plot={plot}
          points={points}
          hatchId={`${hatchId}-sketch`}
          label={label}
          tabIndex={live ? -1 : 0}
        />
      </div>
      {live && (
        <div className="print:hidden">
          <live.Chart
            plot={plot}
            points={points}
            label={label}
            hatchId={`${hatchId}-live`}
            caption={caption}
            takeFocus={live.takeFocus}
          />
        </div>
      )}
    </div>
  )
}
