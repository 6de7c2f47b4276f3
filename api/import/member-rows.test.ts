import { expect, test } from 'vitest'
import { readMemberRows } from './member-rows.ts'
import { readTable } from './table.ts'

const shops = [
  { id: '1', code: 'S001', name: '新宿店' },
  { id: '2', code: 'S002', name: '渋谷店' },
]
const read = async (...lines: string[]) =>
  readMemberRows(await readTable(new TextEncoder().encode(lines.join('\n'))), { shops, today: '2026-11-21' })
const head = '会員番号,氏名,フリガナ,電話番号,性別,生年月日,郵便番号,入会日,メールアドレス,店舗'
/** One row, with this column changed. */
const row = (column: string, cell: string) => {
  const cells = [
    'K001',
    '髙橋　花子',
    'ﾀｶﾊｼ ハナコ',
    '090-1234-5678',
    '女',
    '1985/4/3',
    '160-0022',
    '2020-01-05',
    'a@b.jp',
    '新宿店',
  ]
  cells[head.split(',').indexOf(column)] = cell
  return cells.map((one) => `"${one}"`).join(',')
}

test('a row is a member: names cut at their space, full-width kana, digits, days of any usual form', async () => {
  expect((await read(head, row('生年月日', '昭和60年4月3日'))).drafts).toEqual([
    {
      row: 2,
      draft: {
        memberNo: 'K001',
        lastName: '髙橋',
        firstName: '花子',
        lastNameKana: 'タカハシ',
        firstNameKana: 'ハナコ',
        tel: '09012345678',
        gender: 'female',
        birthday: '1985-04-03',
        zipCode: '1600022',
        joinedOn: '2020-01-05',
        email: 'a@b.jp',
        shopId: '1',
      },
    },
  ])
})

test('the provider’s export of members is recognised by its headings, in any order; what is counted here is left out', async () => {
  const { columns, drafts } = await read(
    '性別,メンバーID,会員番号,氏名,氏名カナ,代表メールアドレス,年齢,入会日時,メンバー所属店舗名,所属店舗名,在籍期間,備考',
    '2,71,00012,佐藤 愛,サトウ アイ,x@y.jp,41,2021/04/01 10:20,渋谷店,"渋谷店,新宿店",5年,左利き',
  )
  expect(columns.elsewhere).toEqual(['年齢', '所属店舗名', '在籍期間'])
  expect(columns.unknown).toEqual(['備考'])
  expect(drafts[0]?.draft).toMatchObject({
    externalId: 71,
    memberNo: '00012',
    representativeEmail: 'x@y.jp',
    gender: 'female',
    joinedOn: '2021-04-01',
    shopId: '2',
  })
})

test.each([
  ['生年月日', '2027/1/1', '未来の日付です'],
  ['生年月日', '60/4/3', '年が2桁のため'],
  ['生年月日', '1985/2/30', '日付として読めません'],
  ['生年月日', '31140', '日付が数値になっています'],
  ['生年月日', '1900/1/0', '1900年1月'],
  ['入会日', '1949-12-31', '1950年より前'],
  ['入会日', '1984-01-01', '入会日が生年月日より前です'],
  ['電話番号', '9.01E+09', 'Excelで丸められています'],
  ['電話番号', '1234', '電話番号として読めません'],
  ['会員番号', '3.5E+11', 'Excelで丸められています'],
  ['会員番号', '', '会員番号がありません'],
  ['氏名', '', '氏名がありません'],
  ['氏名', '\ufffd橋', '文字化け'],
  ['氏名', '\ue000橋', '外字'],
  ['氏名', 'あ'.repeat(81), '長すぎます'],
  ['フリガナ', '高橋', 'カナではない文字'],
  ['性別', '雄', '性別として読めません'],
  ['郵便番号', '16-22', '郵便番号として読めません'],
  ['メールアドレス', 'a@b.jp,c@d.jp', 'メールアドレスとして読めません'],
  ['店舗', '新宿', '店舗「新宿」が登録されていません'],
])('%s %s refuses its row, and no other', async (column, cell, reason) => {
  const { drafts, faults } = await read(head, row(column, cell), row('会員番号', 'K002'))
  expect(drafts.map((draft) => draft.row)).toEqual([3])
  expect(faults).toEqual([expect.objectContaining({ row: 2, reason: expect.stringContaining(reason) })])
})

