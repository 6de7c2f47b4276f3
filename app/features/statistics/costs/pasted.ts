import { type NumberValue, readNumber } from '~/components/fields/number-field'

/** Cells as a spreadsheet copies them: rows by line, columns by tab. One cell is no block: null, to be pasted as text. */
export function pastedCells(text: string): NumberValue[][] | null {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => readNumber(cell.replace(/^[¥￥]|円$/g, ''))))
  return rows.length === 1 && rows[0]?.length === 1 ? null : rows
}
