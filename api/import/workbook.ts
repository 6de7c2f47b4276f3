import { Unzip, UnzipInflate } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { FileRefused } from './refusal.ts'
import { mostCells, mostColumns, mostRows, tooManyCells, tooManyColumns, tooManyRows } from './table.ts'

/** Unpacked: a workbook of 100,000 members has about 80 MB. */
const largestUnpacked = 100_000_000
/** Sheets, pictures and the rest. */
const mostParts = 2_000
const unreadable = () =>
  new FileRefused('Excelのファイルを読めません。Excelで開き、CSVで保存してから取り込んでください。')
const tooLarge = () => new FileRefused('Excelのファイルが大きすぎます。CSVで保存し、20MBまでに分けてください。')

/**
 * The cells of a workbook's first sheet (.xlsx) as text: days as YYYY-MM-DD, numbers as they are stored, formulas as their
 * last result. Throws `FileRefused` for what is no such workbook, and before it takes more than is read in half a
 * gigabyte: the library allocates what an archive states, and fills each row up to the last column.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Iterable<string[]>> {
  const { sheets, texts } = await lookInto(bytes)
  const first = firstSheet(texts)
  for (const [name, extent] of sheets) if (name === first || !sheets.has(first)) refuseWide(extent)
  try {
    const rows = await readSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      parseNumber: (number) => number,
      trim: false,
    })
    return inText(rows)
  } catch {
    throw unreadable()
  }
}

/** Each row once: its cells are not needed after it. */
function* inText(rows: unknown[][]): Generator<string[]> {
  for (const [at, row] of rows.entries()) {
    yield row.map(asText)
    rows[at] = []
  }
}

function asText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  // A day of a spreadsheet has no time zone; the library gives it in UTC.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return String(cell)
}

/** How far a sheet reaches. */
interface Extent {
  /** The last row, whether or not anything is in it. */
  rows: number
  /** The last row and column that hold anything. */
  filledRows: number
  filledColumns: number
}

function refuseWide({ rows, filledRows, filledColumns }: Extent) {
  if (filledColumns > mostColumns) throw new FileRefused(tooManyColumns(filledColumns))
  if (rows > mostRows) throw new FileRefused(tooManyRows(mostRows))
  if (filledRows * filledColumns > mostCells) throw new FileRefused(tooManyCells)
}

/**
 * Unpacks all parts once, keeping none: whether it is a whole archive, that neither what its parts state nor what they
 * are is too large, and how far each sheet reaches.
 */
async function lookInto(bytes: Uint8Array) {
  const sheets = new Map<string, Extent>()
  const texts: Texts = {}
  let [stated, size, parts, isBroken] = [0, 0, 0, false]
  const unzip = new Unzip((part) => {
    parts += 1
    stated += part.originalSize ?? 0
    if (parts > mostParts || stated > largestUnpacked) throw tooLarge()
    const look = lookerAt(part.name, sheets, texts)
    part.ondata = (error, chunk) => {
      isBroken ||= error !== null
      size += chunk?.length ?? 0
      if (size > largestUnpacked) throw tooLarge()
      if (chunk) look(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1'))
    }
    part.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += 65_536) {
      unzip.push(bytes.subarray(at, at + 65_536), at + 65_536 >= bytes.length)
    }
  } catch (error) {
    if (error instanceof FileRefused) throw error
    throw unreadable()
  }
  if (parts === 0 || isBroken) throw unreadable()
  return { sheets, texts }
}

/** The two small parts that say which sheet is the first. */
type Texts = Partial<Record<(typeof named)[number], string>>
const named = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'] as const
const longestNamed = 1_000_000

/** A row, or a cell that may hold something: an empty one ends at once. */
const rowOrCell = /<(?:\w+:)?(row|c)(?=[\s/>])([^>]*)>/g
const place = /\sr\s*=\s*["']([A-Z]*)(\d+)["']/
/** A tag may go on in the next piece. */
const longestTag = 10_000

function lookerAt(name: string, sheets: Map<string, Extent>, texts: Texts): (piece: string) => void {
  const text = named.find((one) => one === name)
  if (text) {
    return (piece) => {
      const before = texts[text] ?? ''
      if (before.length < longestNamed) texts[text] = before + piece
    }
  }
  if (!/^xl\/.*sheet[^/]*\.xml$/i.test(name)) return () => {}
  const extent: Extent = { rows: 0, filledRows: 0, filledColumns: 0 }
  sheets.set(name, extent)
  let rest = ''
  return (piece) => {
    const whole = rest + piece
    const end = whole.lastIndexOf('<')
    const isOpen = end > whole.lastIndexOf('>') && whole.length - end < longestTag
    rest = isOpen ? whole.slice(end) : ''
    for (const [, tag, attributes = ''] of (isOpen ? whole.slice(0, end) : whole).matchAll(rowOrCell)) {
      const [, letters = '', digits] = place.exec(attributes) ?? []
      if (tag === 'row') extent.rows = Math.max(extent.rows + 1, Number(digits ?? 0))
      else if (!attributes.endsWith('/')) {
        extent.filledRows = Math.max(extent.filledRows, extent.rows, Number(digits ?? 0))
        extent.filledColumns = Math.max(extent.filledColumns, columnOf(letters))
      }
    }
  }
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** The path of the first sheet, as the workbook names it; not to be found: none. */
function firstSheet(texts: Texts): string {
  const [, id] = /<(?:\w+:)?sheet\s[^>]*\sr:id\s*=\s*["']([^"']+)["']/.exec(texts['xl/workbook.xml'] ?? '') ?? []
  const relations = (texts['xl/_rels/workbook.xml.rels'] ?? '').matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)
  for (const [, attributes = ''] of relations) {
    const attribute = (name: string) => new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']+)["']`).exec(attributes)?.[1]
    if (id !== undefined && attribute('Id') === id) return (attribute('Target') ?? '').replace(/^\/?(xl\/)?/, 'xl/')
  }
  return ''
}
