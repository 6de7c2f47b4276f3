import type { Encoding } from '../decode.ts'

/** What Japanese print has in place of a character that is missing. */
const missing = '〓'

/** Text in the encoding of a file; what CP932 lacks is replaced. */
export function encoderOf(encoding: Encoding): (text: string) => Buffer {
  if (encoding === 'utf-8') return (text) => Buffer.from(text)
  if (encoding === 'utf-16le') return (text) => Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16()
  const bytesOf = cp932()
  const ofMissing = bytesOf.get(missing) ?? [0x3f]
  return (text) => Buffer.from([...text].flatMap((letter) => bytesOf.get(letter) ?? ofMissing))
}

/** The bytes of each character, from the decoder: there is no encoder beside it. */
function cp932(): Map<string, readonly number[]> {
  const decoder = new TextDecoder('shift_jis', { fatal: true })
  const bytesOf = new Map<string, readonly number[]>()
  const add = (...bytes: number[]) => {
    try {
      const letter = decoder.decode(Uint8Array.from(bytes))
      // Of two places the first: the later ones are of other vendors.
      if ([...letter].length === 1 && !bytesOf.has(letter)) bytesOf.set(letter, bytes)
    } catch {
      // No character.
    }
  }
  for (let first = 0; first < 0x100; first += 1) add(first)
  for (let first = 0x81; first < 0xfd; first += 1) {
    if (first >= 0xa0 && first < 0xe0) continue
    for (let second = 0x40; second < 0xfd; second += 1) add(first, second)
  }
  return bytesOf
}
