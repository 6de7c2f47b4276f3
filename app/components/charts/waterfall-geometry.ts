export interface WaterfallStep {
  label: string
  value: number
  /** Positive steps add to the total, negative ones subtract. */
  kind: 'total' | 'in' | 'out'
}

/** A bar in shares of the chart's height, from the bottom. */
export interface WaterfallBar extends WaterfallStep {
  bottom: number
  height: number
  /** The total after this step. */
  level: number
}

/** Shares of the chart's height below the lowest total, where totals are cut off, and above the highest, for its label. */
const below = 0.22
const above = 0.1

/**
 * Bar positions of a waterfall chart. The scale runs from the lowest to the highest running total, since small changes
 * are invisible beside hundreds; totals extend to the chart's bottom edge.
 */
export function waterfallBars(steps: readonly WaterfallStep[]): WaterfallBar[] {
  let total = 0
  const spans = steps.map((step) => {
    const before = total
    total = step.kind === 'total' ? step.value : total + (step.kind === 'in' ? step.value : -step.value)
    return { ...step, before: step.kind === 'total' ? total : before, after: total }
  })
  const levels = spans.flatMap(({ before, after }) => [before, after])
  const lowest = Math.min(...levels)
  const range = Math.max(...levels) - lowest || 1
  const shareOf = (level: number) => below + ((level - lowest) / range) * (1 - below - above)
  return spans.map(({ before, after, ...step }) => {
    const bottom = step.kind === 'total' ? 0 : shareOf(Math.min(before, after))
    return { ...step, bottom, height: shareOf(Math.max(before, after)) - bottom, level: shareOf(after) }
  })
}
