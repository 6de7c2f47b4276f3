import { sql } from 'drizzle-orm'
import iconv from 'iconv-lite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { firstAnswers, type ImportKind } from '#contract/words/import.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'
import { workbook } from '../support/workbook.ts'

// The original file with its faults (decision 0112).

let api: Api
let imports: ReturnType<typeof importsOf>
let all: string

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api)
  await api.makeShop({ name: '新宿店' })
  all = await api.as({ role: 'all' })
})
afterAll(() => api.close())
afterEach(async () => {
  await api.db.execute(sql`delete from import_file`)
  await api.db.execute(sql`delete from import_mapping`)
})

async function check(token: string, bytes: Uint8Array, answers = {}, kind: ImportKind = 'member') {
  const id = await imports.upload(token, bytes, kind)
  expect((await imports.post(token, id, 'check', { ...firstAnswers(), ...answers })).status).toBe(200)
  await imports.runStep(id)
  return imports.read(token, id)
}

const address = (id: string) => `/api/admin/import/${id}/rows?isWholeFile=true`
const get = (token: string, id: string) =>
  fetch(`${api.url}${address(id)}`, { headers: { authorization: `Bearer ${token}`, accept: 'text/csv' } })

async function returned(token: string, id: string): Promise<Buffer> {
  const answer = await get(token, id)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const head = '会員番号,氏名,性別,所属店舗,生年月日,メモ欄'
/** What somebody has answered of the file: it comes back with it. */
const answers = { columns: { メモ欄: 'tel' } }

async function isKnownAgain(bytes: Uint8Array) {
  const { failure, result } = await check(all, bytes)
  expect(failure).toBeNull()
  expect(result?.headings.find(({ heading }) => heading === 'メモ欄')?.column).toBe('tel')
  expect(result?.headings.find(({ heading }) => heading === 'エラー')).toMatchObject({
    ...{ column: null, isElsewhere: true },
  })
  return result
}

test('a file in Shift_JIS under a title comes back byte by byte, with エラー at its end, and is known again', async () => {
  const lines = [
    '会員名簿（2026年11月）',
    '',
    head,
    // CP932 has the last character of the name twice: written anew it would be other bytes.
    '="0501",髙橋 表∵,女性,新宿店,1990/4/3,090-1111-2222',
    '0502,ソ能 ①,女性,新宿店,1990/13/3,090-1111-2223',
    '0503,佐藤 愛,女性,新宿店',
    '0504,鈴木 愛,女性,新宿店,32月,,,',
    '合計,3名',
  ]
  const encoded = iconv.encode(`${lines.join('\r\n')}\r\n`, 'cp932').toString('latin1')
  const bytes = Buffer.from(encoded.replace('\x81\xe6', '\x87\x9a'), 'latin1')
  const { id, result } = await check(all, bytes, answers)
  expect(result?.counts.refused).toBe(3)
  const back = await returned(all, id)
  const text = iconv.decode(back, 'cp932').split('\r\n')
  expect(text[2]).toBe(`${head},エラー`)
  expect(text[4]).toMatch(/^0502,ソ能 ①,女性,新宿店,1990\/13\/3,090-1111-2223,生年月日: /)
  // Of the empty cells behind the headings the first is the new column.
  expect(text[6]).toMatch(/^0504,鈴木 愛,女性,新宿店,32月,,生年月日: [^,]+,$/)
  expect(text[7]).toMatch(/^合計,3名,,,,,[^,]+$/)
  const lineOf = (file: Buffer, at: number) => file.toString('latin1').split('\r\n')[at]
  for (const at of [0, 1, 3, 5, 8]) expect(lineOf(back, at)).toBe(lineOf(bytes, at))
  const mended = Buffer.from(back.toString('latin1').replace('1990/13/3', '1990/12/3'), 'latin1')
  expect((await isKnownAgain(mended))?.counts).toMatchObject({ created: 3, refused: 2 })
})

test('a file of UTF-16 with tabs stays one, with its mark and its line ends', async () => {
  const lines = [head, '601,佐藤 愛,女性,新宿店,1990/4/3,090', '602,鈴木 愛,女性,新宿店,1990/13/3,"a ""b"""']
  const text = lines.join('\n').replaceAll(',', '\t')
  for (const isBig of [false, true]) {
    const encoded = Buffer.from(`\ufeff${text}`, 'utf16le')
    const bytes = isBig ? encoded.swap16() : encoded
    const { id, result } = await check(all, bytes, answers)
    expect(result?.counts.refused).toBeGreaterThan(0)
    const back = await returned(all, id)
    expect(back.subarray(0, 2)).toEqual(bytes.subarray(0, 2))
    const read = (isBig ? Buffer.from(back).swap16() : back).toString('utf16le').slice(1).split('\n')
    expect(read[0]).toBe(`${lines[0]?.replaceAll(',', '\t')}\tエラー`)
    expect(read[2]).toMatch(/^602\t鈴木 愛\t女性\t新宿店\t1990\/13\/3\t"a ""b"""\t\S/)
    expect(read).toHaveLength(3)
    await isKnownAgain(back)
    await api.db.execute(sql`delete from import_file`)
  }
})

test('line breaks within quotes stay in their cell, and the reasons of an earlier time give way to new ones', async () => {
  const lines = [
    `${head},備考`,
    '701,佐藤 愛,女性,新宿店,1990/4/3,090-1111-2222,"1-2-3\r\n青葉ビル, ""3F"""',
    '702,鈴木 愛,女性,新宿店,1990/13/3,090-1111-2223,"1-2-4\n5F"',
    '703,高橋 愛,女性,新宿店,1990/14/3,090-1111-2224,',
  ]
  const bytes = imports.bytesOf(lines)
  const { id, result } = await check(all, bytes, answers)
  expect(result?.counts.refused).toBe(2)
  const back = (await returned(all, id)).toString()
  expect(back.startsWith(`${lines[0]},エラー\r\n${lines[1]}\r\n${lines[2]},`)).toBe(true)
  const again = await check(all, Buffer.from(back.replace('1990/13/3', '1990/12/3')))
  expect(again.result?.counts.refused).toBe(1)
  const second = (await returned(all, again.id)).toString()
  const [, , , last] = second.split(/\r\n(?=\d{3},)/)
  expect(second).toContain('"1-2-4\n5F",\r\n703,')
  expect(last).toMatch(/^703,高橋 愛,女性,新宿店,1990\/14\/3,090-1111-2224,,生年月日: [^,]+$/)
  await isKnownAgain(Buffer.from(second))
})

test('a workbook comes back as CSV of the sheet that was read: zeros stay, and no text of it is executed', async () => {
  const cells = head.split(',')
  const bytes = workbook(
    [
      ['会員名簿'],
      cells,
      ['0801', '=1+1', '女性', '新宿店', { day: 33_000 }, '090-1111-2222'],
      ['0802', '鈴木 愛', '女性', '新宿店', '1990/13/3', '03-1111-2222'],
    ],
    { others: [{ name: '下書き', rows: [['x']] }] },
  )
  const { id } = await check(all, bytes, { ...answers, sheet: '会員' })
  const answer = await get(all, id)
  expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toMatch(
    /エラー列付き_会員_20261121_1000\.csv$/,
  )
  const text = Buffer.from(await answer.arrayBuffer()).toString()
  expect(text.startsWith(`\ufeff会員名簿\r\n${head},エラー\r\n"=""0801""",'=1+1,女性,新宿店,1990-05-07,`)).toBe(true)
  expect(text).toMatch(/\r\n"=""0802""",鈴木 愛,女性,新宿店,1990\/13\/3,"?=?"*03-1111-2222"*,生年月日: [^,]+\r\n$/)
  await isKnownAgain(Buffer.from(text))
})

test('a character of the reason that the encoding lacks is replaced, and the row keeps its own', async () => {
  const bytes = iconv.encode([head, '901,佐藤 愛,女性,新´宿店,1990/4/3,'].join('\r\n'), 'cp932')
  const { id } = await check(all, bytes)
  const text = iconv.decode(await returned(all, id), 'cp932')
  expect(text).toMatch(/^901,佐藤 愛,女性,新´宿店,1990\/4\/3,,[^,]*店舗「新 〓宿店」が登録されていません$/m)
})

test('whoever may not open the import gets no file, and each file that is sent is in the log', async () => {
  const [shop] = (await api.db.execute<{ id: string }>(sql`select id::text from shop`)).rows
  const leader = await api.as({ role: 'level3', shops: [shop?.id as string] })
  const lines = [head, '911,佐藤 愛,女性,新宿店,1990/13/3,']
  const { id } = await check(all, imports.bytesOf(lines))
  expect((await get(leader, id)).status).toBe(404)
  const mine = await check(leader, imports.bytesOf(lines))
  expect((await get(leader, mine.id)).status).toBe(200)
  const { rows } = await api.db.execute(
    sql`select action, row_count, filter from audit_log where resource_id = ${mine.id} and action like '%export'`,
  )
  expect(rows).toEqual([
    {
      action: 'fileImport.rows.export',
      row_count: 1,
      filter: expect.objectContaining({ id: mine.id, isWholeFile: true }),
    },
  ])
})

test('a file that was not looked at to its end does not come back: that some rows are right would not be known', async () => {
  const id = await imports.upload(all, imports.bytesOf([head, '921,佐藤 愛,女性,新宿店,1990/13/3,']))
  expect((await get(all, id)).status).toBe(409)
  await imports.post(all, id, 'check', firstAnswers())
  expect((await get(all, id)).status).toBe(409)
  await imports.runStep(id)
  expect((await get(all, id)).status).toBe(200)
})

test('whose file waits for head office learns nothing from it either', async () => {
  const [shop] = (await api.db.execute<{ id: string }>(sql`select id::text from shop`)).rows
  const leader = await api.as({ role: 'level3', shops: [shop?.id as string] })
  const { id } = await check(leader, imports.bytesOf([head, '931,佐藤 愛,女性,新宿店,1990/13/3,']))
  await api.db.execute(sql`update import_file set state = 'waiting' where id = ${Number(id)}`)
  expect((await get(leader, id)).status).toBe(409)
  expect((await get(all, id)).status).toBe(200)
})
