import { Unzip, UnzipInflate } from 'fflate'
import { Parser } from 'htmlparser2'
import { FileRefused } from '../refusal.ts'

/** Unpacked: a workbook of 100,000 members has about 80 MB. */
const largestUnpacked = 100_000_000
/** Sheets, pictures and the rest. */
const mostParts = 2_000

export const unreadable = () =>
  new FileRefused('Excelのファイルを読めません。Excelで開き、CSVで保存してから取り込んでください。')
const tooLarge = () => new FileRefused('Excelのファイルが大きすぎます。CSVで保存し、20MBまでに分けてください。')

/** Elements without their namespaces, and the text within. */
export interface Elements {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads parts of an archive as XML, while they are unpacked and without keeping them: `elementsOf` a part's path, or null
 * for one that is not read. Throws `FileRefused` for what is no whole archive, and for one whose parts state to be, or
 * are, too large. Only entities of XML itself are replaced.
 */
export function readParts(bytes: Uint8Array, elementsOf: (path: string) => Elements | null): void {
  let [stated, size, parts] = [0, 0, 0]
  /** Why the archive is not read to its end. */
  let refusal: FileRefused | null = null
  const unzip = new Unzip((part) => {
    parts += 1
    stated += part.originalSize ?? 0
    if (parts > mostParts || stated > largestUnpacked) throw tooLarge()
    const read = partReader(elementsOf(part.name))
    part.ondata = (error, chunk, isLast) => {
      // The library gives what is thrown here as an error of the part.
      if (error) refusal ??= error instanceof FileRefused ? error : unreadable()
      if (refusal) return
      size += chunk?.length ?? 0
      if (size > largestUnpacked) throw tooLarge()
      read(chunk ?? new Uint8Array(), isLast)
    }
    part.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && !refusal; at += 65_536) {
      unzip.push(bytes.subarray(at, at + 65_536), at + 65_536 >= bytes.length)
    }
  } catch (error) {
    if (error instanceof FileRefused) throw error
    throw unreadable()
  }
  if (parts === 0 || refusal) throw refusal ?? unreadable()
}

function partReader(elements: Elements | null): (chunk: Uint8Array, isLast: boolean) => void {
  if (!elements) return () => {}
  const decoder = new TextDecoder()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => elements.open?.(local(name), attributes),
      ontext: (text) => elements.text?.(text),
      onclosetag: (name) => elements.close?.(local(name)),
    },
    { xmlMode: true },
  )
  return (chunk, isLast) => {
    parser.write(decoder.decode(chunk, { stream: !isLast }))
    if (isLast) parser.end()
  }
}
