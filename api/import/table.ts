import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { visibleName } from '#contract/invisible.ts'
import { decode, type Encoding, encodings } from './decode.ts'
import { headingKey, plainHeading } from './find-columns.ts'
import { mostCells, mostColumns, mostRows, tooManyCells, tooManyColumns, tooManyRows } from './limits.ts'
import { FileRefused } from './refusal.ts'
import type { ReadSheet } from './workbook/read.ts'

export interface Row {
  /** As spreadsheets count. */
  number: number
  cells: string[]
  /** Why the row is suspect; staff have to look at it. */
  doubt?: string
}

export interface Table {
  /** As staff read it: Shift_JIS・CSV, or Excel. */
  format: string
  headings: string[]
  rows: Row[]
  /** Sentences about what the reading skipped or removed. */
  notes: string[]
  /** Of a workbook: its sheets, and the one that was read. */
  sheet?: ReadSheet
  /** The number of the line of the headings. */
  headingsAt: number
  /** Of a text: how it is stored. */
  text?: StoredText
}

export interface StoredText {
  encoding: Encoding
  delimiter: ',' | '\t'
}

/** 20 MB: about 60,000 members with an address. */
const largestFile = 20_000_000
interface Limits {
  /** In bytes. */
  largest?: number
  /** Rows that hold anything. */
  mostRows?: number
  /** As many as are read in 512 MB. */
  mostCells?: number
  /** A file of headings alone is accepted: it has no rows. */
  mayBeEmpty?: boolean
}
const longestLine = 65_536
/** Letters of all cells: the same one may stand in many cells of a workbook. */
const mostLetters = 50_000_000

/** How it is to be read. */
export interface Reading {
  /** Of a workbook: the sheet that was chosen. */
  sheet?: string | undefined
  /** Headings that somebody may mean, as `headingKey` has them: the first line with two of them is that of the headings. */
  known?: ReadonlySet<string>
}

/**
 * A file of rows under a line of headings, above which there may be titles: CSV or TSV in the encodings of `decode`, or a
 * sheet of a workbook. Cells are trimmed, and written as `="0012"` they are what is between the quotes. Throws
 * `FileRefused` with a sentence where the file as a whole cannot be read; what is wrong in single cells is for those who
 * read them.
 */
export async function readTable(bytes: Uint8Array, limits: Limits = {}, reading: Reading = {}): Promise<Table> {
  refuseLarge(bytes.length, limits.largest)
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte)
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileRefused(
      '古い形式か、パスワードの付いたExcelのファイルです。Excelで「CSV UTF-8」として保存してください。',
    )
  }
  if (begins(0x25, 0x50, 0x44, 0x46)) throw new FileRefused('PDFのファイルです。CSVで書き出してください。')
  const table = collecting(limits, reading)
  if (begins(0x50, 0x4b)) {
    // Loaded for a workbook alone: most files are text.
    const { readSheet } = await import('./workbook/read.ts')
    return table.whole('Excel', readSheet(bytes, reading.sheet, table.add))
  }
  const { text, encoding } = decode(bytes)
  if (text.includes('\0')) throw new FileRefused('表のファイルではありません。CSVで保存し直してください。')
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) {
    throw new FileRefused(
      'ファイルの中身がWebページです。提供元のログインが切れていた可能性があります。もう一度ダウンロードしてください。',
    )
  }
  const delimiter = delimiterOf(text)
  eachRecord(text, delimiter, table.add)
  const format = `${encodings[encoding]}・${delimiter === ',' ? 'CSV' : 'TSV'}`
  return { ...table.whole(format), text: { encoding, delimiter } }
}

/** Lines above the headings, empty ones not counted. */
const mostTitles = 15
const inJapanese = (count: number) => count.toLocaleString('ja-JP')

