/** The value below which `share` (0–1) of the samples lie. */
export function percentile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: number[]) => percentile(samples, 0.5)

/** Beside another build a figure counts as worse above this ratio of medians, and only if it is worse in nearly all pairs. */
const worseAbove = 1.05
const nearlyAll = 6 / 7

/** The median ratio of measurements made in pairs, and in how many of them the first is larger: `1.02 (4/7)`. */
export function ratioOfPairs(now: number[], against: number[]): string {
  // Blocking time may be 0.
  const ratios = now.map((value, at) => Math.max(value, 1) / Math.max(against[at] ?? Number.NaN, 1))
  const larger = ratios.filter((ratio) => ratio > 1).length
  const isWorse = median(ratios) > worseAbove && larger >= nearlyAll * ratios.length
  return `${median(ratios).toFixed(2)} (${larger}/${ratios.length})${isWorse ? ' worse' : ''}`
}

/** Two builds in turn, the second first in every other round: what warms or tires the machine falls on both. */
export const inTurn = <T>(apps: readonly T[], round: number) => (round % 2 === 0 ? apps : apps.toReversed())

/** Rows under a header, each column as wide as its widest cell. */
export function printTable(title: string, rows: Record<string, string | number>[]) {
  const columns = Object.keys(rows[0] ?? {})
  const text = (value: string | number | undefined) =>
    typeof value === 'number'
      ? Math.abs(value) < 100 && !Number.isInteger(value)
        ? value.toFixed(1)
        : String(Math.round(value))
      : (value ?? '')
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => text(row[column]).length)))
  const line = (cells: string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  console.log(`\n${title}`)
  console.log(line(columns))
  for (const row of rows) console.log(line(columns.map((column) => text(row[column]))))
}
