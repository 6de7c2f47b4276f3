import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ImportAnswers } from '#contract/file-import.ts'
import { differenceText } from '../../api/import/report.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// Files of members, from the upload to the undo. What cells and tables are read as is in api/import/*.test.ts.

let api: Api
let imports: ReturnType<typeof importsOf>
let shops: { own: string; other: string }
let all: string
let manager: string

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api)
  shops = { own: await api.makeShop({ name: '新宿店' }), other: await api.makeShop({ name: '渋谷店' }) }
  all = await api.as({ role: 'all' })
  manager = await api.as({ role: 'level3', shops: [shops.own] })
  const person = { lastSyncedAt: null, gender: 'female', tel: null, email: null } as const
  await api.makeMember(shops.own, {
    ...person,
    ...{ externalId: 7001, memberNo: '00012', lastName: '佐藤', firstName: '愛', tel: '09012345678' },
    ...{ lastNameKana: 'サトウ', firstNameKana: 'アイ', birthday: '1985-04-03', email: 'sato@example.jp' },
  })
  const more = { ...person, gender: 'male' } as const
  await api.makeMember(shops.own, { ...more, externalId: 7002, memberNo: '00013', lastName: '鈴木', firstName: '一' })
  await api.makeMember(shops.own, { ...more, externalId: 7003, memberNo: '00014', lastName: '高橋', firstName: '次' })
  await api.makeMember(shops.other, { ...more, externalId: 7004, memberNo: '00015', lastName: '伊藤', firstName: '渋' })
  const synced = { lastSyncedAt: new Date('2026-11-20T00:00:00Z'), tel: '0311112222' }
  await api.makeMember(shops.own, {
    ...{ ...more, ...synced },
    ...{ externalId: 7005, memberNo: '00016', lastName: '渡辺', firstName: '五' },
  })
})
afterAll(() => api.close())
afterEach(async () => void (await api.db.execute(sql`delete from import_file`)))

const head = 'メンバーID,会員番号,氏名,フリガナ,電話番号,性別,生年月日,店舗,ご紹介者'
const answers: ImportAnswers = {
  ...{ columns: {}, values: {}, blanks: 'keep', overwrite: false, cells: [] },
}

const member = async (memberNo: string) => {
  const { rows } = await api.db.execute<Record<string, unknown>>(
    sql`select * from member where member_no = ${memberNo}`,
  )
  return rows[0]
}

test('empty cells of a gender and a shop are answered once for all new members, and change nobody who is here', async () => {
  const lines = [
    '会員番号,氏名,性別,店舗',
    '00013,鈴木 一,,',
    '00301,森 花,,新宿店',
    '00302,林 空,,新宿店',
    '00303,原 海,女,',
  ]
  const first = await imports.check(all, lines)
  expect(first.result?.unknown).toEqual({ gender: [{ text: '', rows: 2 }], shop: [{ text: '', rows: 1 }] })
  const values = { gender: { '': 'none' }, shop: { '': shops.other } }
  const written = await imports.write(all, lines, { values })
  expect(written.result).toMatchObject({ counts: { created: 3, changed: 0, unchanged: 1, refused: 0 }, unknown: {} })
  expect(await member('00301')).toMatchObject({ gender: 'none', shop_id: Number(shops.own) })
  expect(await member('00303')).toMatchObject({ gender: 'female', shop_id: Number(shops.other) })
  await imports.undo(all, written.id)
})

test('rows are new, changed by column, or unchanged; an empty cell and a missing column change nothing', async () => {
  const before = await imports.everythingElse()
  const { result, id } = await imports.check(all, [
    head,
    // By the provider's id, with a new number; by the member's number; unchanged; new.
    '7001,00099,佐藤 愛,サトウ アイ,,女,1985/4/3,新宿店,',
    ',00013,鈴木 一,,03-1234-5678,男,,,',
    '7003,00014,高橋 次,,,,,,',
    ',00020,田中 花,タナカ ハナ,,女,,新宿店,',
  ])
  expect(result).toMatchObject({
    counts: { created: 1, changed: 2, unchanged: 1, kept: 0, refused: 0 },
    changes: { 会員番号: 1, 電話番号: 1 },
    alikeRows: 0,
  })
  const { list } = (await api.get(`/api/admin/import/${id}/rows?outcome=changed`, { token: all })).json
  expect(list).toMatchObject([
    { row: 2, name: '佐藤 愛', changes: [{ label: '会員番号', before: '00012', after: '00099' }] },
    { row: 3, name: '鈴木 一', changes: [{ label: '電話番号', before: null, after: '0312345678' }] },
  ])
  expect(await imports.everythingElse()).toEqual(before)
})