/** Takes one record after the other, and refuses a table that grows beyond its limits. */
function collecting(
  { mostRows: rowLimit = mostRows, mostCells: cellLimit = mostCells, mayBeEmpty = false }: Limits,
  { known = new Set() }: Reading,
) {
  let headings: string[] | undefined
  let headingsAt = 0
  /** While the headings are looked for. */
  let above: { cells: readonly string[]; number: number; doubt?: string | undefined }[] = []
  let titles: string[] = []
  const rows: Row[] = []
  let [number, cellsInAll, letters, cleaned] = [0, 0, 0, 0]
  function take(record: readonly string[], at: number, doubt?: string) {
    const width = headings?.length ?? 0
    const seen = record.map(visibleName)
    const cells = seen.map(plainText)
    if (cells.every((cell) => cell === '')) return
    if (cells.slice(width).some((cell) => cell !== '')) {
      throw new FileRefused(`${at}行目の列の数（${cells.length}）が、見出し（${width}列）より多くなっています。`)
    }
    if (record.some((cell, at) => seen[at] !== cell)) cleaned += 1
    rows.push({ number: at, cells, ...(doubt && { doubt }) })
    cellsInAll += cells.length
    letters += record.reduce((sum, cell) => sum + cell.length, 0)
    if (rows.length > rowLimit) throw new FileRefused(tooManyRows(rowLimit))
    if (cellsInAll > cellLimit || letters > mostLetters) throw new FileRefused(tooManyCells)
  }
  /** The first of these lines is that of the headings. */
  function begin(from: number) {
    const [first, ...others] = above.slice(from)
    if (!first) return
    headings = checkedHeadings(first.cells, known)
    headingsAt = first.number
    titles = above.slice(0, from).map(({ cells }) => cells.map(plainCell).filter(Boolean).join(' '))
    above = []
    for (const { cells, number: at, doubt } of others) take(cells, at, doubt)
  }
  const isOfHeadings = (record: readonly string[]) =>
    record.filter((cell) => known.has(headingKey(plainCell(cell)))).length >= 2
  return {
    add(record: readonly string[], at = number + 1, doubt?: string) {
      number = at
      if (record.reduce((sum, cell) => sum + cell.length, 0) > longestLine) throw new FileRefused(tooLongLine(number))
      if (headings) return take(record, number, doubt)
      if (record.every((cell) => plainCell(cell) === '')) return
      above.push({ cells: record, number, doubt })
      if (known.size === 0) begin(0)
      else if (isOfHeadings(record)) begin(above.length - 1)
      else if (above.length > mostTitles) begin(0)
    },
    whole(format: string, sheet?: ReadSheet): Table {
      if (!headings) begin(0)
      if (!headings) throw new FileRefused('ファイルに行がありません。')
      if (rows.length === 0 && !mayBeEmpty) throw new FileRefused('見出しの下に行がありません。')
      const notes = [
        ...(titles.length > 0
          ? [`見出しの上の${titles.length}行（${titles.join('、').slice(0, 60)}）は読みません。`]
          : []),
        ...(sheet ? notesOn(sheet) : []),
        ...(cleaned > 0 ? [`${inJapanese(cleaned)}行から、見えない文字を取り除いて読みました。`] : []),
      ]
      return { format, headings, headingsAt, rows, notes, ...(sheet && { sheet }) }
    },
  }
}

function notesOn({ sheets, name, hiddenRows }: ReadSheet): string[] {
  const hidden = sheets.filter(({ isHidden }) => isHidden).length
  const isHidden = sheets.find((sheet) => sheet.name === name)?.isHidden
  return [
    ...(sheets.length > 1
      ? [
          `シートが${sheets.length}枚あります${hidden > 0 ? `（うち非表示${hidden}枚）` : ''}。「${name}」を読みました。`,
        ]
      : []),
    ...(isHidden ? [`「${name}」は非表示のシートです。`] : []),
    ...(hiddenRows > 0 ? [`非表示の行が${inJapanese(hiddenRows)}行あり、それも読みました。`] : []),
  ]
}

