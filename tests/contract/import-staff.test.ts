import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstAnswers } from '#contract/words/import.ts'
import { staff } from '../../api/db/schema/organisation.ts'
import { mailer } from '../../api/mail/mailer.ts'
import { type Api, type Person, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// Files of staff: the same steps as those of members, with the rights of the verbs of staff.

let api: Api
let imports: ReturnType<typeof importsOf>
let shops: { own: string; other: string }
let head: Person
let all: string
let owner: string
let manager: string
const sent: { to: string; text: string }[] = []

beforeAll(async () => {
  api = await startApi()
  imports = importsOf(api, 'staff')
  shops = { own: await api.makeShop({ name: '新宿店' }), other: await api.makeShop({ name: '渋谷店' }) }
  head = await api.makeStaff({ role: 'all' })
  all = await api.signIn(head)
  owner = await api.as({ role: 'level4', shops: [shops.own] })
  manager = await api.as({ role: 'level3', shops: [shops.own] })
  const send = async (to: string, letter: { text: string }) => void sent.push({ to, text: letter.text })
  const options = { database: api.database, send, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.work('mail', mailer(options))
})
afterAll(() => api.close())
beforeEach(() => {
  sent.length = 0
})

const header = '氏名,フリガナ,メールアドレス,権限,所属店舗,主店舗,役職,雇用形態,電話番号,入社日'
const linkFor = async (email: string) => {
  const letter = () => sent.find(({ to }) => to === email)
  await expect.poll(letter, { timeout: 10_000 }).toBeTruthy()
  return letter()?.text.match(/\/invitation#([\w-]{22})/)?.[1] ?? 'none'
}
const accept = (token: string) => {
  const secret = 'mikan-to-ringo-no-kisetsu'
  return api.post('/api/admin/auth/accept-invitation', { body: { token, password: secret, passwordConf: secret } })
}
const personOf = async (email: string) => (await api.db.select().from(staff).where(eq(staff.email, email)))[0]
const recordOf = async (email: string) => {
  const person = await personOf(email)
  return (await api.get(`/api/admin/staff/${person?.id}`, { token: all })).json
}
const reasons = async (token: string, id: string) => {
  const { json } = await api.get(`/api/admin/import/${id}/rows?outcome=refused`, { token })
  return json.list.map(({ row, column, reason }: Record<string, unknown>) => [row, column, reason])
}

test('a file shows who is new, registers them as waiting with shops and role, and invites each by mail', async () => {
  const before = await imports.everythingElse()
  const checked = await imports.check(all, [
    header,
    '新田 一,ニッタ ハジメ,Nitta@Example.jp,店長,新宿店、渋谷店,渋谷店,副店長,正社員,090-1111-2222,2026/4/1',
    '新井 二,,arai@example.jp,トレーナー,新宿店,,,アルバイト,,',
  ])
  expect(checked.result).toMatchObject({
    counts: { created: 2, unchanged: 0, refused: 0 },
    notes: ['取り込むと、新規の全員に招待メールを送ります（トレーナー 1名、店長 1名）。'],
  })
  expect(await imports.everythingElse()).toEqual(before)
  await imports.post(all, checked.id, 'write')
  await imports.runStep(checked.id)
  expect(await recordOf('nitta@example.jp')).toMatchObject({
    ...{ displayName: '新田 一', role: 'level3', status: 'waiting', invitation: 'sent', jobTitle: '副店長' },
    ...{ employmentType: 'employee', joinedOn: '2026-04-01', user: { lastNameKana: 'ニッタ', tel: '09011112222' } },
    shopStaffList: [
      { shop: { name: '新宿店' }, isMain: false },
      { shop: { name: '渋谷店' }, isMain: true },
    ],
  })
  const { rows } = await api.db.execute(sql`select action, actor_staff_id::text as by from audit_log
    where resource_type = 'staff' and resource_id = ${(await personOf('arai@example.jp'))?.id}`)
  expect(rows).toEqual([{ action: 'staff.register', by: head.staffId }])
  const { rows: appointers } = await api.db.execute(sql`select appointed_by::text as by from staff_appointer
    where staff_id = ${Number((await personOf('arai@example.jp'))?.id)}`)
  expect(appointers).toEqual([{ by: head.staffId }])
  expect((await accept(await linkFor('arai@example.jp'))).status).toBe(200)
})

test('an address with a letter that nobody sees is the one without it: in the file, here, and when the person signs in', async () => {
  await api.makeStaff({ role: 'level2', shops: [shops.own], email: 'known@example.jp' })
  const { id, result } = await imports.check(all, [
    header,
    '岡 一,,\u200boka@example.jp,トレーナー,新宿店,,,,,',
    '岡 二,,mailto:oka@example.jp,トレーナー,新宿店,,,,,',
    '既 知,,kno\u2060wn@example.jp,トレーナー,新宿店,,,,,',
  ])
  expect(result?.counts).toMatchObject({ created: 1, unchanged: 1, refused: 1 })
  await imports.post(all, id, 'write')
  await imports.runStep(id)
  expect((await accept(await linkFor('oka@example.jp'))).status).toBe(200)
  const body = { email: 'oka@example.jp', password: 'mikan-to-ringo-no-kisetsu' }
  expect((await api.post('/api/admin/auth/login', { body })).status).toBe(200)
})

test('nobody is given more than the importer has, another’s shop, or a second address; equal reasons are grouped', async () => {
  await api.makeStaff({ role: 'level2', shops: [shops.own], email: 'here@example.jp' })
  await api.makeStaff({ role: 'level2', shops: [shops.other], email: 'elsewhere@example.jp' })
  const { id, result } = await imports.check(manager, [
    header,
    '一 一,,a1@example.jp,店長,新宿店,,,,,',
    '二 二,,a2@example.jp,本部,,,,,,',
    '三 三,,a3@example.jp,トレーナー,渋谷店,,,,,',
    '四 四,,elsewhere@example.jp,トレーナー,新宿店,,,,,',
    '五 五,,here@example.jp,取引先,新宿店,,,,,',
    '六 六,,a6@example.jp,トレーナー,,,,,,',
    '七,,a7@example.jp,トレーナー,新宿店,,,,,',
    '八 八,,a8@example.jp,管理者,新宿店,,,,,',
    '九 九,,a9@example.jp,トレーナー,新宿店,,,,,',
    '十 十,,A9@example.jp,トレーナー,新宿店,,,,,',
  ])
  const role = '自分より上の権限や、自分と同じ権限は設定できません'
  expect(result?.counts).toMatchObject({ created: 1, unchanged: 1, refused: 8 })
  expect(result?.faults[0]).toMatchObject({ column: '権限', reason: role, rows: 2, first: [2, 3] })
  expect(await reasons(manager, id)).toEqual([
    [2, '権限', role],
    [3, '権限', role],
    [4, '担当店舗', '店舗「渋谷店」が登録されていません'],
    [5, 'メールアドレス', 'このメールアドレスは登録できません'],
    [7, '担当店舗', '担当店舗がありません'],
    [8, '氏名', '名がありません（姓と名の間に空白を入れてください）'],
    [9, '権限', '「管理者」は分かりません'],
    [11, 'メールアドレス', '同じメールアドレスの行が、ほかにもあります'],
  ])
  const before = await personOf('here@example.jp')
  await imports.post(manager, id, 'write')
  await imports.runStep(id)
  expect(await personOf('here@example.jp')).toEqual(before)
  expect(await personOf('a9@example.jp')).toMatchObject({ role: 'level2', status: 'waiting' })
  expect(await personOf('a1@example.jp')).toBeUndefined()
})

test('more than ten addresses of staff in other shops wait for head office, whoever is asked for the rest of the day', async () => {
  const person = await api.makeStaff({ role: 'level3', shops: [shops.own] })
  const token = await api.signIn(person)
  const theirs = Array.from({ length: 11 }, (_, at) => `yoso${at}@example.jp`)
  for (const email of theirs) await api.makeStaff({ role: 'level2', shops: [shops.other], email })
  const row = (email: string) => `十一 一,,${email},トレーナー,新宿店,,,,,`
  const { id, state, result } = await imports.check(token, [header, ...theirs.map(row)])
  expect([state, result]).toEqual(['waiting', null])
  expect(await reasons(token, id)).toEqual([])
  const [first] = (await api.get(`/api/admin/import/${id}/rows`, { token: all })).json.list
  expect(first).toMatchObject({ reason: 'このメールアドレスは登録できません', why: expect.stringContaining('さんの') })
  expect((await imports.check(token, [header, row('nobody-has-it@example.jp')])).state).toBe('waiting')
})

test('rights are read again at the write: who has fewer by then registers only whom they still may, or nobody', async () => {
  const demoted = await api.makeStaff({ role: 'level4', shops: [shops.own, shops.other] })
  const token = await api.signIn(demoted)
  const rows = [
    header,
    '春 一,,haru@example.jp,店長,新宿店,,,,,',
    '夏 二,,natsu@example.jp,トレーナー,新宿店,,,,,',
    '秋 三,,aki@example.jp,トレーナー,新宿店,,,,,',
  ]
  const { id } = await imports.check(token, rows)
  await imports.post(token, id, 'write')
  await api.db.update(staff).set({ role: 'level3' }).where(eq(staff.id, demoted.staffId))
  await api.makeStaff({ role: 'level2', email: 'aki@example.jp' })
  await imports.runStep(id)
  expect((await imports.read(await api.signIn(demoted), id)).result?.counts).toMatchObject({ created: 3, stale: 2 })
  expect([await personOf('haru@example.jp'), (await personOf('natsu@example.jp'))?.status]).toEqual([
    undefined,
    'waiting',
  ])

  const leaving = await api.makeStaff({ role: 'level4', shops: [shops.own] })
  const theirs = await imports.check(await api.signIn(leaving), [
    header,
    '冬 四,,fuyu@example.jp,トレーナー,新宿店,,,,,',
  ])
  await imports.post(await api.signIn(leaving), theirs.id, 'write')
  await api.db.update(staff).set({ role: 'level2' }).where(eq(staff.id, leaving.staffId))
  await imports.runStep(theirs.id)
  expect(await imports.read(all, theirs.id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('権限'),
  })
  expect(await personOf('fuyu@example.jp')).toBeUndefined()
})

test('an undo removes who has not accepted, whose link dies, and leaves who has or was changed since', async () => {
  const { id } = await imports.write(owner, [
    header,
    '青木 一,,aoki@example.jp,トレーナー,新宿店,,,,,',
    '赤木 二,,akagi@example.jp,トレーナー,新宿店,,,,,',
    '白木 三,,shiraki@example.jp,トレーナー,新宿店,,,,,',
    '黒木 四,,kuroki@example.jp,トレーナー,新宿店,,,,,',
  ])
  const dead = await linkFor('aoki@example.jp')
  expect((await accept(await linkFor('akagi@example.jp'))).status).toBe(200)
  const changed = await recordOf('shiraki@example.jp')
  await api.put(`/api/admin/staff/${changed.id}`, { token: all, body: { version: changed.version, jobTitle: '主任' } })
  const moved = await recordOf('kuroki@example.jp')
  await api.post('/api/admin/shop/staff/new', { token: all, body: { staffId: moved.id, shopId: shops.other } })
  const counts = { restored: 1, later: 1, used: 1, impossible: 1 }
  expect((await api.get(`/api/admin/import/${id}/undo`, { token: owner })).json).toEqual(counts)
  expect((await imports.undo(owner, id)).state).toBe('undone')
  expect(await personOf('aoki@example.jp')).toBeUndefined()
  expect((await accept(dead)).status).not.toBe(200)
  for (const name of ['akagi', 'shiraki', 'kuroki']) expect(await personOf(`${name}@example.jp`)).toBeDefined()
  const { rows } = await api.db.execute<{ undo: string }>(
    sql`select undo from import_row where import_id = ${Number(id)} order by line`,
  )
  expect(rows.map(({ undo }) => undo)).toEqual(['restored', 'used', 'later', 'impossible'])
})

test('of a file that another has brought only one’s own check is written, and they count as an appointer, too', async () => {
  const other = await api.makeStaff({ role: 'level3', shops: [shops.own] })
  const { id } = await imports.check(await api.signIn(other), [
    header,
    '紺野 一,,konno@example.jp,トレーナー,新宿店,,,,,',
  ])
  expect((await imports.post(all, id, 'write')).status).toBe(409)
  await imports.post(all, id, 'check', firstAnswers())
  await imports.runStep(id)
  await imports.post(all, id, 'write')
  await imports.runStep(id)
  const { rows } = await api.db.execute(sql`select appointed_by::text as by from staff_appointer
    where staff_id = ${Number((await personOf('konno@example.jp'))?.id)} order by appointed_by`)
  expect(rows).toEqual([{ by: head.staffId }, { by: other.staffId }])
})

test('who may not delete staff takes no import of staff back', async () => {
  const { id } = await imports.write(manager, [header, '緑 一,,midori@example.jp,トレーナー,新宿店,,,,,'])
  expect((await api.get(`/api/admin/import/${id}/undo`, { token: manager })).status).toBe(403)
  expect((await imports.post(manager, id, 'undo')).status).toBe(403)
  expect((await personOf('midori@example.jp'))?.status).toBe('waiting')
})

test('a file of staff has at most 500 rows, and a person invites at most 1,000 people by file in a day', async () => {
  const people = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `多 ${from + at},,many${from + at}@example.jp,トレーナー,新宿店,,,,,`)
  const many = await imports.check(all, [header, ...people(0, 501)])
  expect(many).toMatchObject({ state: 'failed', failure: expect.stringContaining('500行まで') })
  const busy = await api.as({ role: 'all' })
  const first = await imports.check(busy, [header, ...people(0, 1)])
  await api.db.execute(sql`insert into import_file (kind, name, size, sha256, state, answers, created_by, created_at, written_at, expires_at)
    select kind, name, size, sha256, 'written', answers, created_by, created_at, ${api.time.now.toISOString()}::timestamptz, expires_at
    from import_file where id = ${Number(first.id)}`)
  await api.db.execute(sql`insert into import_row (import_id, line, outcome, fact_id)
    select (select max(id) from import_file), n, 'created', n from generate_series(2, 1001) n`)
  await imports.post(busy, first.id, 'write')
  await imports.runStep(first.id)
  expect(await imports.read(busy, first.id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('1日に1,000名まで'),
  })
  expect(await personOf('many0@example.jp')).toBeUndefined()
})
