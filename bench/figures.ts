/** The value below which `share` (0–1) of the samples lie. */
export function percentile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: number[]) => percentile(samples, 0.5)

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
