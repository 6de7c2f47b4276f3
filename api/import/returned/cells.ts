import { guarded } from '../../lib/guarded-cell.ts'

/** A cell of a text with its quotes, where it needs any. */
export const quoted = (cell: string, delimiter: ',' | '\t') =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** A reason as a cell: on one line, and nothing that a spreadsheet executes, because it may name what the file says. */
export const reasonCell = (reason: string) => guarded(reason.replace(/\s+/g, ' ').trim())

/**
 * A cell of a workbook as text of a CSV, which says the same when it is read again: in a workbook texts stay as they are, of
 * a CSV a spreadsheet would execute some, and shorten others.
 */
export function ofWorkbook(cell: string): string {
  const text = cell.replace(/^="(.*)"$/, '$1')
  return text.startsWith("'") || String(Number(text)) === text ? text : guarded(text)
}