test('who is new by number but alike in reading, birthday and phone is proposed; a relative with the same phone is not', async () => {
  const { result } = await imports.check(all, [
    head,
    ',00098,佐藤 愛,ｻﾄｳ ｱｲ,090-1234-5678,女,昭和60年4月3日,新宿店,',
    ',00097,佐藤 母,サトウ ハハ,090-1234-5678,女,昭和30年4月3日,新宿店,',
  ])
  expect(result).toMatchObject({ counts: { created: 2 }, alike: [{ row: 2, memberNo: '00012' }], alikeRows: 1 })
})

test('what the list of members exports is read back, and changes nothing', async () => {
  const answer = await api.get('/api/admin/user/member/list', { token: all, headers: { accept: 'text/csv' } })
  const { result } = await imports.check(all, [answer.text])
  expect(result?.headings.filter(({ column, isElsewhere }) => !column && !isElsewhere)).toEqual([])
  expect(result?.counts).toMatchObject({ created: 0, changed: 0, kept: 0, unchanged: 5, refused: 0 })
})

test('a row that names two members, another provider id, or a new one without shop or gender, is refused', async () => {
  const { result, id } = await imports.check(all, [
    head,
    '7001,00013,佐藤 愛,,,,,,',
    '7999,00014,高橋 次,,,,,,',
    ',00030,山田 一,,,男,,,',
    ',00031,山田 二,,,,,新宿店,',
  ])
  expect(result?.counts).toMatchObject({ created: 0, changed: 0, unchanged: 0, refused: 4 })
  const { list } = (await api.get(`/api/admin/import/${id}/rows?outcome=refused`, { token: all })).json
  expect(list.map(({ row, reason }: { row: number; reason: string }) => [row, reason])).toEqual([
    [2, '提供元IDと会員番号が、別々の会員のものです'],
    [3, 'この会員番号の会員には、別の提供元IDがあります'],
    [4, '新しい会員の所属店舗がありません'],
    [5, '新しい会員の性別がありません（分からないときは未設定）'],
  ])
})

test('the report of the command groups equal mistakes and names no person', async () => {
  const { result, name } = await imports.check(all, [
    head,
    ',00041,田中 花,,,女,2030/1/1,新宿店,山田',
    ',00042,田中 実,,,男,2031/1/1,新宿店,',
    ',43,田中 次,,,男,,新宿店,',
    ',00044,田中 一,,123,男,,新宿店,',
  ])
  const text = result ? differenceText('member', name, result) : ''
  expect(text.split('\n')).toEqual([
    '会員.csv（UTF-8・CSV、4行）',
    '読む列: 提供元ID、会員番号、氏名、フリガナ、電話番号、性別、生年月日、所属店舗',
    '分からない列: ご紹介者',
    '',
    '新規 1名　変更 0名　変更なし 0名　取り込めない行 3行',
    '会員番号: 先頭の0が落ちている1行は、0を補って読みました。',
    '  2行: 生年月日: 未来の日付です（2、3行目）',
    '  1行: 電話番号: 電話番号として読めません（5行目）',
  ])
  expect(text).not.toMatch(/田中|山田/)
})

test('an import writes what was seen, shows it in the list of members, and its undo leaves every table as it was', async () => {
  const before = await imports.everythingElse()
  const written = await imports.write(all, [
    `${head},入会日`,
    ',00013,鈴木 一,スズキ ハジメ,03-1234-5678,男,1990/5/6,,,',
    ',00050,髙橋 㐂一,タカハシ キイチ,,男,S60.4.3,新宿店,,2021/2/3',
    ',00051,単名,,,女,,渋谷店,,',
  ])
  expect(written).toMatchObject({ state: 'written', result: { counts: { created: 2, changed: 1, stale: 0 } } })
  expect(await member('00013')).toMatchObject({
    tel: '0312345678',
    last_name_kana: 'スズキ',
    first_name_kana: 'ハジメ',
  })
  expect(await member('00050')).toMatchObject({
    last_name: '髙橋',
    first_name: '㐂一',
    external_id: null,
    status: 'waiting',
  })
  const found = await api.get('/api/admin/user/member/list?keyword=キイチ', { token: all })
  expect(found.json.list).toMatchObject([{ memberNo: '00050' }])
  const { id } = written
  expect((await api.get(`/api/admin/import/${id}/undo`, { token: all })).json).toEqual({
    ...{ restored: 3, later: 0, used: 0, impossible: 0 },
  })
  expect((await imports.undo(all, id)).state).toBe('undone')
  expect(await imports.everythingElse()).toEqual(before)
})

