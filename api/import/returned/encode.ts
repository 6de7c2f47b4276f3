import type { Encoding } from '../decode.ts'

/** What Japanese print has in place of a character that is missing. */
const missing = '〓'
const lineFeed = 0x0a

/** Text in the encoding of a file; what CP932 lacks is replaced. */
export function encoderOf(encoding: Encoding): (text: string) => Buffer {
  if (encoding === 'utf-8') return (text) => Buffer.from(text)
  if (encoding === 'utf-16le') return (text) => Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16()
  const bytesOf = cp932()
  const ofMissing = bytesOf.get(missing) ?? [0x3f]
  return (text) => Buffer.from([...text].flatMap((letter) => bytesOf.get(letter) ?? ofMissing))
}

/** The bytes of each character, from the decoder, beside which there is no encoder: all at once, on a line each. */
function cp932(): Map<string, readonly number[]> {
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
  const single = range(0, 0x100).filter((byte) => byte !== lineFeed)
  const leads = [...range(0x81, 0xa0), ...range(0xe0, 0xfd)]
  const all = [
    ...single.map((byte) => [byte]),
    ...leads.flatMap((lead) => range(0x40, 0xfd).map((trail) => [lead, trail])),
  ]
  const lines = new TextDecoder('shift_jis').decode(Uint8Array.from(all.flatMap((bytes) => [...bytes, lineFeed])))
  const bytesOf = new Map<string, readonly number[]>()
  for (const [at, letter] of lines.split('\n').entries()) {
    const bytes = all[at]
    // Of two places the first: the later ones are of other vendors.
    if (bytes && [...letter].length === 1 && letter !== '\ufffd' && !bytesOf.has(letter)) bytesOf.set(letter, bytes)
  }
  return bytesOf
}
