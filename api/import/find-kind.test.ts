import { expect, test } from 'vitest'
import { type ImportKind, importKinds } from '#contract/words/import.ts'
import { templateOf } from '#contract/words/import-columns.ts'
import { columnGuides, importOrder, templateLines } from '#contract/words/import-guide.ts'
import { readFactRows } from './facts/rows.ts'
import { alsoOf, headingsOf, kindOf } from './find-kind.ts'
import { readMemberRows } from './member-rows.ts'
import { readStaffRows } from './staff-rows.ts'
import { readTable } from './table.ts'

const known = {
  shops: ['新宿店', '渋谷店'].map((name, at) => ({ id: `${at}`, code: `${at}`, name })),
  today: '2026-11-30',
}
const answers = { columns: {}, values: {}, blanks: 'keep' as const, cells: [] }
const kinds = Object.keys(importKinds) as ImportKind[]

async function readAs(kind: ImportKind, lines: readonly string[]) {
  const bytes = new TextEncoder().encode(lines.join('\r\n'))
  const table = await readTable(bytes, { mayBeEmpty: true }, { known: headingsOf(kind) })
  if (kind === 'member') return { table, read: readMemberRows(table, known, answers) }
  if (kind === 'staff') return { table, read: readStaffRows(table, known, answers) }
  return { table, read: readFactRows(kind, table, known, answers) }
}

test.each(kinds)(
  'the template of %s is known again, its example is a good row, and what is above it is passed over',
  async (kind) => {
    const lines = templateLines(kind)
    const empty = await readAs(kind, lines)
    expect(empty.table.headings).toEqual(templateOf(kind))
    expect(empty.table.rows).toEqual([])
    expect(kindOf(empty.table.headings)).toBe(kind)
    // Copied below the headings.
    const { read } = await readAs(kind, [...lines, (lines[2] ?? '').replaceAll('例: ', '')])
    expect({ faults: read.faults, unknown: read.unknown, drafts: read.drafts.length }).toEqual({
      ...{ faults: [], unknown: {}, drafts: 1 },
    })
  },
)

test.each(kinds)('each column of %s that is called needed is needed', async (kind) => {
  // 契約日 stands in for 開始日.
  const guides = columnGuides(kind).filter(({ column }) => column !== 'contractedOn')
  const row = (left: string) => {
    const shown = guides.filter(({ label }) => label !== left)
    const cells = shown.map(({ example }) => (example.includes(',') ? `"${example}"` : example))
    return [shown.map(({ label }) => label).join(','), cells.join(',')]
  }
  for (const { label, column, isNeeded } of guides) {
    // Of a new member alone, which only the members here can say.
    if (kind === 'member' && (column === 'gender' || column === 'shop')) continue
    const { read } = await readAs(kind, row(label))
    expect([label, read.faults.length > 0]).toEqual([label, isNeeded])
  }
})

test.each([
  ['member', '会員No.,お名前,ふりがな,性別,生年月日,TEL(携帯),〒,ご住所,所属,ご入会日,退会日,ご利用コース,備考'],
  ['member', '会員番号,氏名,性別,プラン,開始日'],
  ['member', '会員番号,氏名'],
  ['contract', '会員番号,コース名,開始日,終了日,月会費,支払方法,契約日,登録者メモ'],
  [
    'contract',
    'メンバーID,会員番号,氏名,メンバー所属店舗名,契約プランコード,契約プラン名,プラン契約日,プラン契約適用開始日',
  ],
  ['visit', '日付,時刻,会員番号,氏名,店舗'],
  ['sale', '伝票番号,売上日,会員番号,氏名,商品,数量,金額,区分,支払'],
  ['bill', '会員番号,請求月,請求日,金額,入金日,状態'],
  ['booking', '会員番号,氏名,レッスン名,予約日,開始時刻,状態'],
  ['ticket', '会員番号,回数券名,購入日,枚数'],
  ['staff', '氏名,メールアドレス,権限,所属店舗'],
  [null, '番号,コースの名,はじめ'],
] as const)('%s is what %s are the headings of', (kind, headings) => {
  expect(kindOf(headings.split(','))).toBe(kind)
})

test('of a file of members the contracts are offered only where it says when they begin', () => {
  expect(alsoOf('member', ['会員番号', '氏名', 'コース名', '契約開始日'])).toEqual(['contract'])
  expect(alsoOf('member', ['会員番号', '氏名', 'コース名', '入会日'])).toEqual([])
})

test('every kind has its place in the order', () => {
  expect([...importOrder].sort()).toEqual([...kinds].sort())
})
