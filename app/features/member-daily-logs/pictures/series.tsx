import { Line, ReferenceArea, ReferenceLine } from 'recharts'

// Shared elements of the daily charts. recharts needs each as a direct child, so these are functions.

const line = {
  type: 'linear',
  stroke: 'var(--chart-line)',
  strokeWidth: 2,
  strokeLinejoin: 'round',
  connectNulls: false,
  isAnimationActive: false,
  activeDot: { r: 4, fill: 'var(--chart-line)', stroke: 'var(--card)' },
} as const

const dot = { r: 2.2, fill: 'var(--card)', stroke: 'var(--chart-line)', strokeWidth: 1.6 }
/** Small dots for many days, where rings would hide the line. */
const smallDot = { r: 1.9, fill: 'var(--chart-line)', stroke: 'none', strokeWidth: 0 }

/** A line with gaps at missing values; dots keep single values visible. */
export const lineLook = (days: number) => ({ ...line, dot: days > 45 ? smallDot : dot })

/** A day's bar; none without a value, a minimal one for 0. */
export const barLook = { fill: 'var(--chart-bar)', isAnimationActive: false, maxBarSize: 26, minPointSize: 2 } as const

/** A stacked bar; nothing without a value or for 0. */
export const stackedLook = { ...barLook, stackId: 'day', minPointSize: 0 } as const

/** The usual range; without an edge at an open end. */
export function Band({ from, to, top }: { from: number; to: number | null; top: number }) {
  const edge = { stroke: 'var(--chart-bar)', strokeOpacity: 0.55, strokeDasharray: '3 3' }
  return (
    <>
      <ReferenceArea y1={from} y2={to ?? top} fill="var(--chart-bar)" fillOpacity={0.12} ifOverflow="hidden" />
      <ReferenceLine y={from} {...edge} ifOverflow="hidden" />
      {to !== null && <ReferenceLine y={to} {...edge} ifOverflow="hidden" />}
    </>
  )
}

interface MarksProps {
  /** Row property: the scale's maximum on marked days, otherwise null. */
  dataKey: string
}

/** Triangles at the top edge, above highlighted days. */
export const Marks = ({ dataKey }: MarksProps) => (
  <Line
    dataKey={dataKey}
    stroke="none"
    isAnimationActive={false}
    activeDot={false}
    dot={({ key, cx, cy }) =>
      typeof cx === 'number' && typeof cy === 'number' ? (
        <path key={key} d={`M${cx - 4} ${cy - 8}h8l-4 6z`} fill="var(--chart-line)" />
      ) : (
        <g key={key} />
      )
    }
  />
)