test('an undo leaves what was changed since, and whoever has something of their own; it counts them before', async () => {
  const { id } = await imports.write(all, [
    head,
    ',00013,鈴木 一,,03-1234-5678,男,,,',
    ',00014,高橋 次,,03-1234-5679,男,,,',
    ',00060,新田 一,,,男,,新宿店,',
    ',00061,新田 二,,,男,,新宿店,',
    ',00062,新田 三,,,男,,新宿店,',
  ])
  await api.db.execute(sql`update member set tel = '0399999999' where member_no = '00013'`)
  await api.db.execute(sql`update member set tags = '{VIP}', version = 2, updated_at = now() where member_no = '00060'`)
  await api.db.execute(sql`insert into visit (member_id, shop_id, entered_at, source)
    select id, shop_id, '2026-11-20T01:00:00Z', 'entry' from member where member_no = '00061'`)
  const counts = { restored: 2, later: 2, used: 1, impossible: 0 }
  expect((await api.get(`/api/admin/import/${id}/undo`, { token: all })).json).toEqual(counts)
  await imports.undo(all, id)
  const { rows } = await api.db.execute<{ member_no: string; tel: string | null }>(
    sql`select member_no, tel from member where member_no in ('00013', '00014', '00060', '00061', '00062') order by 1`,
  )
  expect(rows).toEqual([
    { member_no: '00013', tel: '0399999999' },
    { member_no: '00014', tel: null },
    { member_no: '00060', tel: null },
    { member_no: '00061', tel: null },
  ])
  const { list } = (await api.get(`/api/admin/import/${id}/rows`, { token: all })).json
  expect(list.map(({ undo }: { undo: string }) => undo)).toEqual(['later', 'restored', 'later', 'used', 'restored'])
})

test('a member that a later import has changed is left by the undo of the earlier one', async () => {
  const first = await imports.write(all, [head, ',00070,新井 一,,,男,,新宿店,'])
  await imports.write(all, [head, ',00070,新井 一,,03-1111-2222,男,,新宿店,'])
  expect((await api.get(`/api/admin/import/${first.id}/undo`, { token: all })).json).toMatchObject({
    later: 1,
    restored: 0,
  })
})

test('a member who changed between the check and the write is not written', async () => {
  const { id } = await imports.check(all, [head, ',00014,高橋 次,,03-5555-6666,男,,,', ',00080,新谷 一,,,男,,新宿店,'])
  await api.db.execute(sql`update member set tel = '0388888888' where member_no = '00014'`)
  await imports.post(all, id, 'write')
  await imports.runStep(id)
  expect((await imports.read(all, id)).result?.counts.stale).toBe(1)
  expect(await member('00014')).toMatchObject({ tel: '0388888888' })
  expect(await member('00080')).toBeDefined()
})

test('a step that two processes begin is done once', async () => {
  const { id } = await imports.check(all, [head, ',00085,新谷 二,,,男,,新宿店,'])
  await imports.post(all, id, 'write')
  await Promise.all([imports.runStep(id), imports.runStep(id)])
  await imports.runStep(id)
  expect(await imports.read(all, id)).toMatchObject({ state: 'written', result: { counts: { created: 1, stale: 0 } } })
  const { rows } = await api.db.execute(sql`select from member where member_no = '00085'`)
  expect(rows).toHaveLength(1)
})

// The embedded database has one connection: nobody reads while it writes.
test.skipIf(!process.env.TEST_DATABASE_URL)('while rows are written, whoever waits sees how many are', async () => {
  const { id } = await imports.check(all, [head, ',00086,新谷 三,,,男,,新宿店,', ',00087,新谷 四,,,男,,新宿店,'])
  expect(await imports.read(all, id)).toMatchObject({ state: 'checked', done: 2, total: 2 })
  await imports.post(all, id, 'write')
  expect(await imports.read(all, id)).toMatchObject({ state: 'writing', done: 0, total: 2 })
  let step: Promise<void> | undefined
  // What comes after the rows waits meanwhile.
  await api.db.transaction(async (tx) => {
    await tx.execute(sql`lock table member_list in exclusive mode`)
    step = imports.runStep(id)
    await expect.poll(async () => (await imports.read(all, id)).done, { timeout: 30_000 }).toBe(2)
    expect(await imports.read(all, id)).toMatchObject({ state: 'writing', total: 2 })
  })
  await step
  expect(await imports.read(all, id)).toMatchObject({ state: 'written', done: 2, total: 2 })
})

