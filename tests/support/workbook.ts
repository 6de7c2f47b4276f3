import { zipSync } from 'fflate'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** A cell of a workbook: text, a number as it is stored, or a day since 1900. */
type Cell = string | { number: string } | { day: number }

/** `A` for 0, `AA` for 26. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** The rows of a sheet as XML. */
const sheetOf = (rows: readonly (readonly Cell[])[]) =>
  rows
    .map((cells, row) => {
      const inRow = cells.map((cell, column) => {
        const place = `${letters(column)}${row + 1}`
        if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`
        return 'day' in cell
          ? `<c r="${place}" s="1"><v>${cell.day}</v></c>`
          : `<c r="${place}"><v>${cell.number}</v></c>`
      })
      return `<row r="${row + 1}">${inRow.join('')}</row>`
    })
    .join('')

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = (...of: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${of
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/**
 * The least that spreadsheets take for a workbook. `rows` may be the sheet's XML, `before` what comes before its root;
 * `strings` are its shared strings.
 */
export function workbook(
  rows: readonly (readonly Cell[])[] | string,
  { before = '', strings = [] }: { before?: string; strings?: readonly string[] } = {},
): Uint8Array<ArrayBuffer> {
  const sheet = typeof rows === 'string' ? rows : sheetOf(rows)
  const files = {
    '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="会員" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'styles', 'styles.xml'],
      ['r3', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `${before}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, utf8(xml)])))
}
