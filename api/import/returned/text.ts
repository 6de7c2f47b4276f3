import { errorHeading } from '../find-columns.ts'
import type { StoredText, Table } from '../table.ts'
import { quoted, reasonCell } from './cells.ts'
import { encoderOf } from './encode.ts'

// A text file gets its column in its bytes: what is not ours is never decoded and written again.

const [quote, comma, tab, lineFeed, carriageReturn] = [0x22, 0x2c, 0x09, 0x0a, 0x0d]

/**
 * The bytes with エラー as the first column behind the headings, or where the file has such a column. `reasons` are by the
 * number of the row; all other bytes stay as they are, as do all rows without a reason unless they have one of before. The
 * file is one that `readTable` has read.
 */
export function withErrors(
  bytes: Uint8Array,
  { headings, headingsAt }: Pick<Table, 'headings' | 'headingsAt'>,
  { encoding, delimiter }: StoredText,
  reasons: ReadonlyMap<number, string>,
): Uint8Array<ArrayBuffer> {
  const encode = encoderOf(encoding)
  const between = encode(delimiter)
  const before = headings.indexOf(errorHeading)
  const at = before < 0 ? headings.length : before
  const pieces: Uint8Array[] = []
  let copied = 0
  for (const { number, cells, end } of recordsOf(bytes, encoding, delimiter)) {
    const isRow = number > headingsAt
    const reason = isRow ? reasons.get(number) : number === headingsAt ? errorHeading : undefined
    // The reason of an earlier time, of a row that is right now.
    const isOver = isRow && before >= 0 && reason === undefined && cells[at] !== undefined
    if (reason === undefined && !isOver) continue
    const text = reason === undefined ? '' : isRow ? reasonCell(reason) : reason
    const place = cells[at] ?? { from: end, to: end }
    const padding = Array.from({ length: Math.max(0, at + 1 - cells.length) }, () => between)
    pieces.push(bytes.subarray(copied, place.from), ...padding, encode(quoted(text, delimiter)))
    copied = place.to
  }
  pieces.push(bytes.subarray(copied))
  return new Uint8Array(Buffer.concat(pieces))
}

interface Place {
  from: number
  to: number
}

/**
 * Records as the reader counts them, with the bytes of each cell. Within quotes is after an odd number of them: a file in
 * which that is not so was refused. No byte of a longer character of UTF-8 or CP932 is one of the five that are looked for.
 */
function* recordsOf(bytes: Uint8Array, encoding: StoredText['encoding'], delimiter: StoredText['delimiter']) {
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  const width = isWide ? 2 : 1
  const unitAt = (at: number) => {
    const [one = 0, other = 0] = [bytes[at], bytes[at + 1]]
    if (!isWide) return one
    return encoding === 'utf-16le' ? one + other * 256 : one * 256 + other
  }
  const ofDelimiter = delimiter === ',' ? comma : tab
  const first = markLength(bytes)
  let [number, isQuoted, from] = [1, false, first]
  let cells: Place[] = []
  for (let at = first; at < bytes.length; at += width) {
    const unit = unitAt(at)
    if (unit === quote) isQuoted = !isQuoted
    if (isQuoted || (unit !== ofDelimiter && unit !== lineFeed && unit !== carriageReturn)) continue
    cells.push({ from, to: at })
    from = at + width
    if (unit === ofDelimiter) continue
    yield { number, cells, end: at }
    if (unit === carriageReturn && from < bytes.length && unitAt(from) === lineFeed) {
      from += width
      at += width
    }
    ;[number, cells] = [number + 1, []]
  }
  if (from < bytes.length || cells.length > 0) {
    yield { number, cells: [...cells, { from, to: bytes.length }], end: bytes.length }
  }
}

function markLength([first, second, third]: Uint8Array): number {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 3
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) ? 2 : 0
}