test('values of the club system stay, unless they are to be replaced; then the file keeps them', async () => {
  const lines = [head, '7005,00016,渡辺 五,,03-7777-8888,男,,,']
  expect((await imports.check(all, lines)).result?.counts).toMatchObject({ changed: 0, kept: 1 })
  const { id } = await imports.write(all, lines, { overwrite: true })
  expect(await member('00016')).toMatchObject({ tel: '0377778888', provider_values: { tel: { value: '0311112222' } } })
  const shown = await api.get(`/api/admin/user/${(await member('00016'))?.user_id}`, { token: all })
  expect(shown.json.ofFile).toEqual(['tel'])
  // From now on the file may change it without being asked.
  const next = await imports.check(all, [head, '7005,00016,渡辺 五,,03-7777-9999,男,,,'])
  expect(next.result?.counts).toMatchObject({ changed: 1, kept: 0 })
  await imports.undo(all, id)
  expect(await member('00016')).toMatchObject({ tel: '0311112222', provider_values: null })
})

test('empty cells clear on request, but never a name, a number, a shop or a gender', async () => {
  const { id } = await imports.write(
    all,
    ['会員番号,氏名,電話番号,メールアドレス,性別,店舗,生年月日', '00012,佐藤 愛,,,,,'],
    {
      blanks: 'clear',
    },
  )
  expect(await member('00012')).toMatchObject({
    tel: null,
    email: null,
    birthday: null,
    gender: 'female',
    last_name: '佐藤',
  })
  await imports.undo(all, id)
  expect(await member('00012')).toMatchObject({ tel: '09012345678', email: 'sato@example.jp', birthday: '1985-04-03' })
})

test('columns and values are translated once, and the next file with these headings is read the same way', async () => {
  const headings = '番号,氏名,男女,所属'
  const columns = { 番号: 'memberNo', 男女: 'gender', 所属: 'shop' } as const
  const first = await imports.check(all, [headings, '00090,森 一,おとこ,本店', '00091,森 二,女,新宿店'], { columns })
  expect(first.result?.unknown).toEqual({ shop: [{ text: '本店', rows: 1 }], gender: [{ text: 'おとこ', rows: 1 }] })
  const values = { shop: { 本店: shops.other }, gender: { おとこ: 'male' as const } }
  await imports.post(all, first.id, 'check', { ...answers, columns, values })
  await imports.runStep(first.id)
  await imports.post(all, first.id, 'write')
  await imports.runStep(first.id)
  expect(await member('00090')).toMatchObject({ shop_id: Number(shops.other), gender: 'male' })
  // In another order of columns.
  const again = await imports.check(all, ['氏名,番号,所属,男女', '森 三,00092,本店,おとこ'])
  expect(again).toMatchObject({ answers: { columns, values }, result: { counts: { created: 1, refused: 0 } } })
  // Another person's answers decide nothing for them: a manager could lead members into their own shop.
  const others = await imports.check(await api.as({ role: 'all' }), [headings, '00093,森 四,おとこ,本店'], { columns })
  expect(others.result?.unknown.shop).toEqual([{ text: '本店', rows: 1 }])
})

test('a refused row is mended on the screen, or saved with its reason and imported from that file', async () => {
  const lines = [head, ',00101,林 一,,123,男,,新宿店,', ',00102,林 二,,,男,2030/1/1,新宿店,']
  const { id, result } = await imports.check(all, lines)
  expect(result?.counts.refused).toBe(2)
  const csv = await api.get(`/api/admin/import/${id}/rows?outcome=refused`, {
    token: all,
    headers: { accept: 'text/csv' },
  })
  expect(
    csv.text
      .split('\r\n')
      .map((line) => line.replace('\uFEFF', ''))
      .filter(Boolean),
  ).toEqual([
    `${head},エラー`,
    ',"=""00101""",林 一,,123,男,,新宿店,,2行目 電話番号: 電話番号として読めません',
    ',"=""00102""",林 二,,,男,2030/1/1,新宿店,,3行目 生年月日: 未来の日付です',
  ])
  await imports.post(all, id, 'check', { ...answers, cells: [{ row: 2, column: 4, text: '03-1234-0000' }] })
  await imports.runStep(id)
  expect((await imports.read(all, id)).result?.counts).toMatchObject({ created: 1, refused: 1 })
  const mended = await imports.check(all, [
    csv.text.replace('2030/1/1', '1999/1/1').replace('123,男', '03-1234-0000,男'),
  ])
  expect(mended).toMatchObject({ failure: null, result: { counts: { created: 2, refused: 0 } } })
})

