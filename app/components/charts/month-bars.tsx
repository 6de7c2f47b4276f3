import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { isComposing } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { type Arrangement, type MonthSlot, middleOf, monthPlot, placedBars, slotLine, yOn } from './month-bars-geometry'

interface MonthBarsProps {
  slots: MonthSlot[]
  arrange: Arrangement
  /** The chart in words. */
  label: string
  /** Formats a mark of the bars' scale, and of the line's. */
  formatBar: (value: number) => string
  formatLine?: (value: number) => string
  /** The description of one slot, for screen readers and its tooltip. */
  describeSlot: (index: number) => string
  tip: (index: number) => ReactNode
  /** Short texts under the months, where there is room for twelve. */
  foot?: { label: string; texts: string[] }
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
const widthOf = (texts: string[]) => Math.max(...texts.map((text) => text.length), 1) * 6.7 + 12
/** Strokes keep their width when the SVG is stretched; a zero-length segment is a dot. */
const unscaled = { vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/**
 * Monthly bars and a line, as plain SVG in per cent of its width: nothing has to be measured, and print looks like the
 * screen. Pointer, touch and arrow keys read each month.
 */
export function MonthBars({ slots, arrange, label, formatBar, formatLine, describeSlot, tip, foot }: MonthBarsProps) {
  const hatchId = useId()
  const group = useRef<HTMLDivElement>(null)
  // The described slot (pointer or focus), and the keyboard position, which the pointer does not move.
  const [current, setCurrent] = useState<number>()
  const [entrance, setEntrance] = useState(0)
  const plot = monthPlot(slots)
  const { bars, lines } = plot
  const path = slotLine(plot, slots)
  const left = widthOf(bars.ticks.map(formatBar))
  const right = lines && formatLine ? widthOf(lines.ticks.map(formatLine)) : 4

  const move = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? slots.length - 1 : step && entrance + step
    if (next === undefined || next < 0 || next >= slots.length) return
    event.preventDefault()
    group.current?.querySelectorAll<HTMLElement>('[data-slot-of]')[next]?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture whose months are reached one by one is no fieldset
    <div
      ref={group}
      role="group"
      aria-label={label}
      className="@container relative"
      style={{ paddingLeft: left, paddingRight: right }}
      onKeyDown={move}
      onPointerLeave={() => setCurrent(undefined)}
      onBlur={() => setCurrent(undefined)}
    >
      <svg aria-hidden width="100%" height={plot.height} className="block overflow-visible">
        <defs>
          <pattern id={hatchId} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" className="fill-chart-bar-quiet" />
            <rect width="2.2" height="5" className="fill-chart-bar" />
          </pattern>
        </defs>
        {bars.ticks.map((tick) => {
          const y = yOn(plot, bars, tick)
          return (
            <g key={tick}>
              <line x1="0" x2="100%" y1={y} y2={y} className={tick === 0 ? 'stroke-input' : 'stroke-chart-grid'} />
              <ScaleText x="0" y={y} side="left">
                {formatBar(tick)}
              </ScaleText>
            </g>
          )
        })}
        {formatLine &&
          lines?.ticks.map((tick) => (
            <ScaleText key={tick} x="100%" y={yOn(plot, lines, tick)} side="right">
              {formatLine(tick)}
            </ScaleText>
          ))}
        {slots.map((slot, index) => (
          <g key={slot.key}>
            {placedBars(plot, slots, index, arrange).map((bar) => (
              <rect
                key={bar.key}
                x={percent(bar.x)}
                y={bar.y}
                width={percent(bar.width)}
                height={bar.height}
                rx={1.5}
                strokeWidth={1}
                className={bar.look === 'full' ? 'fill-chart-bar' : 'stroke-chart-bar'}
                fill={bar.look === 'full' ? undefined : `url(#${hatchId})`}
              />
            ))}
            <text
              x={percent(middleOf(index, slots.length))}
              y={plot.height - 6}
              fontSize={11}
              textAnchor="middle"
              className="fill-muted-foreground"
            >
              {slot.label}
              <tspan className="hidden @min-[340px]:inline print:inline">月</tspan>
            </text>
          </g>
        ))}
        <svg
          aria-hidden
          viewBox={`0 0 100 ${plot.height}`}
          preserveAspectRatio="none"
          width="100%"
          height={plot.height}
          fill="none"
          overflow="visible"
        >
          <path d={path.line} {...unscaled} strokeWidth={4} className="stroke-card" />
          <path d={path.line} {...unscaled} strokeWidth={2} className="stroke-chart-line" />
          <path d={path.dots} {...unscaled} strokeWidth={6.4} className="stroke-chart-line" />
          <path d={path.dots} {...unscaled} strokeWidth={3.2} className="stroke-card" />
        </svg>
      </svg>
      {foot && (
        <p
          aria-hidden
          className="figures mt-1 hidden auto-cols-fr grid-flow-col border-t pt-1.5 text-center text-[11px] font-medium @min-[345px]:grid print:grid"
        >
          <span className="absolute left-0 font-normal text-muted-foreground">{foot.label}</span>
          {slots.map((slot, index) => (
            <span key={slot.key}>{foot.texts[index]}</span>
          ))}
        </p>
      )}
      <div className="absolute inset-y-0 print:hidden" style={{ left, right }}>
        {slots.map((slot, index) => (
          <button
            key={slot.key}
            type="button"
            data-slot-of={slot.key}
            aria-label={describeSlot(index)}
            tabIndex={index === entrance ? 0 : -1}
            onFocus={() => {
              setEntrance(index)
              setCurrent(index)
            }}
            onPointerEnter={() => setCurrent(index)}
            onClick={() => setCurrent(index)}
            style={{ left: percent(index / slots.length), width: percent(1 / slots.length) }}
            className={cn('absolute inset-y-0 cursor-default! rounded-xs', index === current && 'bg-foreground/6')}
          />
        ))}
        {current !== undefined && (
          <div
            aria-hidden
            style={
              current < slots.length / 2
                ? { left: percent((current + 1) / slots.length) }
                : { right: percent(1 - current / slots.length) }
            }
            className="pointer-events-none absolute top-2 z-20 mx-1 rounded-md border bg-popover px-3 py-2 text-sm whitespace-nowrap shadow-overlay"
          >
            {tip(current)}
          </div>
        )}
      </div>
    </div>
  )
}

function ScaleText({ x, y, side, children }: { x: string; y: number; side: 'left' | 'right'; children: string }) {
  return (
    <text
      x={x}
      y={y}
      dx={side === 'left' ? -8 : 8}
      dy="0.36em"
      fontSize={11}
      textAnchor={side === 'left' ? 'end' : 'start'}
      className="fill-muted-foreground"
    >
      {children}
    </text>
  )
}
