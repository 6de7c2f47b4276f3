import { stringify } from 'csv-stringify'
import type { Endpoint, Endpoints, Input } from '#contract/endpoint.ts'
import type { AuditDetail, Ctx } from '../context.ts'
import { guarded } from '../lib/guarded-cell.ts'

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
  /**
   * The whole file as bytes, where the input requests one that is stored: then there are no columns and pages. `read` is a
   * short transaction of its own; slow work is done between them.
   */
  whole?(read: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>, input: Input<E>): Promise<WholeFile | null>
  /** Runs with the export's audit row, in its transaction; returned by a call before that opens. */
  prepare?(): Promise<(ctx: Ctx, detail: AuditDetail) => Promise<void>>
}

export interface WholeFile {
  /** The time is appended, and the extension. */
  filename: string
  extension: string
  bytes: Uint8Array<ArrayBuffer>
}

/** One export for each endpoint whose row has `csv`. */
export type CsvExports<T extends Endpoints> = {
  [K in keyof T as T[K] extends { csv: object } ? K : never]: CsvExport<T[K]>
}

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
      rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell))),
      // With CRLF between records the library would leave a lone CR or LF inside a cell unquoted.
      { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
      (error, text) => (error ? reject(error) : resolve(text)),
    )
  })
}
