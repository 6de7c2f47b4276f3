export interface Scale {
  min: number
  max: number
  ticks: number[]
}

const steps = [1, 2, 5, 10]

interface ScaleWants {
  /** Set if the chart has bars. */
  fromZero: boolean
  /** The smallest step between two marks: 10⁻ⁿ, n the decimals of the values. */
  least: number
  /** Values that the scale must include, such as the ends of a range. */
  around?: readonly number[]
  /** Approximate maximum number of steps. */
  most?: number
}

/** A scale in steps of 1, 2 or 5 × 10ⁿ around the values; one step from 0 without values. */
export function scaleOf(
  values: readonly (number | null)[],
  { fromZero, least, around = [], most = 4 }: ScaleWants,
): Scale {
  const known = [...values.filter((value) => value !== null), ...around, ...(fromZero ? [0] : [])]
  const lowest = known.length > 0 ? Math.min(...known) : 0
  const highest = known.length > 0 ? Math.max(...known) : 0
  const rough = (highest - lowest) / most
  const magnitude = rough > 0 ? 10 ** Math.floor(Math.log10(rough)) : 0
  const step = Math.max(least, (steps.find((one) => one * magnitude >= rough) ?? 10) * magnitude)
  // A tolerance, so that 36.6 / 0.2 is 183 and not slightly more.
  const first = Math.floor(lowest / step + 1e-9)
  const last = Math.max(Math.ceil(highest / step - 1e-9), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(6)))
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? step, ticks }
}
