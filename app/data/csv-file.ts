import { ApiError, isApiError } from '#contract/errors.ts'
import { endSession } from '~/identity/leave'
import { failureMessage } from '~/lib/failure'
import { notify } from '~/lib/notices'

const lineFeed = 10
const carriageReturn = 13

/** Reads a CSV response as a stream; reports the number of rows so far after each chunk, without the header. */
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
    // An incomplete list must not look complete.
    throw new ApiError('network')
  }
  return new Blob(pieces, { type: 'text/csv;charset=utf-8' })
}

/** The name that the API gives the file. */
export function filenameOf(response: Response): string {
  const [, encoded] = response.headers.get('content-disposition')?.match(/filename\*=UTF-8''([^;]+)/) ?? []
  return encoded ? decodeURIComponent(encoded) : 'export.csv'
}

/** Hands the file to the browser's own downloads. */
export function offerFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By then the download has its own copy.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves a CSV answer as a file, or says why there is none. */
export async function saveCsv(request: () => Promise<Response>) {
  try {
    const response = await request()
    offerFile(await readCsv(response, () => {}), filenameOf(response))
  } catch (error) {
    notifyCsvFailure(error)
  }
}

/** Says why there is no file; an expired session leads to the login route. */
export function notifyCsvFailure(error: unknown) {
  if (isApiError(error) && error.code === 'unauthenticated') return void endSession(error.endedBy)
  const { text, ref } = failureMessage(error)
  notify.error(`CSVを出力できませんでした。${text}${ref ? `（お問い合わせ番号: ${ref}）` : ''}`)
}
