import { ApiError } from '#contract/errors.ts'

const lineFeed = 10
const carriageReturn = 13

/** Reads a CSV answer as it comes; tells after each piece how many rows have arrived, the header apart. */
export async function readCsv(response: Response, onRows: (rows: number) => void): Promise<Blob> {
  if (!response.headers.get('content-type')?.startsWith('text/csv') || !response.body) throw new ApiError('upstream')
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body.getReader()
  let lines = 0
  let last = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      for (const byte of value) {
        // Rows end in CRLF; a line feed alone is inside a cell.
        if (byte === lineFeed && last === carriageReturn) lines += 1
        last = byte
      }
      pieces.push(value)
      onRows(Math.max(0, lines - 1))
    }
  } catch {
    // Half a list must not look like a whole one.
    throw new ApiError('network')
  }
  return new Blob(pieces, { type: 'text/csv;charset=utf-8' })
}

/** The name that the API gives the file. */
export function filenameOf(response: Response): string {
  const [, encoded] = response.headers.get('content-disposition')?.match(/filename\*=UTF-8''([^;]+)/) ?? []
  return encoded ? decodeURIComponent(encoded) : 'export.csv'
}
