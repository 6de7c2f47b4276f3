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
  /** Headings alone say that there is nothing. */
  mayBeEmpty?: boolean
}
const mostColumns = 200
const longestLine = 65_536

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
    return tableOf('Excel', await readWorkbook(bytes), limits)
  }
  const { text, encoding } = decode(bytes)
  if (text.includes('\0')) throw new FileRefused('表のファイルではありません。CSVで保存し直してください。')
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) {
    throw new FileRefused(
      'ファイルの中身がWebページです。提供元のログインが切れていた可能性があります。もう一度ダウンロードしてください。',
    )
  }
  const delimiter = delimiterOf(text)
  return tableOf(`${encodings[encoding]}・${delimiter === ',' ? 'CSV' : 'TSV'}`, recordsOf(text, delimiter), limits)
}

function tableOf(format: string, [head, ...body]: string[][], { mayBeEmpty = false }: Limits): Table {
  if (!head) throw new FileRefused('ファイルに行がありません。')
  const headings = checkedHeadings(head)
  const rows = body
    .map((record, at) => ({ number: at + 2, cells: record.map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (rows.length === 0 && !mayBeEmpty) throw new FileRefused('見出しの下に行がありません。')
  for (const { number, cells } of rows) {
    if (cells.slice(headings.length).some((cell) => cell !== '')) {
      throw new FileRefused(
        `${number}行目の列の数（${cells.length}）が、見出し（${headings.length}列）より多くなっています。`,
      )
    }
  }
  return { format, headings, rows }
}

/** Before it is read: `size` in bytes. */
export function refuseLarge(size: number, largest = largestFile) {
  if (size > largest) throw new FileRefused(`ファイルが大きすぎます。${largest / 1_000_000}MBまでに分けてください。`)
}

/** By the headings: no heading holds a tab. */
const delimiterOf = (text: string) => (/^[^\r\n]*\t/.test(text) ? '\t' : ',')

function recordsOf(text: string, delimiter: string): string[][] {
  try {
    // The widths are compared with the headings above.
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A number kept as a formula has quotes inside.
      relax_quotes: true,
      max_record_size: longestLine,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 0)
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      throw new FileRefused(`${line}行目が長すぎます（64KBまで）。引用符「"」が閉じていない可能性があります。`)
    }
    throw new FileRefused(`${line}行目の引用符「"」が正しくありません。`)
  }
}

function checkedHeadings(record: readonly string[]): string[] {
  const cells = record.map((cell) => plainHeading(plainCell(cell)))
  const headings = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  if (headings.length > mostColumns)
    throw new FileRefused(`列が多すぎます（${headings.length}列）。${mostColumns}列までです。`)
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
