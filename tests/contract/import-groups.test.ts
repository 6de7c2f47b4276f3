import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// Equal faults are answered once, and readings and headings are not guessed (decision 0112).

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
afterEach(async () => void (await api.db.execute(sql`delete from import_file`)))

const head = '会員番号,氏名,性別,所属店舗,生年月日,メールアドレス'
const people = [
  head,
  '201,佐藤 愛,女性,新宿店,2026/13/1,a@example.jp',
  '202,鈴木 愛,女性,新宿店,2026/13/1,なし',
  '203,高橋 愛,女性,新宿店,1990/4/3,なし',
]

test('a group of equal faults is answered by one value, by an empty cell, or by leaving its rows out', async () => {
  const { result } = await imports.check(all, people)
  const reason = '日付として読めません'
  const address = 'メールアドレスとして読めません'
  expect(result?.faults).toEqual([
    // One value for all would make them one address.
    { column: 'メールアドレス', reason: address, rows: 2, first: [3, 4], acts: ['blank', 'skip'] },
    { column: '生年月日', reason, rows: 1, first: [2], acts: ['value', 'blank', 'skip'] },
  ])
  const ofDays = { column: '生年月日', reason }
  const ofAddress = { column: 'メールアドレス', reason: address, act: 'blank' as const }
  const answered = await imports.check(all, people, {
    groups: [{ ...ofDays, act: 'value', text: '1985/4/3' }, ofAddress],
  })
  expect(answered.result).toMatchObject({ counts: { created: 3, refused: 0 }, faults: [] })
  const days = (await api.get(`/api/admin/import/${answered.id}/rows`, { token: all })).json.list.map(
    ({ changes }: { changes: { label: string; after: string }[] }) =>
      changes.find(({ label }) => label === '生年月日')?.after,
  )
  expect(days).toEqual(['1985-04-03', '1985-04-03', '1990-04-03'])
  const left = await imports.check(all, people, { groups: [{ ...ofDays, act: 'skip' }, ofAddress] })
  expect(left.result).toMatchObject({ counts: { created: 1, refused: 0 }, left: 2 })
  expect(left.result?.notes).toContain('2行は、答えのとおり取り込みません。')
})

test('an answer that cannot be read refuses its rows with the reason', async () => {
  const { result } = await imports.check(all, people, {
    groups: [{ column: '生年月日', reason: '日付として読めません', act: 'value', text: 'いつか' }],
  })
  expect(result?.counts).toMatchObject({ refused: 3 })
})

test('rows whose member is nowhere are left out by one answer, and a sale never in part', async () => {
  const sales = [
    '伝票番号,会員番号,店舗,精算日時,摘要,合計金額',
    'A1,999,新宿店,2026-11-02,水,200',
    'A2,,新宿店,2026-11-02,水,2百',
    'A2,,新宿店,2026-11-02,水,200',
  ]
  const { result } = await imports.check(all, sales, { kind: 'sale' })
  const unknown = result?.faults.find(({ column }) => column === '会員番号')
  expect(unknown).toMatchObject({ rows: 1, acts: ['skip'] })
  const answered = await imports.check(all, sales, {
    kind: 'sale',
    groups: [
      { column: '会員番号', reason: unknown?.reason as string, act: 'skip' },
      { column: '合計金額', reason: '金額として読めません', act: 'skip' },
    ],
  })
  expect(answered.result).toMatchObject({ counts: { created: 0, refused: 1 }, left: 2 })
  expect(answered.result?.faults).toMatchObject([{ reason: '同じ番号の別の行が取り込めません' }])
})

test('numbers without their zeros are proposed as the members that they are, and read so by one answer', async () => {
  const person = { lastSyncedAt: null, gender: 'female', firstName: '愛', birthday: '1990-04-03' } as const
  const shop = (await api.db.execute<{ id: string }>(sql`select id::text from shop where name = '新宿店'`)).rows[0]?.id
  await api.makeMember(shop as string, { ...person, memberNo: '00501', lastName: '伊藤' })
  await api.makeMember(shop as string, { ...person, memberNo: '00502', lastName: '渡辺' })
  const visits = [
    '会員番号,店舗,入館日時',
    '501,新宿店,2026-11-02 10:00',
    '502,新宿店,2026-11-02 11:00',
    '502,新宿店,2026-11-03 11:00',
  ]
  const { result } = await imports.check(all, visits, { kind: 'visit' })
  expect(result?.counts).toMatchObject({ created: 0, refused: 3 })
  expect(result?.zeros).toMatchObject({ width: 5, rows: 3 })
  const answered = await imports.check(all, visits, { kind: 'visit', numberWidth: 5 })
  expect(answered.result).toMatchObject({ counts: { created: 3, refused: 0 }, restored: { 会員番号: 3 } })
  // Of members the name and the birthday are the same, too: 502 is somebody else.
  const members = [head, '501,伊藤 愛,女性,新宿店,1990/4/3,', '502,別の 人,女性,新宿店,1990/4/3,']
  const ofMembers = await imports.check(all, members)
  expect(ofMembers.result?.zeros).toEqual({ width: 5, rows: 1, examples: [{ text: '501', memberNo: '00501' }] })
})

