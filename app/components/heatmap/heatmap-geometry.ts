/** The strongest shade, in per cent of the bar's colour: text in the foreground's colour stays readable on it. */
const strongest = 72

/** A cell's shade, in per cent of the bar's colour; higher values print darker. */
export function shade(value: number | null, highest: number): number {
  if (value === null || value <= 0 || highest <= 0) return 0
  return Math.round((Math.min(value, highest) / highest) * strongest)
}

export interface Cell {
  row: number
  column: number
}

/** The cell after a key; undefined for other keys. Never beyond the edges. */
export function cellAfter(key: string, { row, column }: Cell, rows: number, columns: number): Cell | undefined {
  const at = (row: number, column: number) => ({
    row: Math.min(Math.max(row, 0), rows - 1),
    column: Math.min(Math.max(column, 0), columns - 1),
  })
  if (key === 'ArrowUp') return at(row - 1, column)
  if (key === 'ArrowDown') return at(row + 1, column)
  if (key === 'ArrowLeft') return at(row, column - 1)
  if (key === 'ArrowRight') return at(row, column + 1)
  if (key === 'Home') return at(row, 0)
  if (key === 'End') return at(row, columns - 1)
  return undefined
}
