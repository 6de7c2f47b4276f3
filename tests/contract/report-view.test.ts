import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

const path = '/api/admin/report-view'
let api: Api
let shops: string[]
let manager: string
let trainer: string
let head: string
beforeAll(async () => {
  api = await startApi()
  shops = [await api.makeShop(), await api.makeShop()]
  manager = await api.as({ role: 'level3', shops: shops.slice(0, 1) })
  trainer = await api.as({ role: 'level2', shops: shops.slice(0, 1) })
  head = await api.as({ role: 'all' })
})
afterAll(() => api.close())

const draft = (name: string, more: object = {}) => ({
  ...{ report: 'admission', name, search: { months: '6' }, shopIds: shops.slice(0, 1) },
  ...more,
})
const share = (token: string, body: object) => api.post(`${path}/new`, { token, body })
const viewsFor = async (token: string): Promise<{ name: string; search: object; canEdit: boolean }[]> =>
  (await api.get(`${path}/list?limit=100`, { token })).json.list
const namesFor = async (token: string) => (await viewsFor(token)).map(({ name }) => name)

test('a view shared by a manager is visible to the shop’s trainers, who may not change it, and not to another shop', async () => {
  const shared = await share(manager, draft('半年の入会'))
  expect(shared).toMatchObject({ status: 200, json: { name: '半年の入会', canEdit: true, shopIds: shops.slice(0, 1) } })
  expect(await viewsFor(trainer)).toContainEqual(expect.objectContaining({ name: '半年の入会', canEdit: false }))
  expect(await namesFor(await api.as({ role: 'level3', shops: shops.slice(1) }))).not.toContain('半年の入会')
})

test('views of money reports are listed to nobody without money', async () => {
  for (const report of ['ltv', 'sales', 'productSales']) {
    expect((await share(manager, draft(`金額 ${report}`, { report, search: {} }))).status).toBe(200)
  }
  expect(await namesFor(manager)).toEqual(expect.arrayContaining(['金額 ltv', '金額 sales', '金額 productSales']))
  expect((await namesFor(trainer)).filter((name) => name.startsWith('金額'))).toEqual([])
  const { json } = await api.get(`${path}/list?report=ltv`, { token: trainer })
  expect(json).toMatchObject({ list: [], paging: { total: 0 } })
})

test('a comparison names only shops that its author and its reader see', async () => {
  const both = { report: 'shopComparison', search: { shops: shops.join(','), like: shops[1] } }
  expect((await share(manager, draft('2店舗', both))).status).toBe(404)
  expect((await share(head, draft('2店舗', both))).status).toBe(200)
  const seen = (await viewsFor(manager)).find(({ name }) => name === '2店舗')
  expect(seen?.search).toEqual({ shops: shops[0] })
  expect((await viewsFor(head)).find(({ name }) => name === '2店舗')?.search).toEqual(both.search)
})

test('the header’s shop, a page, a keyword and malformed shops are never shared', async () => {
  for (const search of [{ shop: '1' }, { page: '2' }, { keyword: '山田' }, { offset: '10' }, { shops: '1,x' }]) {
    const { status, json } = await share(manager, draft('山田さん', { search }))
    expect([search, status, json.fields]).toEqual([search, 422, { search: 'この表示は共有できません。' }])
  }
})

test('of two concurrent changes the second gets the first one’s result', async () => {
  const { json: made } = await share(manager, draft('退会の多い月'))
  const change = (months: string) =>
    api.put(`${path}/${made.id}`, { token: manager, body: { search: { months }, version: made.version } })
  expect((await change('12')).status).toBe(200)
  expect(await change('3')).toMatchObject({ status: 409, json: { current: { search: { months: '12' } } } })
})
