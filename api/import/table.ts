import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { visibleName } from '#contract/invisible.ts'
import { decode, encodings } from './decode.ts'
import { plainHeading } from './find-columns.ts'
import { FileRefused } from './refusal.ts'

export interface Row {
  /** As spreadsheets count: the headings are row 1. */
  number: number
  cells: string[]
}

export interface Table {
  /** As staff read it: Shift_JIS・CSV, or Excel. */
  format: string
  headings: string[]
  rows: Row[]
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
  /** Headings alone say that there is nothing. */
  mayBeEmpty?: boolean
}
export const mostRows = 200_000
export const mostCells = 5_000_000
export const mostColumns = 200
const longestLine = 65_536
/** Letters of all cells: the same one may stand in many cells of a workbook. */
const mostLetters = 50_000_000

export const tooManyRows = (most: number) =>
  `行が多すぎます。${most.toLocaleString('ja-JP')}行までに分けてください（書式だけの空の行は削除してください）。`
export const tooManyColumns = (columns: number) => `列が多すぎます（${columns}列）。${mostColumns}列までです。`
export const tooManyCells = 'ファイルの行か列が多すぎて読めません。いくつかに分けてください。'

/**
 * A file of rows under one line of headings: CSV or TSV in the encodings of `decode`, or the first sheet of a workbook.
 * Cells are trimmed, and written as `="0012"` they are what is between the quotes. Throws `FileRefused` with a sentence where the file as a whole cannot be
 * read; what is wrong in single cells is for those who read them.
 */
export async function readTable(bytes: Uint8Array, limits: Limits = {}): Promise<Table> {
  refuseLarge(bytes.length, limits.largest)
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte)
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileRefused(
      '古い形式か、パスワードの付いたExcelのファイルです。Excelで「CSV UTF-8」として保存してください。',
    )
  }
  if (begins(0x25, 0x50, 0x44, 0x46)) throw new FileRefused('PDFのファイルです。CSVで書き出してください。')
  if (begins(0x50, 0x4b)) {
    // Loaded for a workbook alone: most files are text.
    const { readWorkbook } = await import('./workbook.ts')
    const table = collecting(limits)
    for (const record of await readWorkbook(bytes)) table.add(record)
    return table.whole('Excel')
  }
  const { text, encoding } = decode(bytes)
  if (text.includes('\0')) throw new FileRefused('表のファイルではありません。CSVで保存し直してください。')
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) {
    throw new FileRefused(
      'ファイルの中身がWebページです。提供元のログインが切れていた可能性があります。もう一度ダウンロードしてください。',
    )
  }
  const delimiter = delimiterOf(text)
  const table = collecting(limits)
  eachRecord(text, delimiter, table.add)
  return table.whole(`${encodings[encoding]}・${delimiter === ',' ? 'CSV' : 'TSV'}`)
}

/** Takes one record after the other, the headings first, and refuses a table that grows beyond its limits. */
function collecting({ mostRows: rowLimit = mostRows, mostCells: cellLimit = mostCells, mayBeEmpty = false }: Limits) {
  let headings: string[] | undefined
  const rows: Row[] = []
  let [number, cellsInAll, letters] = [0, 0, 0]
  return {
    add(record: readonly string[]) {
      number += 1
      const length = record.reduce((sum, cell) => sum + cell.length, 0)
      if (length > longestLine) throw new FileRefused(tooLongLine(number))
      if (!headings) {
        headings = checkedHeadings(record)
        return
      }
      const cells = record.map(plainCell)
      if (cells.every((cell) => cell === '')) return
      if (cells.slice(headings.length).some((cell) => cell !== '')) {
        throw new FileRefused(
          `${number}行目の列の数（${cells.length}）が、見出し（${headings.length}列）より多くなっています。`,
        )
      }
      rows.push({ number, cells })
      cellsInAll += cells.length
      letters += length
      if (rows.length > rowLimit) throw new FileRefused(tooManyRows(rowLimit))
      if (cellsInAll > cellLimit || letters > mostLetters) throw new FileRefused(tooManyCells)
    },
    whole(format: string): Table {
      if (!headings) throw new FileRefused('ファイルに行がありません。')
      if (rows.length === 0 && !mayBeEmpty) throw new FileRefused('見出しの下に行がありません。')
      return { format, headings, rows }
    },
  }
}

/** Before it is read: `size` in bytes. */
export function refuseLarge(size: number, largest = largestFile) {
  if (size > largest) throw new FileRefused(`ファイルが大きすぎます。${largest / 1_000_000}MBまでに分けてください。`)
}

/** By the headings: no heading holds a tab. */
const delimiterOf = (text: string) => (/^[^\r\n]*\t/.test(text) ? '\t' : ',')

const tooLongLine = (line: number) => `${line}行目が長すぎます（64KBまで）。引用符「"」が閉じていない可能性があります。`

function eachRecord(text: string, delimiter: string, take: (record: string[]) => void) {
  try {
    // The widths are compared with the headings above.
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A number kept as a formula has quotes inside.
      relax_quotes: true,
      max_record_size: longestLine,
      // Each is looked at when it is there, and none is kept.
      on_record: (record: string[]) => {
        take(record)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 0)
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new FileRefused(tooLongLine(line))
    throw new FileRefused(`${line}行目の引用符「"」が正しくありません。`)
  }
}

function checkedHeadings(record: readonly string[]): string[] {
  const cells = record.map((cell) => plainHeading(plainCell(cell)))
  const headings = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  if (headings.length > mostColumns) throw new FileRefused(tooManyColumns(headings.length))
  const unnamed = headings.indexOf('')
  if (unnamed >= 0) throw new FileRefused(`${unnamed + 1}列目に見出しがありません。`)
  const doubled = headings.find((heading, at) => headings.indexOf(heading) !== at)
  if (doubled !== undefined)
    throw new FileRefused(`見出し「${doubled}」が2列あります。どちらかの名前を変えてください。`)
  return headings
}

/**
 * Without letters that nobody sees. Spreadsheets keep a leading zero by writing a number as a formula; our own files guard
 * a formula by an apostrophe.
 */
const plainCell = (cell: string) =>
  visibleName(cell)
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')
