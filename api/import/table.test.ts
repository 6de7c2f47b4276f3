import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { readTable } from './table.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const cp932 = (text: string) => new Uint8Array(iconv.encode(text, 'CP932'))
const utf16 = (text: string) => new Uint8Array(iconv.encode(text, 'utf16le', { addBOM: true }))
const bytes = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? utf8(part) : part))))

const head = '会員番号,氏名\r\n'
/** Kanji whose second byte in CP932 is a backslash, NEC's and IBM's additions, half-width kana. */
const hard = '0001,髙橋 表子㈱ｶﾅ①ソ能\r\n'

test.each([
  ['UTF-8', utf8(head + hard), 'utf-8'],
  ['UTF-8 with a byte-order mark', utf8(`\ufeff${head}${hard}`), 'utf-8'],
  ['CP932', cp932(head + hard), 'shift_jis'],
  ['UTF-16', utf16(head + hard), 'utf-16le'],
])('a file in %s is read with every character', (_, file, encoding) => {
  const table = readTable(file)
  expect(table).toMatchObject({ encoding, delimiter: ',', headings: ['会員番号', '氏名'] })
  expect(table.rows).toEqual([{ number: 2, cells: ['0001', '髙橋 表子㈱ｶﾅ①ソ能'] }])
})

test('cells of a TSV, quoted ones with line breaks, and numbers kept as formulas are read as they are shown', () => {
  const file = utf8('会員 番号\t氏名\t\n="0012"\t"山田\n太郎"\n\n\t\n13\t山田, 花子\n')
  expect(readTable(file)).toMatchObject({
    delimiter: '\t',
    headings: ['会員番号', '氏名'],
    // Rows are counted as in a spreadsheet: empty ones count, the lines of a cell do not.
    rows: [
      { number: 2, cells: ['0012', '山田\n太郎'] },
      { number: 5, cells: ['13', '山田, 花子'] },
    ],
  })
})

test.each<[string, Uint8Array, RegExp]>([
  ['an empty one', utf8(''), /行がありません/],
  ['headings alone', utf8(head), /見出しの下に行がありません/],
  [
    'bytes of no encoding',
    bytes(head, '1,', new Uint8Array([0xff, 0xff]), '\r\n'),
    /^2行目の3バイト目の文字を読めません/,
  ],
  ['an encoding that changes', bytes(head, '1,高橋\r\n', cp932('2,高橋\r\n')), /^3行目から文字コードが変わっています/],
  ['UTF-16 that ends within a character', utf16(head + hard).subarray(0, 31), /UTF-16.*壊れています/],
  ['a second file behind the first', utf8(`\ufeff${head}${hard}\ufeff${head}${hard}`), /^3行目の途中から別のファイル/],
  ['a page of a dead session', utf8('<!DOCTYPE html><html><body>ログイン</body></html>'), /Webページです/],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /Excelのファイルです/],
  ['a PDF', utf8('%PDF-1.7'), /PDFのファイルです/],
  ['a binary', bytes('a,b\n1,', new Uint8Array([0]), '\n'), /表のファイルではありません/],
  ['a quote that never closes', utf8(`${head}1,"山田\r\n${'2,山田\r\n'.repeat(10)}`), /引用符/],
  ['a line of a megabyte', utf8(`${head}1,${'あ'.repeat(400_000)}\r\n`), /^2行目が長すぎます/],
  ['more than 20 MB', new Uint8Array(20_000_001), /20MBまで/],
  [
    '1,000 columns',
    utf8(`${Array.from({ length: 1000 }, (_, at) => `列${at}`).join(',')}\n1\n`),
    /列が多すぎます（1000列）/,
  ],
  ['a heading twice', utf8('会員番号,氏名,氏 名\n1,a,b\n'), /見出し「氏名」が2列あります/],
  ['a column without a heading', utf8('会員番号,,氏名\n1,a,b\n'), /2列目に見出しがありません/],
  ['a row that is wider than the headings', utf8(`${head}1,山田\n2,山田,太郎\n`), /^3行目の列の数（3）/],
])('%s is refused with a sentence', (_, file, sentence) => {
  expect(() => readTable(file)).toThrow(sentence)
})
