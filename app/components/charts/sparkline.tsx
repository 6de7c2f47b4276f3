interface Props {
  values: (number | null)[]
  kind: 'bars' | 'line'
}

const width = 120
const height = 32

/** The month's course behind a figure; the figure says the rest, so it is hidden from screen readers. */
export function Sparkline({ values, kind }: Props) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const lowest = kind === 'bars' ? Math.min(0, ...known) : Math.min(...known)
  const range = Math.max(...known) - lowest || 1
  const slot = width / values.length
  const yOf = (value: number) => height - 2 - ((value - lowest) / range) * (height - 4)
  const points = values.flatMap((value, index) => (value === null ? [] : [{ x: slot * (index + 0.5), y: yOf(value) }]))
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="block h-8 w-full">
      {kind === 'line' ? (
        <path
          d={points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}
          fill="none"
          strokeWidth={1.75}
          vectorEffect="non-scaling-stroke"
          className="stroke-chart-line"
        />
      ) : (
        points.map(({ x, y }) => (
          <rect
            key={x}
            x={x - slot * 0.35}
            y={Math.min(y, yOf(0))}
            width={slot * 0.7}
            height={Math.abs(yOf(0) - y) || 0.5}
            className="fill-chart-bar"
          />
        ))
      )}
    </svg>
  )
}