test('a manager imports members of their own shops; rows of others are refused without a word of who they are', async () => {
  const before = await member('00015')
  const { id, result } = await imports.check(manager, [
    head,
    ',00110,岡 一,,,男,,新宿店,',
    ',00111,岡 二,,,男,,渋谷店,',
    ',00015,乗取 者,,03-0000-0000,男,,新宿店,',
    ',00013,鈴木 一,,,男,,渋谷店,',
    '7004,00112,岡 三,,,男,,新宿店,',
  ])
  expect(result).toMatchObject({ counts: { created: 1, changed: 0, refused: 4 } })
  const rows = await api.get(`/api/admin/import/${id}/rows?outcome=refused`, { token: manager })
  expect(rows.json.list.map(({ reason }: { reason: string }) => reason)).toEqual([
    '店舗「渋谷店」が登録されていません',
    'この番号は登録できません',
    '店舗「渋谷店」が登録されていません',
    'この番号は登録できません',
  ])
  expect(rows.text).not.toMatch(/伊藤/)
  await imports.post(manager, id, 'write')
  await imports.runStep(id)
  expect(await member('00015')).toEqual(before)
  expect(await member('00110')).toBeDefined()
})

test('a translated shop must be one of the caller’s, and rights lost meanwhile end the work with nothing written', async () => {
  const person = await api.makeStaff({ role: 'level3', shops: [shops.own] })
  const token = await api.signIn(person)
  const id = await imports.upload(token, imports.bytesOf([head, ',00120,辻 一,,,男,,新宿店,']))
  const values = { shop: { 新宿店: shops.other }, gender: {} }
  expect((await imports.post(token, id, 'check', { ...answers, values })).status).toBe(404)
  await imports.post(token, id, 'check', answers)
  await imports.runStep(id)
  expect((await imports.post(token, id, 'write')).status).toBe(200)
  await api.db.execute(sql`update staff set role = 'level2' where id = ${Number(person.staffId)}`)
  await imports.runStep(id)
  expect(await imports.read(all, id)).toMatchObject({
    ...{ state: 'failed', failure: '取り込みの権限がなくなったため、中止しました。' },
  })
  expect(await member('00120')).toBeUndefined()
})

test('whoever no longer has the shops of a file no longer sees it', async () => {
  const person = await api.makeStaff({ role: 'level3', shops: [shops.own] })
  const { id } = await imports.check(await api.signIn(person), [head, ',00125,辻 二,,,男,,新宿店,'])
  await api.db.execute(
    sql`update shop_staff set shop_id = ${Number(shops.other)} where staff_id = ${Number(person.staffId)}`,
  )
  const token = await api.signIn(person)
  expect((await api.get(`/api/admin/import/${id}/rows`, { token })).status).toBe(404)
  // As does whoever was head office.
  const head2 = await api.makeStaff({ role: 'all', shops: [shops.own] })
  const whole = await imports.check(await api.signIn(head2), [head, ',00126,辻 三,,,男,,新宿店,'])
  await api.db.execute(sql`update staff set role = 'level3' where id = ${Number(head2.staffId)}`)
  expect((await api.get(`/api/admin/import/${whole.id}`, { token: await api.signIn(head2) })).status).toBe(404)
})

test('a file is its importer’s and head office’s: no colleague of the shop reads, changes or takes it back', async () => {
  const colleague = await api.as({ role: 'level3', shops: [shops.own] })
  const { id } = await imports.write(manager, [head, ',00130,関 一,,,男,,新宿店,'])
  for (const path of ['', '/rows', '/undo']) {
    expect((await api.get(`/api/admin/import/${id}${path}`, { token: colleague })).status).toBe(404)
  }
  for (const [step, body] of [
    ['check', answers],
    ['write', {}],
    ['undo', {}],
  ] as const) {
    expect((await imports.post(colleague, id, step, body)).status).toBe(404)
  }
  expect((await imports.sendPart(colleague, id, 0, Buffer.from('x'))).status).toBe(404)
  expect((await api.get('/api/admin/import/list', { token: colleague })).json.list).toEqual([])
  expect((await api.get(`/api/admin/import/${id}`, { token: all })).status).toBe(200)
})

