import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { joiningPlan } from '../../api/import/join-plan.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// Two names that are one plan (decision 0110).

let api: Api
let imports: ReturnType<typeof importsOf>
let shops: { own: string; other: string }
let [head, owner] = ['', '']

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api, 'contract')
  shops = { own: await api.makeShop({ name: '新宿店' }), other: await api.makeShop({ name: '渋谷店' }) }
  head = await api.as({ role: 'all' })
  owner = await api.as({ role: 'level4', shops: [shops.own] })
  for (const memberNo of ['00010', '00011', '00012']) {
    await api.makeMember(shops.own, { memberNo, lastSyncedAt: null, hasActivePlan: false, status: 'waiting' })
  }
})
afterAll(() => api.close())

const columns = '会員番号,店舗,プラン,月額,開始日'
beforeEach(async () => {
  for (const table of ['import_file', 'import_mapping', 'merge_row', 'membership_interval', 'contract', 'shop_plan']) {
    await api.db.execute(sql`delete from ${sql.identifier(table)}`)
  }
  await imports.write(head, [
    columns,
    '00010,新宿店,レギュラー,8800,2026-01-01',
    '00011,新宿店,レギュラー会員,8800,2026-01-01',
  ])
})

async function planOf(name: string): Promise<string> {
  const { rows } = await api.db.execute<{ id: string }>(sql`select id::text from shop_plan where name = ${name}`)
  return rows[0]?.id ?? ''
}
async function contracts() {
  const { rows } = await api.db.execute<{ line: string }>(sql`select m.member_no || ' ' || p.name as line
    from contract c join member m on m.id = c.member_id join shop_plan p on p.id = c.plan_id order by 1`)
  return rows.map(({ line }) => line)
}
const step = (id: string, verb: 'join' | 'separate', body: object, token = owner) =>
  api.post(`/api/admin/shop/plan/${id}/${verb}`, { token, body })
const follow = (planId: string) => joiningPlan(api.database)({ planId })
const names = async () =>
  ((await api.get('/api/admin/shop/plan/list', { token: owner })).json.list as { name: string }[]).map(
    ({ name }) => name,
  )

async function joined() {
  const [gone, kept] = [await planOf('レギュラー会員'), await planOf('レギュラー')]
  expect(await step(gone, 'join', { version: 1, into: kept })).toMatchObject({
    status: 200,
    json: { joined: { id: kept, name: 'レギュラー' } },
  })
  await follow(gone)
  return { gone, kept }
}

test('all contracts of a plan that is another one go along, and its name is in no list', async () => {
  const [gone, kept] = [await planOf('レギュラー会員'), await planOf('レギュラー')]
  const preview = await api.get(`/api/admin/shop/plan/${gone}/join?into=${kept}`, { token: owner })
  expect(preview.json).toEqual({ contracts: 1, members: 1 })
  await joined()
  expect(await contracts()).toEqual(['00010 レギュラー', '00011 レギュラー'])
  expect(await names()).toEqual(['レギュラー'])
  const stayed = await api.get(`/api/admin/shop/plan/${kept}`, { token: owner })
  expect(stayed.json.joinedHere).toEqual([{ id: gone, name: 'レギュラー会員' }])
})

test('the plans are two again for 30 days; a contract that got another plan since keeps it', async () => {
  const { gone } = await joined()
  await imports.write(head, [columns, '00012,新宿店,デイ,6600,2026-01-01'])
  await api.db.execute(sql`update contract set plan_id = ${Number(await planOf('デイ'))} where member_id = (
    select id from member where member_no = '00010')`)
  expect((await step(gone, 'separate', { version: 2 })).status).toBe(200)
  await follow(gone)
  expect(await contracts()).toEqual(['00010 デイ', '00011 レギュラー会員', '00012 デイ'])
})

test('after 30 days they stay one', async () => {
  const { gone } = await joined()
  await api.db.execute(
    sql`update shop_plan set updated_at = updated_at - interval '31 days' where id = ${Number(gone)}`,
  )
  expect(await step(gone, 'separate', { version: 2 })).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining('30日を過ぎた') },
  })
})

test('a later file that says the joined name means the plan that stayed', async () => {
  await joined()
  const again = await imports.check(head, [columns, '00011,新宿店,レギュラー会員,8800,2026-01-01'])
  expect(again.result?.counts).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  await imports.write(head, [columns, '00012,新宿店,レギュラー会員,8800,2026-01-01'])
  expect(await contracts()).toContain('00012 レギュラー')
})

test('a plan of the club system, of another shop or of another kind is not joined, and a stale page neither', async () => {
  const [gone, kept] = [await planOf('レギュラー会員'), await planOf('レギュラー')]
  const refused = async (id: string, into: string, token = owner) =>
    (await step(id, 'join', { version: 1, into }, token)).status
  expect(await refused(await api.makePlan(shops.own), kept)).toBe(409)
  expect(await refused(gone, await api.makePlan(shops.own, { category: 'option' }))).toBe(409)
  expect(await refused(gone, await api.makePlan(shops.other))).toBe(404)
  expect(await refused(gone, await api.makePlan(shops.other), head)).toBe(409)
  expect(await step(gone, 'join', { version: 7, into: kept })).toMatchObject({
    status: 409,
    json: { current: { id: gone } },
  })
  expect(await contracts()).toEqual(['00010 レギュラー', '00011 レギュラー会員'])
})
