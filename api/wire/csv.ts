import { stringify } from 'csv-stringify'
import type { Endpoint, Endpoints, Input } from '#contract/endpoint.ts'
import type { AuditDetail, Ctx } from '../context.ts'

/** Text is guarded against formulas; numbers stay numbers; null is an empty cell. */
export type Cell = string | number | null

/** A day (YYYY-MM-DD) in the format of Japanese spreadsheets. */
export const slashed = <Day extends string | null>(day: Day) => (day?.replaceAll('-', '/') ?? null) as Day

/** The CSV export of one list: same input, same scope, its own permission. */
export interface CsvExport<E extends Endpoint> {
  /** File name with shop and period: 会員一覧_新宿店, 日ごとの集計_全店舗_20261101-20261122; the time and `.csv` are appended. */
  filename(ctx: Ctx, input: Input<E>): string | Promise<string>
  /** Japanese headers, in a stable order; fewer where the principal may see less. */
  columns(ctx: Ctx, input: Input<E>): readonly string[] | Promise<readonly string[]>
  /**
   * The next rows after `after` (null at first), in the order of the columns, and the start of the page after them.
   * Each page has a transaction of its own, so that a slow download holds none open.
   */
  page(
    ctx: Ctx,
    input: Input<E>,
    after: string | null,
  ): Promise<{ rows: readonly (readonly Cell[])[]; after: string | null }>
  /** Runs with the export's audit row, in its transaction; returned by a call before that opens. */
  prepare?(): Promise<(ctx: Ctx, detail: AuditDetail) => Promise<void>>
}

/** One export for each endpoint whose row has `csv`. */
export type CsvExports<T extends Endpoints> = {
  [K in keyof T as T[K] extends { csv: object } ? K : never]: CsvExport<T[K]>
}

/** Text that some spreadsheets would execute; a number may start with its sign. With apostrophes, to be told apart again. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
/** Digits that a number would lose: leading zeros, or more than fifteen digits. */
const digits = /^(0\d+|\d{16,})$/

function guarded(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  if (formula.test(cell)) return `'${cell}`
  // The only notation of digits that every spreadsheet reads as text and can search (decision 0033).
  return digits.test(cell) ? `="${cell}"` : cell
}

/** The text of a guarded cell. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : (cell.match(/^="(\d+)"$/)?.[1] ?? cell)

/** RFC 4180 with a byte-order mark and CRLF; text that a spreadsheet would execute starts with an apostrophe. */
export function csvStream(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): ReadableStream {
  const encoder = new TextEncoder()
  async function* sheet() {
    yield encoder.encode(`\uFEFF${await csvText([header])}`)
    for await (const rows of pages) {
      if (rows.length) yield encoder.encode(await csvText(rows))
    }
  }
  const chunks = sheet()
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return()),
  })
}

/** The whole file as a string, for scripts. */
export const csvFile = async (header: readonly string[], rows: readonly (readonly Cell[])[]): Promise<string> =>
  `\uFEFF${await csvText([header, ...rows])}`

function csvText(rows: readonly (readonly Cell[])[]): Promise<string> {
  return new Promise((resolve, reject) => {
    stringify(
      rows.map((row) => row.map(guarded)),
      // With CRLF between records the library would leave a lone CR or LF inside a cell unquoted.
      { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
      (error, text) => (error ? reject(error) : resolve(text)),
    )
  })
}