test('a file comes in parts, goes on where it broke off, and is refused when it is not the one that was announced', async () => {
  const line = `,00140,峰 一,,,男,,新宿店,${'あ'.repeat(300)}`
  const bytes = imports.bytesOf([head, ...Array.from({ length: 5000 }, (_, at) => line.replace('00140', `A${at}`))])
  const first = await imports.announce(all, bytes)
  const { id } = first.json
  const part = bytes.subarray(0, 4_000_000)
  expect((await imports.sendPart(all, id, 4_000_000, bytes.subarray(4_000_000))).status).toBe(409)
  expect((await imports.sendPart(all, id, 0, bytes.subarray(0, 100))).status).toBe(422)
  expect((await imports.sendPart(all, id, 0, bytes)).status).toBe(413)
  expect(await (await imports.sendPart(all, id, 0, part)).json()).toEqual({ received: 4_000_000 })
  expect((await imports.post(all, id, 'check', answers)).status).toBe(409)
  // Chosen again later: the same file.
  expect((await imports.announce(all, bytes)).json).toMatchObject({ id, received: 4_000_000 })
  // Sent twice: what is here stays.
  expect(await (await imports.sendPart(all, id, 0, part)).json()).toEqual({ received: 4_000_000 })
  const last = Buffer.from(bytes.subarray(4_000_000))
  last.write('X', last.length - 3)
  await imports.sendPart(all, id, 4_000_000, last)
  await imports.post(all, id, 'check', answers)
  await imports.runStep(id)
  expect(await imports.read(all, id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('もう一度ファイルを選んでください'),
  })
})

