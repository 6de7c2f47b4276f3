import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countLater } from '../../api/figures/count-later.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// 数字の突き合わせ (decision 0085): what is brought, replaced, listed and deleted. What is counted is tested with the stub.

let api: Api
let head: string
let own: string
let other: string
const path = '/api/admin/club-system/reconciliation'

beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '横浜店' })
  head = await api.as({ role: 'all' })
  await api.makeMember(own, { lastName: '登録', firstName: 'のみ', joinedOn: '2026-05-01' })
})
beforeEach(async () => {
  for (const table of ['club_figures', 'club_studio', 'club_connection', 'sync_run'])
    await api.db.execute(sql`delete from ${sql.identifier(table)}`)
})
afterAll(() => api.close())

const connect = () =>
  api.db.execute(
    sql`insert into club_connection (id, public_id, brand_code, connected_at) values (1, 'p', 'karada', now())`,
  )
const map = (brandCode: string, shopId: string) =>
  api.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
    values (${brandCode}, ${shopId}, '店', 'shop', ${Number(shopId)}, now())`)
const bring = (registered: number, shopId: string | null = null) =>
  api.post(path, {
    token: head,
    body: {
      ...{ name: 'MA002.csv', shopId, madeAt: '2026-11-02T09:00:00+09:00' },
      content: Buffer.from(`対象年月,店舗在籍会員数\n202610,${registered}\n202609,1\n`).toString('base64'),
    },
  })
const read = async (query = '') => (await api.get(`${path}?${query}`, { token: head })).json
const theirs = async (query = '') =>
  (await read(query)).figures.find(({ figure }: { figure: string }) => figure === 'registered')?.theirs

test('a month that is brought again is replaced, a shop has months of its own, and a deleted one is gone', async () => {
  await connect()
  await map('karada', own)
  expect((await bring(5)).json).toEqual({ report: 'MA002', months: ['2026-10', '2026-09'] })
  await bring(7)
  await bring(3, own)
  expect(await read()).toMatchObject({ months: ['2026-10', '2026-09'], month: '2026-10', shops: [{ id: own }] })
  expect([await theirs(), await theirs('month=2026-09'), await theirs(`shopId=${own}`)]).toEqual([7, 1, 3])
  const removed = await api.delete(`${path}?month=2026-10&report=MA002`, { token: head })
  expect(removed.json).toEqual({ removed: 1 })
  expect([await theirs('month=2026-10'), await theirs(`shopId=${own}&month=2026-10`)]).toEqual([undefined, 3])
})

test('a shop that is no studio takes no file, and the field says so', async () => {
  await connect()
  await map('karada', own)
  const { status, json } = await bring(5, other)
  expect(status).toBe(422)
  expect(json.fields).toEqual({ shopId: 'この店舗は、会員管理システムのスタジオに対応付けられていません。' })
})

test('a club whose runs read a folder brings its files without a connection', async () => {
  expect((await bring(5)).status).toBe(409)
  await api.db.execute(
    sql`insert into sync_run (brand_code, kind, state, began_at) values ('karada/csv', 'night', 'done', now())`,
  )
  await map('karada/csv', own)
  await bring(5)
  expect(await read()).toMatchObject({ brandCode: 'karada/csv', shops: [{ id: own }], month: '2026-10' })
  // Also where a connection was tried whose studios nobody has answered.
  await connect()
  expect(await read()).toMatchObject({ brandCode: 'karada/csv', shops: [{ id: own }], month: '2026-10' })
  // Once they are answered it is the connection, with the months that were brought before.
  await map('karada', own)
  expect(await read()).toMatchObject({ brandCode: 'karada', shops: [{ id: own }], month: '2026-10' })
})

test('members whose contracts are still to be read are those of the club system, neither of files nor missing there', async () => {
  await connect()
  const unread = async (brandCode: string, missingSince: string | null) => {
    await api.db.execute(sql`delete from provider_row`)
    await api.db.execute(sql`update member set external_id = 77 where last_name = '登録'`)
    await api.db.execute(sql`insert into provider_row (brand_code, resource, their_id, hash, key_id, sealed, seen_at, outcome,
      contracts_due, missing_since) values (${brandCode}, 'members', '77', '', '', '', now(), 'written', true, ${missingSince})`)
    return (await read()).unreadMembers
  }
  expect(await unread('karada', null)).toBe(1)
  // Contracts of files come with their members, and nobody asks for them.
  expect(await unread('karada/csv', null)).toBe(0)
  expect(await unread('karada', '2026-11-01T02:00:00+09:00')).toBe(0)
})

test('what only a file has is named as such, with the number of its import', async () => {
  await connect()
  await map('karada', own)
  await api.db.execute(
    sql`insert into sync_run (brand_code, kind, state, began_at) values ('karada', 'manual', 'done', '2026-11-01T03:00:00+09:00')`,
  )
  const imports = importsOf(api)
  await imports.write(head, ['会員番号,氏名,性別,店舗', 'F1,ファイル 花子,女,新宿店'])
  await imports.write(head, ['会員番号,プラン,開始日,月額', 'F1,レギュラー,2026-01-10,8800'], {
    ...{ kind: 'contract', leaversFrom: '2026-01-10' },
  })
  const { id } = await imports.write(
    head,
    [
      '売上ID,精算日時,購入店舗,支払方法,摘要,合計金額,会員番号,ステータス',
      '71,2026/10/02 12:00,新宿店,現金,プロテイン,3300,F1,支払済み',
    ],
    { kind: 'sale', isLastDayWhole: true },
  )
  await countLater(api.database)
  await bring(0)
  const content = Buffer.from('対象年月,[総売上] 合計,[売上] 合計\n202610,0,0\n').toString('base64')
  const body = { name: 'PA002.csv', shopId: null, madeAt: '2026-11-02T09:00:00+09:00', content }
  expect((await api.post(path, { token: head, body })).status).toBe(200)
  const { figures } = await read()
  const figure = (name: string) => figures.find((one: { figure: string }) => one.figure === name)
  expect(figure('netSales')).toMatchObject({
    ...{ theirs: 0, ours: 3300, recounted: 0, unclassified: 0 },
    reasons: [{ reason: 'ofFile', rows: 1, amount: -3300 }],
  })
  expect(figure('registered').reasons).toContainEqual({ reason: 'ofFile', rows: 1, amount: -1 })
  const rows = await api.get(`${path}/row/list?month=2026-10&figure=netSales`, { token: head })
  expect(rows.json.list).toMatchObject([{ reason: 'ofFile', importId: id, sale: { number: '71' } }])
})
