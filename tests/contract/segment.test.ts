import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

const path = '/api/admin/segment'
let api: Api
let shops: string[]
let manager: string
beforeAll(async () => {
  api = await startApi()
  shops = [await api.makeShop(), await api.makeShop()]
  manager = await api.as({ role: 'level3', shops: shops.slice(0, 1) })
})
afterAll(() => api.close())

const draft = (name: string, more: object = {}) => ({
  list: 'members',
  name,
  search: { contractStatus: 'suspended', sort: '-lastVisitOn' },
  columns: { tel: true },
  shopIds: shops.slice(0, 1),
  ...more,
})
const share = (token: string, body: object) => api.post(`${path}/new`, { token, body })
const namesFor = async (token: string) =>
  (await api.get(`${path}/list?limit=100`, { token })).json.list.map(({ name }: { name: string }) => name)

test('conditions shared by a manager are visible to the shop’s trainers, and not to another shop', async () => {
  const shared = await share(manager, draft('休会中'))
  expect(shared).toMatchObject({ status: 200, json: { name: '休会中', canEdit: true, shopIds: shops.slice(0, 1) } })
  const colleague = await api.as({ role: 'level2', shops: shops.slice(0, 1) })
  expect(await namesFor(colleague)).toContain('休会中')
  expect(await namesFor(await api.as({ role: 'level3', shops: shops.slice(1) }))).not.toContain('休会中')
})

test('a keyword, which may be a name, is never shared', async () => {
  for (const key of ['keyword', 'offset', 'shop']) {
    const { status, json } = await share(manager, draft('山田さん', { search: { [key]: '1' } }))
    expect([key, status, json.fields]).toEqual([key, 422, { search: 'この条件は共有できません。' }])
  }
})

test('of two concurrent changes the second gets the first one’s result', async () => {
  const { json: made } = await share(manager, draft('長く来ていない会員'))
  const change = (name: string) =>
    api.put(`${path}/${made.id}`, { token: manager, body: { name, version: made.version } })
  expect((await change('90日来ていない会員')).status).toBe(200)
  expect(await change('来ていない会員')).toMatchObject({
    status: 409,
    json: { current: { name: '90日来ていない会員' } },
  })
})
