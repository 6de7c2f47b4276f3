import { zipSync } from 'fflate'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** A cell of a workbook: text, a number as it is stored and in a format, or a day since 1900. */
type Cell = string | { number: string; format?: string } | { day: number }

/** `A` for 0, `AA` for 26. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** The rows of a sheet as XML; `styleOf` is the style of a format. */
const sheetOf = (rows: readonly (readonly Cell[])[], styleOf: (format: string) => number) =>
  rows
    .map((cells, row) => {
      const inRow = cells.map((cell, column) => {
        const place = `${letters(column)}${row + 1}`
        if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`
        if ('day' in cell) return `<c r="${place}" s="1"><v>${cell.day}</v></c>`
        const style = cell.format === undefined ? 0 : styleOf(cell.format)
        return `<c r="${place}" s="${style}"><v>${cell.number}</v></c>`
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

interface OtherSheet {
  name: string
  state?: 'hidden' | 'veryHidden'
  rows: readonly (readonly Cell[])[]
}

/**
 * The least that spreadsheets take for a workbook. `rows` may be the sheet's XML, `before` what comes before its root;
 * `strings` are its shared strings, `others` the sheets before it.
 */
export function workbook(
  rows: readonly (readonly Cell[])[] | string,
  {
    before = '',
    strings = [],
    others = [],
  }: { before?: string; strings?: readonly string[]; others?: readonly OtherSheet[] } = {},
): Uint8Array<ArrayBuffer> {
  const formats: string[] = []
  const styleOf = (format: string) => {
    if (!formats.includes(format)) formats.push(format)
    return formats.indexOf(format) + 2
  }
  const sheets = [
    ...others.map(({ name, state, rows }) => ({ name, state, xml: sheetOf(rows, styleOf) })),
    { name: '会員', state: undefined, xml: typeof rows === 'string' ? rows : sheetOf(rows, styleOf) },
  ]
  const pathOf = (at: number) => `worksheets/sheet${sheets.length - at}.xml`
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="s${at}"/>`,
  )
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`)
  const files: Record<string, string> = {
    '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, at): [string, string, string] => [`s${at}`, 'worksheet', pathOf(at)]),
      ['r2', 'styles', 'styles.xml'],
      ['r3', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  }
  for (const [at, { xml }] of sheets.entries()) {
    files[`xl/${pathOf(at)}`] = `${before}<worksheet xmlns="${main}"><sheetData>${xml}</sheetData></worksheet>`
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, utf8(xml)])))
}