test('the file lies sealed, and goes with its rows after 30 days', async () => {
  const { id } = await imports.check(all, [head, ',00150,秘密 花子,,,女,,新宿店,'])
  const { rows } = await api.db.execute<{ text: string }>(
    sql`select encode(sealed, 'escape') as text from import_part where import_id = ${Number(id)}`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(Buffer.from('秘密').toString('latin1'))
  const { forgetOldFiles } = await import('../../api/import/files.ts')
  await forgetOldFiles(api.db, new Date(api.time.now.getTime() + 31 * 24 * 3600 * 1000))
  const left = await api.db.execute(sql`select 1 from import_part union all select 1 from import_row`)
  expect(left.rows).toEqual([])
})

test('whatever a member may have is looked for before one is taken back', async () => {
  const { rows } = await api.db.execute<{ table_name: string }>(sql`
    select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('member_id', 'of_member_id', 'referrer_member_id')`)
  const { rows: functions } = await api.db.execute<{ source: string }>(
    sql`select prosrc as source from pg_proc where proname = 'used_members'`,
  )
  // Recounted from the others, or a record of what was done.
  const others = [
    'membership_interval',
    'member_visit_month',
    'member_due',
    'member_later',
    'member_list',
    'shop_leaver',
    'member_move',
    'member_transfer',
    'audit_log',
    'import_row',
    'merge_pair',
  ]
  const missing = rows
    .map((one) => one.table_name)
    .filter((table) => !others.includes(table) && !functions[0]?.source.includes(`from ${table} x`))
  expect(missing).toEqual([])
})

test('samples and refused cells are cut between letters, so that 𠮷 is stored wherever it stands', async () => {
  const [sample, cell] = [`${'あ'.repeat(39)}𠮷野家`, `${'い'.repeat(499)}𠮷野家`]
  const { state, result, id } = await imports.check(all, [
    head,
    `,X9001,${sample},,,男,,無い店,`,
    `,X9002,${cell},,,男,,無い店,`,
  ])
  expect([state, result?.counts.refused]).toEqual(['checked', 2])
  expect(result?.headings.find(({ heading }) => heading === '氏名')?.samples).toEqual([
    'あ'.repeat(39),
    'い'.repeat(40),
  ])
  const { list } = (await api.get(`/api/admin/import/${id}/rows?outcome=refused`, { token: all })).json
  expect(list.map(({ cells }: { cells: string[] }) => cells[2])).toEqual([sample, 'い'.repeat(499)])
})

describe('what refused numbers tell of other shops', () => {
  const refusedRows = async (id: string, token: string) =>
    (await api.get(`/api/admin/import/${id}/rows?outcome=refused&limit=50`, { token })).json.list as Record<
      string,
      unknown
    >[]
  /** Numbers of members of the other shop. */
  async function theirs(count: number) {
    const numbers = []
    for (let at = 0; at < count; at += 1) {
      const memberNo = `T${serial++}`
      await api.makeMember(shops.other, { memberNo, lastName: '伏見', gender: 'male', tel: null, email: null })
      numbers.push(memberNo)
    }
    return numbers
  }
  let serial = 100
  const rowOf = (memberNo: string) => `,${memberNo},辻 一,,,男,,新宿店,`
  const fileOf = (numbers: readonly string[]) => [head, ...numbers.map(rowOf)]
  const person = () => api.makeStaff({ role: 'level3', shops: [shops.own] })
  const registers = (token: string, email: string) =>
    api.post('/api/admin/staff/register', {
      token,
      body: {
        ...{ lastName: '長谷川', firstName: '葵', lastNameKana: 'ハセガワ', firstNameKana: 'アオイ', gender: 'none' },
        ...{ tel: null, birthday: null, imgUrl: null, displayName: null, role: 'level2', jobTitle: null, email },
        ...{ employmentType: 'employee', joinedOn: '2026-04-01', shopIds: [shops.own], invites: false },
      },
    })

  test('is one sentence for all reasons, and less than that where the row is refused anyway', async () => {
    const [taken = ''] = await theirs(1)
    const token = await api.signIn(await person())
    const { id } = await imports.check(token, [
      head,
      rowOf(taken),
      '7004,00112,岡 三,,,男,,新宿店,',
      '7001,00013,佐藤 愛,,,,,,',
      '7999,00014,高橋 次,,,,,,',
      // Without a gender, whether the number is somebody's or nobody's.
      `,${taken}X,辻 二,,,,,新宿店,`,
      ...(await theirs(1)).map((number) => `,${number},辻 三,,,,,新宿店,`),
    ])
    const withoutGender = '新しい会員の性別がありません（分からないときは未設定）'
    const rows = await refusedRows(id, token)
    expect(rows.map(({ reason }) => reason)).toEqual([
      ...Array(4).fill('この番号は登録できません'),
      ...Array(2).fill(withoutGender),
    ])
    expect(rows.map(({ userId, memberNo, name, why }) => [userId, memberNo, name, why])).toEqual(
      Array(6).fill([null, null, null, null]),
    )
  })

  test('is ten values a day, over files and forms; then the file waits, and head office sees why', async () => {
    const numbers = await theirs(11)
    await api.makeStaff({ role: 'level2', shops: [shops.other], email: 'elsewhere@example.jp' })
    const one = await person()
    const token = await api.signIn(one)
    const sentence = { email: 'このメールアドレスは登録できません。' }
    // An address that is sent twice gets one answer.
    for (const _ of [1, 2]) expect((await registers(token, 'elsewhere@example.jp')).json.fields).toEqual(sentence)
    const first = await imports.check(token, fileOf(numbers.slice(0, 5)))
    expect(first).toMatchObject({ state: 'checked', result: { counts: { refused: 5 } } })
    const { id, ...waiting } = await imports.check(token, fileOf(numbers.slice(5)))
    expect(waiting).toMatchObject({ state: 'waiting', result: null, counts: null, failure: null })
    for (const path of [`import/${id}/rows`, `import/${id}/rows?outcome=refused`]) {
      expect((await api.get(`/api/admin/${path}`, { token })).json).toMatchObject({ list: [], paging: { total: 0 } })
    }
    const csv = await api.get(`/api/admin/import/${id}/rows`, { token, headers: { accept: 'text/csv' } })
    expect(csv.text).not.toContain(numbers[5])
    for (const step of ['write', 'check']) {
      expect((await imports.post(token, id, step, step === 'check' ? answers : {})).status).toBe(409)
    }
    for (const step of ['release', 'refuse']) expect((await imports.post(token, id, step)).status).toBe(403)

    expect(await imports.read(all, id)).toMatchObject({ state: 'waiting', result: { counts: { refused: 6 } } })
    expect((await refusedRows(id, all))[0]).toMatchObject({
      ...{ reason: 'この番号は登録できません', why: expect.stringMatching(/^渋谷店の会員T\d+ 伏見/) },
    })
    // Their own row of 操作履歴 does not tell how many.
    const log = await api.get('/api/admin/audit/list?action=importHeld', { token: all })
    expect(log.json.list[0]).toMatchObject({ actor: { id: one.staffId }, resourceType: 'fileImport', rowCount: null })
  })

  test('is nothing once these are used up: neither a free number nor a free address is told from a taken one', async () => {
    const one = await person()
    const token = await api.signIn(one)
    const numbers = await theirs(11)
    expect((await imports.check(token, fileOf(numbers.slice(0, 10)))).state).toBe('checked')
    for (const number of [numbers[10] as string, 'N0001']) {
      expect((await imports.check(token, fileOf([number]))).state).toBe('waiting')
    }
    const usedUp = { email: expect.stringContaining('明日まで登録できません') }
    for (const email of ['elsewhere@example.jp', 'nobody-has-it@example.jp']) {
      expect((await registers(token, email)).json.fields).toEqual(usedUp)
    }
    // A file that asks for nothing goes on, and so does head office.
    expect((await imports.check(token, [head, ',00013,鈴木 一,,03-1234-9999,男,,,'])).state).toBe('checked')
    expect((await imports.check(all, fileOf(numbers))).state).toBe('checked')
    // Until the day in Tokyo is over.
    const today = api.time.now
    api.time.now = new Date('2026-11-21T14:59:59Z')
    expect((await imports.check(await api.signIn(one), fileOf(['N0001']))).state).toBe('waiting')
    api.time.now = new Date('2026-11-21T15:00:01Z')
    expect((await imports.check(await api.signIn(one), fileOf(numbers.slice(0, 10)))).state).toBe('checked')
    api.time.now = today
  })

  test('is what head office lets through, or nothing: a refused file has lost its rows', async () => {
    const one = await person()
    const token = await api.signIn(one)
    const numbers = await theirs(11)
    const [passed, stopped] = [
      await imports.check(token, fileOf([...numbers, 'N0002'])),
      await imports.check(token, fileOf(numbers)),
    ]
    expect((await imports.post(all, passed.id, 'release')).json).toMatchObject({ state: 'checked' })
    expect(await refusedRows(passed.id, token)).toHaveLength(11)
    expect((await imports.post(token, passed.id, 'write')).status).toBe(200)
    await imports.runStep(passed.id)
    expect(await imports.read(token, passed.id)).toMatchObject({ state: 'written' })
    expect(await member('N0002')).toBeDefined()
    expect((await imports.post(all, stopped.id, 'refuse')).json).toMatchObject({ state: 'failed', result: null })
    expect(await imports.read(token, stopped.id)).toMatchObject({
      ...{ result: null, failure: '本部が確認し、このファイルの取り込みは認められませんでした。' },
    })
    expect(await refusedRows(stopped.id, all)).toEqual([])
    const { json } = await api.get('/api/admin/audit/list?resourceType=fileImport', { token: all })
    expect(json.list.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['importHeld', 'fileImport.release', 'fileImport.refuse']),
    )
  })

  test('is the same of numbers that somebody has taken between the check and the write', async () => {
    const token = await api.signIn(await person())
    const free = Array.from({ length: 11 }, (_, at) => `F${at}`)
    const { id } = await imports.check(token, fileOf(free))
    for (const memberNo of free) await api.makeMember(shops.other, { memberNo, tel: null, email: null })
    await imports.post(token, id, 'write')
    await imports.runStep(id)
    expect(await imports.read(token, id)).toMatchObject({
      ...{ state: 'failed', failure: expect.stringContaining('もう一度確認してください'), counts: { stale: 0 } },
    })
    expect((await api.get(`/api/admin/import/${id}/rows`, { token })).json.list).toEqual([])
    await imports.post(token, id, 'check', answers)
    await imports.runStep(id)
    expect((await imports.read(token, id)).state).toBe('waiting')
  })
})

test('somebody alike by reading, birthday and phone is named from one’s own shops only, and to head office from all', async () => {
  const alike = { tel: '0455551111', lastNameKana: 'モリ', firstNameKana: 'ハナ', birthday: '1990-02-03' }
  await api.makeMember(shops.other, { ...alike, memberNo: '00900', lastName: '森', firstName: '花' })
  const lines = [head, ',00901,森 花,モリ ハナ,045-555-1111,女,1990/2/3,新宿店,']
  expect((await imports.check(manager, lines)).result?.alike).toEqual([])
  expect((await imports.check(all, lines)).result?.alike).toEqual([{ row: 2, memberNo: '00900' }])
})
