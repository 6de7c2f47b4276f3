import { Line, ReferenceArea, ReferenceLine } from 'recharts'

// What the charts of days have in common. recharts wants each as an element of its own; their looks stand here once.

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
/** So close together that rings would hide the line. */
const smallDot = { r: 1.9, fill: 'var(--chart-line)', stroke: 'none', strokeWidth: 0 }

/** A line that breaks where a day has no value; each value has its dot, so that one between two gaps is seen. */
export const lineLook = (days: number) => ({ ...line, dot: days > 45 ? smallDot : dot })

/** A bar of a day; none where there is no value, and where it is 0 one that can just be seen. */
export const barLook = { fill: 'var(--chart-bar)', isAnimationActive: false, maxBarSize: 26, minPointSize: 2 } as const

/** A bar that stands on another, or under one: without a value there is none, and none to be seen of 0. */
export const stackedLook = { ...barLook, stackId: 'day', minPointSize: 0 } as const

/** What is usual, from one value to the other; without an end it has no edge there. */
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
  /** The row's property that is the scale's top where there is a mark, else null. */
  dataKey: string
}

/** Triangles along the upper edge, above days that are to be noticed. */
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
