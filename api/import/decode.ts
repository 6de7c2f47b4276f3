import { FileRefused } from './refusal.ts'

export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  shift_jis: 'Shift_JIS',
} as const
export type Encoding = keyof typeof encodings

export interface Decoded {
  text: string
  encoding: Encoding
}

const marks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * The text of a file: by its byte-order mark, otherwise strict UTF-8, otherwise strict CP932, which Japanese Windows
 * writes as Shift_JIS. Decoded before it is cut into cells, because the second byte of 表 or ソ may look like a
 * backslash. Throws `FileRefused` with row and byte where neither fits.
 */
export function decode(bytes: Uint8Array): Decoded {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) {
    const [encoding] = marked
    const text = strictly(encoding, bytes)
    if (text === undefined)
      throw new FileRefused(`ファイルの文字コード（${encodings[encoding]}）が途中で壊れています。`)
    return { text: withoutSecondMark(text), encoding }
  }
  for (const encoding of ['utf-8', 'shift_jis'] as const) {
    const text = strictly(encoding, bytes)
    if (text !== undefined) return { text: withoutSecondMark(text), encoding }
  }
  throw new FileRefused(`${brokenAt(bytes)}。UTF-8かShift_JISで保存し直してください。`)
}

/** The text without a mark; undefined if a byte does not fit. */
function strictly(encoding: Encoding, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A mark in the middle begins another file, whose first line would be taken for a row. */
function withoutSecondMark(text: string): string {
  const at = text.indexOf('\ufeff')
  if (at < 0) return text
  const row = text.slice(0, at).split('\n').length
  throw new FileRefused(`${row}行目の途中から別のファイルが始まっています。ファイルを1つずつ取り込んでください。`)
}

/** The first line that is neither, and which of its bytes: no byte of a longer character is a line feed. */
function brokenAt(bytes: Uint8Array): string {
  const isUtf8 = new Set<boolean>()
  let row = 1
  for (let from = 0; from < bytes.length; row += 1) {
    const end = bytes.indexOf(0x0a, from)
    const line = bytes.subarray(from, end < 0 ? undefined : end)
    const fits = { utf8: strictly('utf-8', line), cp932: strictly('shift_jis', line) }
    if (fits.utf8 === undefined && fits.cp932 === undefined) {
      return `${row}行目の${goodBytes(line) + 1}バイト目の文字を読めません`
    }
    // A line of ASCII fits both.
    if (fits.utf8 !== fits.cp932) isUtf8.add(fits.utf8 !== undefined)
    if (isUtf8.size > 1) return `${row}行目から文字コードが変わっています`
    from += line.length + 1
  }
  return 'ファイルの文字コードを判別できません'
}

/** The number of bytes of a line before the first that fits neither encoding. */
function goodBytes(line: Uint8Array): number {
  const longest = (encoding: Encoding) => {
    let [good, bad] = [0, line.length]
    const fits = (length: number) => {
      try {
        // Streaming: a character that is cut off at the end is no error.
        new TextDecoder(encoding, { fatal: true }).decode(line.subarray(0, length), { stream: true })
        return true
      } catch {
        return false
      }
    }
    while (good < bad) {
      const middle = Math.ceil((good + bad) / 2)
      if (fits(middle)) good = middle
      else bad = middle - 1
    }
    return good
  }
  return Math.max(longest('utf-8'), longest('shift_jis'))
}