test('zeros that a spreadsheet dropped are put back, and counted', async () => {
  const { drafts, restored } = await read(
    '会員番号,氏名,電話番号,郵便番号',
    '00012,佐藤 愛,09012345678,0600001',
    '13,鈴木 一,9012345679,600002',
    '00014,高橋 次,,',
  )
  expect(drafts[1]?.draft).toMatchObject({ memberNo: '00013', tel: '09012345679', zipCode: '0600002' })
  expect(restored).toEqual({ 会員番号: 1, 電話番号: 1, 郵便番号: 1 })
})

test('the second row of a number is refused', async () => {
  const { drafts, faults } = await read('会員番号,氏名', 'K001,佐藤 愛', 'K002,鈴木 一', 'K001,佐藤 藍')
  expect(drafts.map((draft) => draft.row)).toEqual([2, 3])
  expect(faults).toEqual([{ row: 4, reason: '同じ会員の行が上にもあります（上の行を取り込みます）' }])
})

test.each([
  ['氏名,電話番号', /会員番号の列がありません/],
  ['会員番号,電話番号', /氏名の列がありません/],
])(
  'without the columns that name and identify people, of %s, every row waits for the answer',
  async (headings, reason) => {
    const { drafts, faults } = await read(headings, 'a,b', 'c,d')
    expect(drafts).toEqual([])
    expect(faults).toEqual([2, 3].map((row) => ({ row, reason: expect.stringMatching(reason) })))
  },
)

test('names stay as they are written: rare forms are kept, and marks joined to their letters', async () => {
  const names = ['\ufa10\u3000\u3402\u4e00', '\u{20bb7}野 花', '\u304b\u3099山 愛']
  const { drafts } = await read('会員番号,氏名', ...names.map((name, at) => `K${at},${name}`))
  expect(drafts.map(({ draft }) => [draft.lastName, draft.firstName])).toEqual([
    ['\ufa10', '\u3402\u4e00'],
    ['\u{20bb7}野', '花'],
    ['が山', '愛'],
  ])
})

test('letters that nobody sees are no part of numbers, addresses, shops and headings; names keep those that shape a letter', async () => {
  const { drafts, faults } = await read(
    '\u200b会員番号,氏\u200b名,電話番号,メールアドレス,店舗,提供元ID',
    '\u2068K\u200d001\u2069,葛\u{e0100}城\u200b 花\u2060子,\u202d090-1234-5678\u202c,mailto:A\u200b@b.jp,新宿\u200b店,7\u200b7',
    'K0\u200b01,葛城 花,,,,',
  )
  expect(drafts.map(({ draft }) => draft)).toEqual([
    {
      ...{ memberNo: 'K001', lastName: '葛\u{e0100}城', firstName: '花子', tel: '09012345678', email: 'a@b.jp' },
      ...{ shopId: '1', externalId: 77 },
    },
  ])
  expect(faults).toMatchObject([{ row: 3 }])
})

test('the apostrophe that our files put before a formula is no part of the cell', async () => {
  const { drafts } = await read('会員番号,氏名,住所1', "K001,佐藤 愛,'-1番地")
  expect(drafts[0]?.draft.address1).toBe('-1番地')
})

test('a yes or no to mails is read in the words of clubs, and a mark that may mean either is answered on the screen', async () => {
  const consents = async (...cells: string[]) => {
    const lines = cells.map((cell, at) => `K${at},森 花,女,新宿店,${cell}`)
    return read('会員番号,氏名,性別,店舗,メルマガ希望,同意日', ...lines)
  }
  const said = ({ drafts }: Awaited<ReturnType<typeof read>>) => drafts.map(({ draft }) => draft.mailConsent)
  const yes = ['○', '〇', '同意する', 'はい', '希望する', 'YES', '可']
  const no = ['×', 'ｘ', '同意しない', 'いいえ', '希望しない', 'No', '不可']
  expect(said(await consents(...yes.map((cell) => `${cell},2024/4/1`)))).toEqual(yes.map(() => 'given'))
  expect(said(await consents(...no.map((cell) => `${cell},`)))).toEqual(no.map(() => 'declined'))
  const { drafts, faults, unknown } = await consents('1,', '要,', ',2024/4/1', '○,2027/1/1')
  expect([...(unknown.mailConsent?.keys() ?? [])]).toEqual(['1', '要'])
  expect(faults.map(({ row }) => row)).toEqual([2, 3, 5])
  // A day says nothing by itself.
  expect(drafts.map(({ draft }) => [draft.mailConsent, draft.mailConsentOn])).toEqual([[undefined, undefined]])
})
