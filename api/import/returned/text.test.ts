import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { readTable } from '../table.ts'
import { encoderOf } from './encode.ts'
import { withErrors } from './text.ts'

/** Repeatable: a failure names its seed. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const cells = ['', '', '1', '表ソ能', 'ｶﾅ', '"a,b\tc"', '"q""q"', '"1行\n2行"', '"x\r\ny"', '="0012"', '""', '=""', ' ']
const encodings = ['utf8', 'utf8 with mark', 'utf16le', 'utf16be', 'cp932'] as const

function fileOf(text: string, encoding: (typeof encodings)[number]): Buffer {
  if (encoding === 'cp932') return iconv.encode(text, 'cp932')
  if (encoding === 'utf8') return Buffer.from(text)
  if (encoding === 'utf8 with mark') return Buffer.from(`\ufeff${text}`)
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
  return encoding === 'utf16be' ? wide.swap16() : wide
}

test.each(encodings)('any text of %s that is read says the same with its errors, row by row', async (encoding) => {
  for (let seed = 1; seed <= 80; seed += 1) {
    const below = numbersFrom(seed)
    const one = <T>(of: readonly T[]) => of[below(of.length)] as T
    const [delimiter, end] = [one([',', '\t']), one(['\r\n', '\n', '\r'])]
    const headings = ['あ', 'b', '"c"', ...(below(3) === 0 ? ['エラー'] : []), ...(below(3) === 0 ? ['d'] : [])]
    const width = headings.length
    const lineOf = () => Array.from({ length: 1 + below(width) }, () => one(cells))
    const lines = Array.from({ length: 8 }, () => (below(6) === 0 ? [''] : lineOf()))
    // At the end something that is a row, and behind the headings empty cells.
    const all = [headings, ...lines, ['end', ...Array.from({ length: below(width + 2) }, () => '')]]
    const text = `${all.map((line) => line.join(delimiter)).join(end)}${one(['', end, end + end])}`
    const bytes = fileOf(text, encoding)
    const table = await readTable(bytes)
    const reasons = new Map(
      table.rows.flatMap(({ number }) => (below(2) === 0 ? [[number, `理由 ${number}, "${delimiter}"`] as const] : [])),
    )
    if (!table.text) throw new Error('A text is one')
    const read = await readTable(withErrors(bytes, table, table.text, reasons))
    const at = read.headings.indexOf('エラー')
    const had = table.headings.indexOf('エラー')
    const withoutErrors = (row: readonly string[], column: number) =>
      Array.from({ length: width }, (_, index) => (index === column ? '' : (row[index] ?? '')))
    expect(at, `seed ${seed}`).toBe(had < 0 ? width : had)
    expect(read.text, `seed ${seed}`).toEqual(table.text)
    const said = new Map(read.rows.map(({ number, cells }) => [number, cells]))
    for (const { number, cells } of table.rows) {
      const row = said.get(number) ?? []
      expect([seed, number, ...withoutErrors(row, at)]).toEqual([seed, number, ...withoutErrors(cells, had)])
      expect([seed, number, row[at] ?? '']).toEqual([
        ...[seed, number],
        reasons.get(number)?.replace(/\s+/g, ' ') ?? '',
      ])
    }
  }
})

test('all that CP932 has is written as it is read', () => {
  const encode = encoderOf('shift_jis')
  const text = 'aｱ\\~表ソ能①㈱髙∵￢纊～－'
  expect(new TextDecoder('shift_jis', { fatal: true }).decode(encode(text))).toBe(text)
  expect(iconv.decode(encode('🏋か̈x'), 'cp932')).toBe('〓か〓x')
})
