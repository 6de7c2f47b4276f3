import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'

// 月次目標 by month. Shops 1 and 2 are the manager's, shop 3 somebody else's; the data date is 2026-11-20.

const path = '/api/admin/shop-target'
let api: Api
let manager: string
let head: string
beforeAll(async () => {
  const club = await openFacts({ shops: 3, members: 2 })
  api = await startApi({ database: club.database })
  // The facts have ids of their own.
  for (const table of ['user_account', 'member']) {
    await api.db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`))
  }
  api.time.now = new Date('2026-11-21T01:00:00.000Z')
  await club.happened('2026-11-20', {
    contracts: [{ member: 1, shop: 1, from: '2026-08-01' }],
    sales: [{ shop: 1, at: '2026-08-20T11:00', lines: [{ category: 'product', net: 1100, tax: 100 }] }],
  })
  manager = await api.as({ role: 'level3', shops: ['1', '2'] })
  head = await api.as({ role: 'all' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.execute(sql`delete from shop_target`)
  await api.db.execute(sql`update shop set monthly_targets = null`)
})

const goals = { admission: 30, withdrawalMax: 20, sales: 9_000_000, closingMembers: 900 }
const nothing = { admission: null, withdrawalMax: null, sales: null, closingMembers: null }
const row = (more: object = {}) => ({ shopId: '1', month: '2026-11', seen: null, ...goals, ...more })
const save = (data: object[], token = manager) => api.put(path, { token, body: { data } })
const monthsOf = async (shopId: string, token = manager) => {
  const { json } = await api.get(`${path}?shopId=${shopId}&month=2026-11`, { token })
  return json.shops[0].months
}
const dashboard = async (month: number, query = '') =>
  (await api.get(`/api/admin/report/monthly-stats?year=2026&month=${month}${query}`, { token: manager })).json.target

test('a year of several shops is saved in one go, and read back', async () => {
  const data = ['1', '2'].flatMap((shopId) => [row({ shopId }), row({ shopId, month: '2027-10', sales: 0 })])
  const { status, json } = await save(data)
  expect([status, json.list.length]).toEqual([200, 4])
  const { json: read } = await api.get(`${path}?month=2026-11`, { token: manager })
  expect([read.months[0], read.months.at(-1), read.shops.length]).toEqual(['2026-11', '2027-10', 2])
  expect(read.shops[1].months.at(-1)).toEqual({ shopId: '2', month: '2027-10', ...goals, sales: 0, version: 1 })
  expect(read.shops[1].months[1]).toEqual({ shopId: '2', month: '2026-12', ...nothing, version: null })
})

test('nothing is saved where one of the shops is not one’s own', async () => {
  expect((await save([row(), row({ shopId: '3' })])).status).toBe(404)
  expect((await monthsOf('1'))[0]).toMatchObject(nothing)
})

test('nothing is saved where somebody else has changed one of the months, and the answer names it', async () => {
  await save([row({ month: '2026-12' })], head)
  const { status, json } = await save([row(), row({ month: '2026-12', sales: 1 })])
  expect([status, json.code]).toEqual([409, 'stale'])
  expect(json.message).toContain('店舗1の2026年12月は、ほかの人が先に更新しました。')
  expect(json.current).toMatchObject([{ month: '2026-12', sales: 9_000_000, version: 1 }])
  expect((await monthsOf('1'))[0]).toMatchObject(nothing)
})

test('a month has all four targets or none: each missing one is an error at its cell', async () => {
  const { status, json } = await save([row(), row({ month: '2026-12', sales: null })])
  expect([status, Object.keys(json.fields)]).toEqual([422, ['data.1.sales']])
  expect((await save([row(), row()])).json.fields).toEqual({
    'data.1.month': 'この項目には、店舗ごとに異なる月を指定してください。',
  })
})

test('the dashboard has the month’s own targets, else those of every month, added up over the shops', async () => {
  expect(await dashboard(11)).toBeNull()
  const standing = { admission: 10, withdrawalMax: 5, sales: 100, closingMembers: 50 }
  for (const id of ['1', '2']) {
    await api.put(`/api/admin/shop/${id}`, { token: manager, body: { monthlyTargets: standing } })
  }
  await save([row()])
  expect(await dashboard(11)).toEqual({ admissions: 40, withdrawals: 25, sales: 9_000_100, closing: 950 })
  expect(await dashboard(10)).toEqual({ admissions: 20, withdrawals: 10, sales: 200, closing: 100 })
})

test('a month that is emptied again has the targets of every month', async () => {
  const [saved] = (await save([row()])).json.list
  await save([row({ ...nothing, seen: saved.version })])
  expect(await dashboard(11)).toBeNull()
})

test('the goal of sales is that of each month', async () => {
  await save([row({ month: '2026-08', sales: 100 }), row({ month: '2026-10', sales: 300 })])
  const query = 'from=2026-08-01&to=2026-10-31&unit=month&shopId=1'
  const { json } = await api.get(`/api/admin/report/sales?${query}`, { token: manager })
  // Sales are known since 8/20, and September has no goal.
  expect(json.goal).toEqual({ months: [null, null, 300], compared: ['2026-10-01'], period: 300, net: 0 })
})

test('each month’s change is in the log with its shop, before and after', async () => {
  await save([row(), row({ month: '2026-12' })])
  await save([row({ seen: 1, sales: 5 })])
  const { json } = await api.get('/api/admin/audit/list?resourceType=shopTarget&changed=true&shopId=1', { token: head })
  expect(json.list[0]).toMatchObject({ shop: { id: '1' }, fields: [{ field: 'sales', before: 9_000_000, after: 5 }] })
  // One row a month, not one for all.
  expect(json.list.slice(0, 3).map(({ fields }: { fields: object[] }) => fields.length)).toEqual([1, 4, 4])
})
