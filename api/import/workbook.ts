import { Unzip, UnzipInflate } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { FileRefused } from './refusal.ts'

/** Unpacked: a workbook of 100,000 members has about 80 MB. */
const largestUnpacked = 200_000_000

/**
 * The cells of a workbook's first sheet (.xlsx) as text: days as YYYY-MM-DD, numbers as they are stored, formulas as their
 * last result. Throws `FileRefused` for what is no such workbook, and before it takes more than 200 MB.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const unreadable = new FileRefused('Excelのファイルを読めません。Excelで開き、CSVで保存してから取り込んでください。')
  if (!isUnpackable(bytes)) throw unreadable
  try {
    const cells = await readSheet(Buffer.from(bytes), { parseNumber: (number) => number, trim: false })
    return cells.map((row) => row.map(asText))
  } catch {
    throw unreadable
  }
}

/** Whether it is a whole archive; counted while it is unpacked, because the sizes that an archive states may be wrong. */
function isUnpackable(bytes: Uint8Array): boolean {
  let [size, parts, isBroken] = [0, 0, false]
  const unzip = new Unzip((part) => {
    parts += 1
    part.ondata = (error, chunk) => {
      isBroken ||= error !== null
      size += chunk?.length ?? 0
      if (size > largestUnpacked)
        throw new FileRefused('Excelのファイルが大きすぎます。CSVで保存し、20MBまでに分けてください。')
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
    return false
  }
  return parts > 0 && !isBroken
}

function asText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  // A day of a spreadsheet has no time zone; the library gives it in UTC.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return String(cell)
}
