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
  ['a quote within a cell that is not quoted', utf8(`${head}1,山"田\n`), /^2行目の引用符/],
  ['letters behind a quoted cell', utf8(`${head}1,"山田"様\n`), /^2行目の引用符/],
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

const cell = (place: string, text = 'a') => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const headings = `<row r="1">${cell('A1', '会員番号')}${cell('B1', '氏名')}</row>`
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`
const repeated = (count: number, of: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at)).join('')

/** An archive whose sheet states to be so many bytes long, in its local header. */
function stating(size: number): Uint8Array {
  const file = workbook([['会員番号'], ['1']])
  const at = Buffer.from(file).indexOf('xl/worksheets/sheet1.xml')
  new DataView(file.buffer).setUint32(at - 30 + 22, size, true)
  return file
}

test.each<[string, () => Uint8Array, RegExp]>([
  ['a part that states two gigabytes', () => stating(2_000_000_000), /Excelのファイルが大きすぎます/],
  ['rows without anything', () => workbook(headings + repeated(200_001, (at) => row(at + 2))), /200,000行まで/],
  ['a cell in the last row of all', () => workbook(headings + row(1_048_576, cell('A1048576'))), /200,000行まで/],
  ['a cell in the last column of all', () => workbook(headings + row(2, cell('XFD2'))), /列が多すぎます（16384列）/],
  [
    'one long text in many cells',
    () =>
      workbook(
        headings + repeated(2_000, (at) => row(at + 2, cell(`A${at + 2}`), `<c r="B${at + 2}" t="s"><v>0</v></c>`)),
        { strings: ['あ'.repeat(60_000)] },
      ),
    /行か列が多すぎて/,
  ],
  ['more than 200,000 rows of text', () => utf8(head + '1,a\n'.repeat(200_001)), /200,000行まで/],
  [
    'five million cells of text',
    () =>
      utf8(`${Array.from({ length: 200 }, (_, at) => `列${at}`).join(',')}\n${`1${','.repeat(199)}\n`.repeat(25_001)}`),
    /行か列が多すぎて/,
  ],
])('%s: refused with a sentence before it is built', async (_, file, sentence) => {
  await expect(readTable(file())).rejects.toThrow(sentence)
})

test('empty cells with a format, and rows on another sheet, count for nothing', async () => {
  const formats =
    row(2, cell('A2', '1'), cell('B2', '佐藤'), '<c r="XFD2" s="1"/>') + row(9_000, '<c r="A9000" s="1"/>')
  expect((await readTable(workbook(headings + formats))).rows).toEqual([{ number: 2, cells: ['1', '佐藤'] }])
})

test.each<[string, { number: string; format: string }, string]>([
  ['a day with its time', { number: '46346.420138888891', format: 'yyyy/m/d h:mm' }, '2026-11-20 10:05:00'],
  ['a day whose time is not shown', { number: '46346.420138888891', format: 'yyyy/m/d' }, '2026-11-20 10:05:00'],
  ['a time', { number: '0.42013888888888892', format: 'h:mm' }, '10:05:00'],
  ['a time in Japanese', { number: '0.54513888888888884', format: 'h"時"mm"分"' }, '13:05:00'],
  ['hours beyond 24', { number: '1.0625', format: '[h]:mm' }, '25:30:00'],
  ['a moment of which the time is shown', { number: '46346.420138888891', format: 'h:mm;@' }, '2026-11-20 10:05:00'],
  ['an era', { number: '31140', format: '[$-411]ge.m.d' }, '1985-04-03'],
  ['the first year of an era', { number: '43586', format: '[$-411]ggge"年"m"月"d"日";@' }, '2019-05-01'],
  ['yen', { number: '8800', format: '"¥"#,##0;[Red]"¥"-#,##0' }, '8800'],
  ['a number of a general format', { number: '1.1000000000000001', format: 'General' }, '1.1'],
  ['a number with an exponent', { number: '9.012340037E+9', format: '0.00E+00' }, '9012340037'],
])('%s of a workbook is read as it is', async (_, value, text) => {
  const file = workbook([
    ['会員番号', '値'],
    ['1', value],
  ])
  expect((await readTable(file)).rows[0]?.cells[1]).toBe(text)
})

test('a formula that failed is its error, and readings that Excel keeps beside kanji are none of the text', async () => {
  const failed = '<c r="A2" t="e"><f>VLOOKUP(1,A:A,2)</f><v>#N/A</v></c>'
  const file = workbook(headings + row(2, failed, '<c r="B2" t="s"><v>0</v></c>'), {
    strings: ['佐藤</t><rPh sb="0" eb="2"><t>サトウ</t></rPh><t>'],
  })
  expect((await readTable(file)).rows).toEqual([{ number: 2, cells: ['#N/A', '佐藤'] }])
})

test('of several sheets the first that is shown is read, or the one that was chosen; what is hidden is noted', async () => {
  const hidden = `<row r="3" hidden="1">${cell('A3', '2')}${cell('B3', '鈴木')}</row>`
  const old = [
    ['会員番号', '氏名'],
    ['9', '古い名'],
  ]
  const file = workbook(headings + row(2, cell('A2', '1'), cell('B2', '佐藤')) + hidden, {
    others: [{ name: '下書き', state: 'hidden', rows: old }],
  })
  const table = await readTable(file)
  expect(table.rows.map(({ cells }) => cells[1])).toEqual(['佐藤', '鈴木'])
  expect(table.sheet).toMatchObject({
    name: '会員',
    sheets: [
      { name: '下書き', isHidden: true },
      { name: '会員', isHidden: false },
    ],
  })
  expect(table.notes.join('')).toMatch(/シートが2枚.*非表示1枚.*「会員」を読みました.*非表示の行が1行/)
  const chosen = await readTable(file, {}, { sheet: '下書き' })
  expect(chosen.rows.map(({ cells }) => cells[1])).toEqual(['古い名'])
})

test('titles above the headings are passed over and noted; columns without a heading are named by their place', async () => {
  const file = utf8('会員名簿　2026年11月現在,,\n,,\n会員No.,,氏名\n1,a,佐藤\n')
  const table = await readTable(file, {}, { known: new Set(['会員no.', '氏名']) })
  expect(table).toMatchObject({
    headings: ['会員No.', '(2列目)', '氏名'],
    rows: [{ number: 4, cells: ['1', 'a', '佐藤'] }],
    notes: ['見出しの上の1行（会員名簿　2026年11月現在）は読みません。'],
  })
})

test('a quoted cell that may have swallowed rows is looked at; numbers as formulas and quotes in quotes are not', async () => {
  const file = utf8(`${head}1,"山田\r\n2,佐藤"\r\n="0003","鈴木 ""花"""\r\n4,"a,="",b"\r\n`)
  expect((await readTable(file)).rows).toEqual([
    { number: 2, cells: ['1', '山田\r\n2,佐藤'], doubt: expect.stringMatching(/1行分の区切り/) },
    { number: 3, cells: ['0003', '鈴木 "花"'] },
    { number: 4, cells: ['4', 'a,=",b'] },
  ])
})

test('how many rows had invisible letters is noted', async () => {
  const { notes } = await readTable(utf8(`${head}1,佐\u200b藤\n2,鈴木\n`))
  expect(notes).toEqual(['1行から、見えない文字を取り除いて読みました。'])
})

test('entities of a workbook do not multiply', async () => {
  const file = workbook(headings + row(2, cell('A2', '&b;'), cell('B2')), {
    before: '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
  })
  const [read] = (await readTable(file)).rows
  expect(read?.cells[0]).not.toContain('aaaa')
})
