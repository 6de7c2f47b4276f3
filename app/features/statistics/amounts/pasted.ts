import { readAmount } from '~/lib/amount'
import { formatCount } from '~/lib/format'

/** Cells as a spreadsheet copies them: rows by line, columns by tab, each as its text. */
export const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))

/** How many cells of a block that is put at this row and column have no place in a grid of this size. */
export const cellsOutside = (
  block: readonly (readonly string[])[],
  { row, column }: { row: number; column: number },
  grid: { rows: number; columns: number },
): number =>
  block.flatMap((line, down) =>
    line.filter((text, across) => text.trim() !== '' && !(row + down < grid.rows && column + across < grid.columns)),
  ).length

/** A pasted cell as the grid shows it; what is no amount stays as it is, for its cell to refuse. */
export function shownAmount(cell: string): string {
  const value = readAmount(cell)
  return typeof value === 'number' && value >= 0 && Number.isInteger(value)
    ? formatCount(value)
    : (value ?? '').toString()
}