/** Before it is read: `size` in bytes. */
export function refuseLarge(size: number, largest = largestFile) {
  if (size > largest) throw new FileRefused(`ファイルが大きすぎます。${largest / 1_000_000}MBまでに分けてください。`)
}

/** By the headings: no heading holds a tab. */
const delimiterOf = (text: string): StoredText['delimiter'] => (/^[^\r\n]*\t/.test(text) ? '\t' : ',')

const tooLongLine = (line: number) => `${line}行目が長すぎます（64KBまで）。引用符「"」が閉じていない可能性があります。`

/** A number that is kept as a formula, `="0012"`, is the only cell with quotes that are not its first and last letter. */
const formula = /(?<=^|[,\t\r\n])="([^",\t\r\n]*)"(?=[,\t\r\n]|$)/g
/** They stand for its quotes while the cells are cut; no text has them. */
const [opening, closing] = ['\ufdd0', '\ufdd1']
const marked = /\ufdd0([^\ufdd1]*)\ufdd1/g

function unmarked(cell: string, line: number): string {
  if (!cell.includes(opening)) return cell
  if (cell.startsWith(opening) && cell.indexOf(closing) === cell.length - 1) return cell.slice(1, -1)
  return cell.replace(marked, (_, text) => {
    // Within a quoted cell two quotes are one.
    if (text !== '') throw new FileRefused(strayQuote(line))
    return '="'
  })
}

function eachRecord(text: string, delimiter: string, take: (record: string[], at?: number, doubt?: string) => void) {
  const hasQuotes = text.includes('"')
  const marking = hasQuotes ? text.replace(formula, `${opening}$1${closing}`) : text
  const mayHoldRow = (cell: string, width: number) => /[\r\n]/.test(cell) && cell.split(delimiter).length >= width
  let width = 2
  try {
    // The widths are compared with the headings above.
    parse(marking, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: longestLine,
      // Each record is checked when it is read, and none is kept.
      on_record: (record: string[], { lines }: { lines: number }) => {
        width = Math.max(width, record.length)
        const cells = hasQuotes ? record.map((cell) => unmarked(cell, lines)) : record
        take(cells, undefined, hasQuotes && cells.some((cell) => mayHoldRow(cell, width)) ? mayHoldRows : undefined)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 0)
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new FileRefused(tooLongLine(line))
    throw new FileRefused(strayQuote(line))
  }
}

const strayQuote = (line: number) => `${line}行目の引用符「"」が正しくありません。`
const mayHoldRows = '引用符の中に1行分の区切りがあり、ほかの行を含んでいる可能性があります'

/** Where a heading is missing or twice, it is named by its place, unless it may be one of those that are known. */
function checkedHeadings(record: readonly string[], known: ReadonlySet<string>): string[] {
  const cells = record.map((cell) => plainHeading(plainCell(cell)))
  const headings = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  if (headings.length > mostColumns) throw new FileRefused(tooManyColumns(headings.length))
  const names: string[] = []
  for (const [at, heading] of headings.entries()) {
    const isTwice = names.includes(heading)
    // Two headings that differ only in capitals or a mark are ambiguous.
    const other = known.has(headingKey(heading))
      ? names.find((name) => headingKey(name) === headingKey(heading))
      : known.size === 0 && isTwice && heading
    if (other) throw new FileRefused(twice(other, heading))
    names.push(heading === '' ? `(${at + 1}列目)` : isTwice ? `${heading}(${at + 1}列目)` : heading)
  }
  return names
}

const twice = (one: string, other: string) =>
  one === other
    ? `見出し「${one}」が2列あります。どちらかの名前を変えてください。`
    : `見出し「${one}」と「${other}」は同じ列を指します。どちらかの名前を変えてください。`

/** Without letters that nobody sees. */
const plainCell = (cell: string) => plainText(visibleName(cell))

/** Spreadsheets keep a leading zero by writing a number as a formula; our own files guard a formula by an apostrophe. */
const plainText = (cell: string) =>
  cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')
