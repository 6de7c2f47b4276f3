interface Props {
  values: (number | null)[]
  kind: 'bars' | 'line'
  /** The bar of a period that is not over. */
  running?: number
  /** Fills the width; as high as a card's footer or a row's text. */
  size?: 'card' | 'row'
}

const width = 120
const height = 32

/** The course of a figure over a period; hidden from screen readers, which read the figure. */
export function Sparkline({ values, kind, running, size = 'card' }: Props) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const lowest = kind === 'bars' ? Math.min(0, ...known) : Math.min(...known)
  const range = Math.max(...known) - lowest || 1
  const slot = width / values.length
  const yOf = (value: number) => height - 2 - ((value - lowest) / range) * (height - 4)
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ index, x: slot * (index + 0.5), y: yOf(value) }],
  )
  const bar = (x: number, y: number) => {
    const width = (slot * 0.7).toFixed(1)
    return `M${(x - slot * 0.35).toFixed(1)} ${yOf(0).toFixed(1)}h${width}V${Math.min(y, yOf(0) - 0.5).toFixed(1)}h-${width}z`
  }
  const bars = (some: typeof points) => some.map(({ x, y }) => bar(x, y)).join('')
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={size === 'card' ? 'block h-8 w-full' : 'block h-5 w-full opacity-80'}
    >
      {kind === 'line' ? (
        <path
          d={points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}
          fill="none"
          strokeWidth={1.75}
          vectorEffect="non-scaling-stroke"
          className="stroke-chart-line"
        />
      ) : (
        <>
          <path d={bars(points.filter(({ index }) => index !== running))} className="fill-chart-bar" />
          <path d={bars(points.filter(({ index }) => index === running))} className="fill-chart-bar-quiet" />
        </>
      )}
    </svg>
  )
}
