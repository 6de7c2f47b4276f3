import { cn } from '~/lib/utils'
import { type WaterfallStep, waterfallBars } from './waterfall-geometry'

interface Props {
  /** A total, its increases and decreases, the resulting total. */
  steps: WaterfallStep[]
  format: (value: number) => string
  /** The chart in words. */
  label: string
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** Increases are solid and decreases hatched, so that they differ without hue; totals fade where they are cut off. */
const look = {
  total: 'bg-chart-line [mask-image:linear-gradient(to_top,transparent,black_40%)]',
  in: 'bg-chart-bar',
  out: 'border border-chart-bar bg-[repeating-linear-gradient(45deg,var(--chart-bar)_0_2px,var(--chart-bar-quiet)_2px_5px)]',
}

/** How one total became the next, step by step. */
export function Waterfall({ steps, format, label }: Props) {
  const bars = waterfallBars(steps)
  return (
    <div role="img" aria-label={label} className="figures grid h-82 grid-flow-col auto-cols-fr text-xs">
      {bars.map((bar, index) => (
        <div key={bar.label} className="flex min-w-0 flex-col text-center">
          <div className="relative flex-1 border-b">
            {index < bars.length - 1 && (
              <span
                className="absolute left-1/2 w-full border-t border-dashed border-muted-foreground/60"
                style={{ bottom: percent(bar.level) }}
              />
            )}
            <span
              className={cn('absolute inset-x-[18%] rounded-xs print:[print-color-adjust:exact]', look[bar.kind])}
              style={{ bottom: percent(bar.bottom), height: `max(2px, ${percent(bar.height)})` }}
            />
            <span className="absolute inset-x-0 font-semibold" style={{ bottom: percent(bar.bottom + bar.height) }}>
              {bar.kind === 'in' && bar.value > 0 && '+'}
              {bar.kind === 'out' && bar.value > 0 && '▲'}
              {format(bar.value)}
            </span>
          </div>
          <span className="pt-1.5 whitespace-nowrap text-muted-foreground">{bar.label}</span>
        </div>
      ))}
    </div>
  )
}
