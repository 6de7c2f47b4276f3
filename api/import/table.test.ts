import { zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { workbook } from '../../tests/support/workbook.ts'
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
  ['UTF-8', utf8(head + hard), 'UTF-8・CSV'],
  ['UTF-8 with a byte-order mark', utf8(`\ufeff${head}${hard}`), 'UTF-8・CSV'],
  ['CP932', cp932(head + hard), 'Shift_JIS・CSV'],
  ['UTF-16', utf16(head + hard), 'UTF-16・CSV'],
  [
    'a workbook',
    workbook([
      ['会員番号', '氏名'],
      ['0001', '髙橋 表子㈱ｶﾅ①ソ能'],
    ]),
    'Excel',
  ],
])('a file in %s is read with every character', async (_, file, format) => {
  const table = await readTable(file)
  expect(table).toMatchObject({ format, headings: ['会員番号', '氏名'] })
  expect(table.rows).toEqual([{ number: 2, cells: ['0001', '髙橋 表子㈱ｶﾅ①ソ能'] }])
})

test('cells of a TSV, quoted ones with line breaks, and numbers kept as formulas are read as they are shown', async () => {
  const file = utf8('会員 番号\t氏名\t\n="0012"\t"山田\n太郎"\n\n\t\n13\t山田, 花子\n')
  expect(await readTable(file)).toMatchObject({
    format: 'UTF-8・TSV',
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
  ['an archive that is cut off', workbook([['会員番号']]).subarray(0, 400), /Excelのファイルを読めません/],
  ['an archive that is no workbook', zipSync({ 'a.txt': utf8('a') }), /Excelのファイルを読めません/],
  ['a workbook of the old kind, or with a password', bytes(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])), /古い形式/],
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
])('%s is refused with a sentence', async (_, file, sentence) => {
  await expect(readTable(file)).rejects.toThrow(sentence)
})

test('days and long numbers of a workbook are read as they are stored', async () => {
  const file = workbook([
    ['会員番号', '入会日', '提供元ID'],
    [{ number: '12' }, { day: 31_140 }, { number: '9007199254740993' }],
  ])
  expect((await readTable(file)).rows).toEqual([{ number: 2, cells: ['12', '1985-04-03', '9007199254740993'] }])
})

test('an archive that unpacks to more than 100 MB is refused, whatever sizes it states', async () => {
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(101_000_000) }, { level: 1 })
  expect(bomb.length).toBeLessThan(2_000_000)
  // The size that the local header states.
  new DataView(bomb.buffer).setUint32(22, 100, true)
  await expect(readTable(bomb)).rejects.toThrow(/大きすぎます/)
})
