import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareMembers } from '../../api/import/member-difference.ts'
import { readMemberRows } from '../../api/import/member-rows.ts'
import { differenceText } from '../../api/import/report.ts'
import { readTable } from '../../api/import/table.ts'
import { type Api, fingerprints, startApi } from '../support/api.ts'

let api: Api
let shop: string

beforeAll(async () => {
  api = await startApi()
  shop = await api.makeShop({ name: '新宿店' })
  await api.makeMember(shop, {
    ...{ externalId: 7001, memberNo: '00012', lastName: '佐藤', firstName: '愛', gender: 'female', tel: '09012345678' },
    ...{ lastNameKana: 'サトウ', firstNameKana: 'アイ', birthday: '1985-04-03', email: 'sato@example.jp' },
  })
  await api.makeMember(shop, { externalId: 7002, memberNo: '00013', lastName: '鈴木', firstName: '一', gender: 'male' })
  await api.makeMember(shop, { externalId: 7003, memberNo: '00014', lastName: '高橋', firstName: '次', gender: 'male' })
})
afterAll(() => api.close())

async function check(...lines: string[]) {
  const table = await readTable(new TextEncoder().encode(lines.join('\r\n')))
  const read = readMemberRows(table, { shops: [{ id: shop, code: 'S1', name: '新宿店' }], today: '2026-11-21' })
  const difference = await compareMembers(api.db, read)
  return { difference, columns: read.columns, text: differenceText('会員.csv', table, read, difference) }
}

const head = 'メンバーID,会員番号,氏名,フリガナ,電話番号,性別,生年月日,店舗,ご紹介者'

test('rows are new, changed by column, or unchanged; an empty cell and a missing column change nothing', async () => {
  const { difference } = await check(
    head,
    // By the provider's id, with a new number; by the member's number; unchanged; new.
    '7001,00099,佐藤 愛,サトウ アイ,,女,1985/4/3,新宿店,',
    ',00013,鈴木 一,,03-1234-5678,男,,,',
    '7003,00014,高橋 次,,,,,,',
    ',00020,田中 花,タナカ ハナ,,女,,新宿店,',
  )
  expect(difference).toEqual({
    ...{ created: 1, changed: 2, unchanged: 1, changes: { 会員番号: 1, 電話番号: 1 } },
    ...{ alike: [], faults: [] },
  })
})

test('who is new by number but alike in reading, birthday and phone is proposed; a relative with the same phone is not', async () => {
  const { difference } = await check(
    head,
    ',00098,佐藤 愛,ｻﾄｳ ｱｲ,090-1234-5678,女,昭和60年4月3日,新宿店,',
    ',00097,佐藤 母,サトウ ハハ,090-1234-5678,女,昭和30年4月3日,新宿店,',
  )
  expect(difference).toMatchObject({ created: 2, alike: [{ row: 2, memberNo: '00012' }] })
})

test('what the list of members exports is read back, and changes nothing', async () => {
  const token = await api.as({ role: 'all' })
  const answer = await api.get('/api/admin/user/member/list', { token, headers: { accept: 'text/csv' } })
  const { difference, columns } = await check(answer.text)
  expect(columns.unknown).toEqual([])
  expect(difference).toMatchObject({ created: 0, changed: 0, unchanged: 3, faults: [] })
})

test('a row that names two members, or a new one without shop or gender, is refused', async () => {
  const { difference } = await check(
    head,
    '7001,00013,佐藤 愛,,,,,,',
    ',00030,山田 一,,,男,,,',
    ',00031,山田 二,,,,,新宿店,',
  )
  expect(difference.created + difference.changed + difference.unchanged).toBe(0)
  expect(difference.faults.map(({ row, reason }) => [row, reason])).toEqual([
    [2, '提供元IDと会員番号が、別々の会員のものです'],
    [3, '新しい会員の所属店舗がありません'],
    [4, '新しい会員の性別がありません（分からないときは未設定）'],
  ])
})

test('the report groups equal mistakes, names no person, and nothing is written', async () => {
  const before = await fingerprints(api.database)
  const { text } = await check(
    head,
    ',00041,田中 花,,,女,2030/1/1,新宿店,山田',
    ',00042,田中 実,,,男,2031/1/1,新宿店,',
    ',43,田中 次,,,男,,新宿店,',
    ',00044,田中 一,,123,男,,新宿店,',
  )
  expect(text.split('\n')).toEqual([
    '会員.csv（UTF-8・CSV、4行）',
    '読む列: 提供元ID、会員番号、氏名、フリガナ、電話番号、性別、生年月日、所属店舗',
    '分からない列: ご紹介者',
    '',
    '新規 1名　変更 0名　変更なし 0名　取り込めない行 3行',
    '会員番号: 先頭の0が落ちている1行は、0を補って読みました。',
    '  2行: 生年月日: 未来の日付です（2、3行目）',
    '  1行: 電話番号: 電話番号として読めません（5行目）',
    '',
    '確認だけを行いました。データは変わっていません。',
  ])
  expect(text).not.toMatch(/田中|山田/)
  expect(await fingerprints(api.database)).toEqual(before)
})