test('bookings and sales may have texts as their own numbers', async () => {
  const shop = (await api.db.execute<{ id: string }>(sql`select id::text from shop where name = '新宿店'`)).rows[0]?.id
  await api.makeMember(shop as string, { memberNo: '601' })
  const bookings = [
    '予約ID,会員番号,プログラム,受講日,開始時刻,予約ステータス',
    'Y-0012,601,ヨガ,2026-11-02,10:00,受講済',
  ]
  const { result } = await imports.check(all, bookings, { kind: 'booking' })
  expect(result?.counts).toMatchObject({ created: 1, refused: 0 })
  expect(result?.notes).toContain('「予約ID」は数字ではないため使わず、会員・日付などで同じ予約かを判断します。')
  const sales = [
    '売上ID,会員番号,店舗,精算日時,摘要,合計金額',
    'U-1,601,新宿店,2026-11-02,水,200',
    'U-1,601,新宿店,2026-11-02,タオル,100',
  ]
  const sold = await imports.check(all, sales, { kind: 'sale' })
  expect(sold.result?.counts).toMatchObject({ created: 1, refused: 0 })
})

test('a refused number of another shop cannot be left out: how many there are would be an answer', async () => {
  const other = await api.makeShop({ name: '渋谷店' })
  await api.makeMember(other, { memberNo: '777' })
  const own = (await api.db.execute<{ id: string }>(sql`select id::text from shop where name = '新宿店'`)).rows[0]?.id
  const leader = await api.as({ role: 'level4', shops: [own as string] })
  const lines = [head, '777,佐藤 愛,女性,新宿店,,', '778,鈴木 愛,女性,新宿店,,']
  const { result } = await imports.check(leader, lines)
  const fault = result?.faults[0]
  expect(fault).toMatchObject({ rows: 1, acts: [] })
  const answered = await imports.check(leader, lines, {
    groups: [{ column: fault?.column ?? null, reason: fault?.reason as string, act: 'skip' }],
  })
  expect(answered.result?.counts).toMatchObject({ created: 1, refused: 1 })
  expect(answered.result?.left).toBeUndefined()
})

test('a reading with a space in one of its two columns keeps the space', async () => {
  const lines = [
    '会員番号,姓,名,セイ,メイ,性別,所属店舗',
    '301,デ ラ クルス,マリア ルイサ,デ ラ クルス,マリア ルイサ,女性,新宿店',
  ]
  await imports.write(all, lines)
  const { rows } = await api.db.execute(
    sql`select last_name, first_name, last_name_kana, first_name_kana from member where member_no = '301'`,
  )
  expect(rows).toEqual([
    {
      last_name: 'デ ラ クルス',
      first_name: 'マリア ルイサ',
      last_name_kana: 'デ ラ クルス',
      first_name_kana: 'マリア ルイサ',
    },
  ])
})

test('two headings that only differ in capitals are refused by name', async () => {
  const { state, failure } = await imports.check(all, ['会員番号,氏名,TEL,tel', '1,佐藤 愛,090,080'])
  expect(state).toBe('failed')
  expect(failure).toBe('見出し「TEL」と「tel」は同じ列を指します。どちらかの名前を変えてください。')
})

test('the file of refused rows is read with the answers that its file was given', async () => {
  const lines = [
    `${head},メモ欄`,
    '401,佐藤 愛,女性,新宿店,1990/4/3,a@example.jp,090-1111-2222',
    '402,鈴木 愛,女性,新宿店,1990/13/3,,090-1111-2223',
  ]
  const { id } = await imports.check(all, lines, { columns: { メモ欄: 'tel' } })
  await imports.post(all, id, 'write')
  await imports.runStep(id)
  const refused = await api.get(`/api/admin/import/${id}/rows`, { token: all, headers: { accept: 'text/csv' } })
  expect(refused.text).toContain('エラー')
  const again = await imports.upload(all, Buffer.from(refused.text.replace('1990/13/3', '1990/12/3')))
  await imports.post(all, again, 'check', { columns: {}, values: {}, blanks: 'keep', overwrite: false, cells: [] })
  await imports.runStep(again)
  const { result } = await imports.read(all, again)
  expect(result?.headings.find(({ heading }) => heading === 'メモ欄')?.column).toBe('tel')
  expect(result?.headings.find(({ heading }) => heading === 'エラー')).toMatchObject({
    column: null,
    isElsewhere: true,
  })
  expect(result?.counts).toMatchObject({ created: 1, refused: 0 })
})
