import { expect, test } from 'vitest'
import { readFigures } from './read-figures.ts'

const today = '2026-11-27'
const read = (text: string | Uint8Array) => readFigures(typeof text === 'string' ? Buffer.from(text) : text, today)

test('a report is known by its headings in any order, as CSV or TSV, in UTF-8 or Shift_JIS', async () => {
  const expected = [
    { report: 'MA002', month: '2026-10-01', figures: { registered: 1234, left: 3, churnRate: 0.032 }, lessons: [] },
  ]
  expect(await read('退会率,対象年月,退会数,店舗在籍会員数\r\n3.2%,202610,3,"1,234"\r\n')).toEqual(expected)
  expect(
    await read('\ufeff対象年月\t店舗在籍会員数\t退会数\t退会率\n2026/10\t１２３４\t3\t3.2%\n合計\t1\t1\t\n'),
  ).toEqual(expected)
  // 対象年月,退会数 / 202610,3
  const shiftJis = Buffer.from('91ce8fdb944e8c8e2c91de89ef90940d0a3230323631302c330d0a', 'hex')
  expect(await read(shiftJis)).toMatchObject([{ report: 'MA002', figures: { left: 3 } }])
  expect(await read('対象年月,[売上] 合計,［プラン売上］　合計\n202610,"¥75,900",-2200\n')).toMatchObject([
    { report: 'PA002', figures: { netSales: 75_900, planSales: -2200 } },
  ])
})

test('lessons of RS002 are added up by month', async () => {
  const file = `ルーム名,レッスン日,開始時刻,スペース数,総予約数,稼働率
ルーム1,2026-10-20,10:00,4,2,50.0%
ルーム1,2026/10/21,9:00:00,6,3,50.0%
ルーム2,2026年9月1日,19:00,10,0,0.0%`
  expect(await read(file)).toMatchObject([
    {
      ...{ report: 'RS002', month: '2026-10-01', figures: { spaces: 10, lessonBookings: 5, occupancy: 0.5 } },
      lessons: [{ startAt: '2026-10-20 10:00' }, { startAt: '2026-10-21 09:00' }],
    },
    { month: '2026-09-01', figures: { spaces: 10, lessonBookings: 0, occupancy: 0 } },
  ])
})

test.each([
  ['', 'ファイルが空です。'],
  ['<!doctype html><title>ログイン</title>', 'ファイルの中身がWebページです。'],
  ['会員番号,氏名\n1,佐藤\n', 'MA002・PA002・RS002のどのファイルでもありません。見出し: 会員番号、氏名'],
  ['店舗在籍会員数\n12\n', '見出し「対象年月」がありません。'],
  ['対象年月,退会数\nOct-26,1\n', '2行目の対象年月「Oct-26」を読めません（例: 202610）。'],
  ['対象年月,退会数\n202613,1\n', '2行目の対象年月「202613」を読めません'],
  ['対象年月,退会数\n202612,1\n', '2行目の対象年月が未来の月です。'],
  ['対象年月,退会数\n202610,1\n2026-10,1\n', '3行目の対象年月が、前の行と同じ月です。'],
  ['対象年月,退会数\n202610,三\n', '2行目の「退会数」の「三」を数値として読めません。'],
  ['対象年月,退会数,退会数\n202610,1,1\n', '見出し「退会数」が2列あります。'],
  ['ルーム名,レッスン日,スペース数\nA,2026-10-01,4\n', '見出し「開始時刻」がありません。'],
  ['ルーム名,レッスン日,開始時刻,スペース数,総予約数\nA,2026-02-30,10:00,4,1\n', '2行目のレッスン日・開始時刻'],
  [Buffer.from([0x91, 0xce, 0xff, 0x2c, 0x0a]), 'を読めません'],
])('%j is refused with a sentence', async (file, sentence) => {
  await expect(read(file)).rejects.toThrow(sentence)
})
