import { errorHeading } from '../find-columns.ts'
import type { Table } from '../table.ts'
import { readSheet } from '../workbook/read.ts'
import { ofWorkbook, quoted, reasonCell } from './cells.ts'

/** The sheet of a workbook that was read as CSV in UTF-8 with a mark, its lines where they were, with エラー as in a text. */
export function sheetWithErrors(
  bytes: Uint8Array,
  { headings, headingsAt, sheet }: Pick<Table, 'headings' | 'headingsAt' | 'sheet'>,
  reasons: ReadonlyMap<number, string>,
): Uint8Array<ArrayBuffer> {
  const before = headings.indexOf(errorHeading)
  const at = before < 0 ? headings.length : before
  const lines: string[] = []
  readSheet(bytes, sheet?.name, (cells, number) => {
    while (lines.length < number - 1) lines.push('')
    const own = Array.from(cells, (cell = '') => ofWorkbook(cell))
    const isRow = number > headingsAt
    const added = isRow ? reasonCell(reasons.get(number) ?? '') : number === headingsAt ? errorHeading : undefined
    if (added !== undefined && (added !== '' || own.length > at)) {
      while (own.length <= at) own.push('')
      own[at] = added
    }
    lines[number - 1] = own.map((cell) => quoted(cell, ',')).join(',')
  })
  return new Uint8Array(Buffer.from(`\ufeff${lines.map((line) => `${line}\r\n`).join('')}`))
}
