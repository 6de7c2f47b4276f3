/** Text that some spreadsheets would execute; a number may start with its sign. With apostrophes, to be told apart again. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
/** Digits that a number would lose: leading zeros, or more than fifteen digits. */
const digits = /^(0\d+|\d{16,})$/

/** Text of a cell that no spreadsheet executes, and of which none loses a digit. */
export function guarded(cell: string): string {
  if (formula.test(cell)) return `'${cell}`
  // The only notation of digits that every spreadsheet reads as text and can search (decision 0033).
  return digits.test(cell) ? `="${cell}"` : cell
}

/** The text of a guarded cell. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : (cell.match(/^="(\d+)"$/)?.[1] ?? cell)
