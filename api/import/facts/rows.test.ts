import { expect, test } from 'vitest'
import type { ImportAnswers } from '#contract/file-import.ts'
import { firstAnswers } from '#contract/words/import.ts'
import { readTable } from '../table.ts'
import type { FactKind } from './columns.ts'
import { readFactRows } from './rows.ts'

const known = { shops: [{ id: '1', code: 'S', name: '三軒茶屋店' }], today: '2026-11-28' }

async function read(kind: FactKind, text: string, answers: Partial<ImportAnswers> = {}) {
  const table = await readTable(new TextEncoder().encode(text))
  return readFactRows(kind, table, known, { ...firstAnswers(), ...answers })
}
const valuesOf = ({ drafts }: Awaited<ReturnType<typeof read>>) => drafts.map(({ draft }) => draft.values)

test('day and time in two columns are one moment; a time to leave before the one to enter is of the day after', async () => {
  const file = '日付,時刻,退館時刻,会員番号\n2026/11/20,23:10,0:40,1\n2026/11/21 0:00,9:05,,2\n2026/11/22,昼,,3\n'
  const rows = await read('visit', file)
  expect(valuesOf(rows)).toEqual([
    { enteredAt: '2026-11-20T23:10:00+09:00', leftAt: '2026-11-21T00:40:00+09:00' },
    { enteredAt: '2026-11-21T09:05:00+09:00' },
  ])
  expect(rows.faults).toEqual([{ row: 4, column: '入館時刻', reason: '時刻として読めません' }])
})

test('moments under a heading of times are moments', async () => {
  expect(valuesOf(await read('visit', '入館時刻,会員番号\n2026/11/20 10:05,1\n'))).toEqual([
    { enteredAt: '2026-11-20T10:05:00+09:00' },
  ])
})

test('where 金額 and 合計 are both there, somebody has to say which of them counts', async () => {
  const file = '売上ID,精算日時,摘要,金額,合計\n1,2026/11/20,水,1000,1080\n'
  const rows = await read('sale', file)
  expect(rows.faults).toMatchObject([{ reason: expect.stringMatching(/「金額」と「合計」の列があり/) }])
  const answered = await read('sale', file, { columns: { 合計: 'net', 金額: null } })
  expect(answered.drafts[0]?.draft.lines).toMatchObject([{ net: 1080 }])
})

test('the error of a formula is refused under its column, also where empty cells clear', async () => {
  const file = '会員番号,プラン,開始日,終了日\n1,#N/A,2026/4/1,\n2,月会費,2026/4/1,#REF!\n'
  const rows = await read('contract', file, { blanks: 'clear' })
  expect(rows.faults).toEqual([
    { row: 2, column: 'プラン', reason: 'Excelのエラー（#N/A）です' },
    { row: 3, column: '終了日', reason: 'Excelのエラー（#REF!）です' },
  ])
})

test('a word of a fixed list that means nothing here is answered', async () => {
  const file = '会員番号,請求月,請求額,状態,支払方法\n1,2026/11,8800,あとで,月謝袋\n'
  const rows = await read('bill', file)
  expect(rows.faults).toHaveLength(1)
  expect(rows.unknown).toEqual({ method: new Map([['月謝袋', 1]]), status: new Map([['あとで', 1]]) })
  const values = { status: { あとで: 'unpaid' }, method: { 月謝袋: 'cash' } }
  expect(valuesOf(await read('bill', file, { values }))).toEqual([
    { targetMonth: '2026-11-01', amount: 8800, status: 'unpaid', method: 'cash' },
  ])
})

test('common words and headings of clubs need no answer', async () => {
  const file = '会員No.,コース名,開始日,終了日,月会費,お支払い方法\n1,レギュラー,2026/4/1,9999/12/31,"¥8,800",口振\n'
  expect(valuesOf(await read('contract', file))).toEqual([
    { plan: 'レギュラー', startOn: '2026-04-01', endOn: null, monthlyFee: 8800, paymentMethod: 'bankTransfer' },
  ])
})
