import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '../../api/db/schema/identity.ts'
import { type Api, startApi } from '../support/api.ts'

const path = '/api/admin/saved-view'
let api: Api
let shops: string[]
let manager: string
let trainer: string
let stranger: string
let head: string
beforeAll(async () => {
  api = await startApi()
  shops = [await api.makeShop(), await api.makeShop()]
  manager = await api.as({ role: 'level3', shops: shops.slice(0, 1) })
  trainer = await api.as({ role: 'level2', shops: shops.slice(0, 1) })
  stranger = await api.as({ role: 'level3', shops: shops.slice(1) })
  head = await api.as({ role: 'all' })
})
afterAll(() => api.close())

const ofMembers = { screen: 'members', search: { contractStatus: 'suspended' }, columns: { tel: true } }
const ofReport = { screen: 'admission', search: { months: '6' }, columns: {} }
const draft = (name: string, more: object = {}) => ({ ...ofReport, name, shopIds: shops.slice(0, 1), ...more })
const share = (token: string, body: object) => api.post(`${path}/new`, { token, body })
const viewsFor = async (token: string): Promise<{ name: string; search: object; canEdit: boolean }[]> =>
  (await api.get(`${path}/list?limit=100`, { token })).json.list
const namesFor = async (token: string) => (await viewsFor(token)).map(({ name }) => name)

test.each([
  ['conditions of members', '休会中', ofMembers],
  ['a view of a report', '半年の入会', ofReport],
])(
  '%s shared by a manager are visible to the shop’s trainers, who may not change them, and not to another shop',
  async (_, name, view) => {
    const shared = await share(manager, draft(name, view))
    expect(shared).toMatchObject({ status: 200, json: { ...view, name, canEdit: true, shopIds: shops.slice(0, 1) } })
    expect(await viewsFor(trainer)).toContainEqual(expect.objectContaining({ name, canEdit: false }))
    expect(await namesFor(stranger)).not.toContain(name)
  },
)

test('a second view of one name is refused, also by renaming, but not on another screen or in another shop', async () => {
  const name = '二つ目の名前'
  expect((await share(manager, draft(name))).status).toBe(200)
  const refused = {
    status: 422,
    json: { fields: { name: '同じ名前で共有されています。別の名前を入力してください。' } },
  }
  expect(await share(manager, draft(name))).toMatchObject(refused)
  const { json: other } = await share(manager, draft('別の名前'))
  const rename = (body: object) => api.put(`${path}/${other.id}`, { token: manager, body: { version: 1, ...body } })
  expect(await rename({ name })).toMatchObject(refused)
  expect((await share(manager, draft(name, ofMembers))).status).toBe(200)
  expect((await share(stranger, draft(name, { shopIds: shops.slice(1) }))).status).toBe(200)
})

test('a list of one screen has its views alone', async () => {
  await share(manager, draft('会員の条件', ofMembers))
  const { json } = await api.get(`${path}/list?screen=members&limit=100`, { token: manager })
  expect(json.list.map(({ screen }: { screen: string }) => screen)).toContain('members')
  expect(new Set(json.list.map(({ screen }: { screen: string }) => screen))).toEqual(new Set(['members']))
})

test('shared conditions are replaced, columns included, and can be put back', async () => {
  const { json: made } = await share(manager, draft('置き換える条件', ofMembers))
  const replace = (version: number, view: object) =>
    api.put(`${path}/${made.id}`, { token: manager, body: { version, ...view } })
  const next = { search: { contractStatus: 'active' }, columns: { email: false } }
  const replaced = await replace(made.version, next)
  expect(replaced).toMatchObject({ status: 200, json: { name: '置き換える条件', ...next } })
  const { search, columns } = ofMembers
  expect(await replace(replaced.json.version, { search, columns })).toMatchObject({ status: 200, json: ofMembers })
})

test('views of money reports are listed to nobody without money', async () => {
  const reports = ['ltv', 'sales', 'productSales', 'dues']
  for (const screen of reports) {
    expect((await share(manager, draft(`金額 ${screen}`, { screen, search: {} }))).status).toBe(200)
  }
  expect(await namesFor(manager)).toEqual(expect.arrayContaining(reports.map((screen) => `金額 ${screen}`)))
  expect((await namesFor(trainer)).filter((name) => name.startsWith('金額'))).toEqual([])
  const { json } = await api.get(`${path}/list?screen=ltv`, { token: trainer })
  expect(json).toMatchObject({ list: [], paging: { total: 0 } })
})

test('a comparison names only shops that its author and its reader see', async () => {
  const both = { screen: 'shopComparison', search: { shops: shops.join(','), like: shops[1] } }
  expect((await share(manager, draft('2店舗', both))).status).toBe(404)
  expect((await share(head, draft('2店舗', both))).status).toBe(200)
  const seen = (await viewsFor(manager)).find(({ name }) => name === '2店舗')
  expect(seen?.search).toEqual({ shops: shops[0] })
  expect((await viewsFor(head)).find(({ name }) => name === '2店舗')?.search).toEqual(both.search)
})

test('the header’s shop, a page, a keyword, which may be a name, and malformed shops are never shared', async () => {
  for (const view of [ofMembers, ofReport]) {
    for (const search of [{ shop: '1' }, { page: '2' }, { keyword: '山田' }, { offset: '10' }, { shops: '1,x' }]) {
      const { status, json } = await share(manager, draft('山田さん', { ...view, search }))
      expect([search, status, json.fields]).toEqual([search, 422, { search: 'この内容は共有できません。' }])
    }
  }
})

test('of two concurrent changes the second gets the first one’s result', async () => {
  const { json: made } = await share(manager, draft('退会の多い月'))
  const change = (months: string) =>
    api.put(`${path}/${made.id}`, { token: manager, body: { search: { months }, version: made.version } })
  expect((await change('12')).status).toBe(200)
  expect(await change('3')).toMatchObject({ status: 409, json: { current: { search: { months: '12' } } } })
})

describe('in the log', () => {
  const rowsOf = async (query: string) =>
    (await api.get(`/api/admin/audit/list?limit=100&${query}`, { token: head })).json.list

  test('a view of a report has its name, and never its conditions, which may name shops', async () => {
    const view = { screen: 'shopComparison', search: { shops: shops.join(',') } }
    const { json } = await share(head, draft('比べた店舗', view))
    expect(await rowsOf(`resourceType=savedView&resourceId=${json.id}`)).toEqual([
      expect.objectContaining({ resourceName: '比べた店舗', resourceKey: null }),
    ])
  })

  test('conditions that an older release shared keep their name and open the list', async () => {
    const { json } = await share(head, draft('前の版の条件', ofMembers))
    const row = { action: 'segment.create', resourceType: 'segment', resourceId: json.id, requestId: 'older' }
    await api.db.insert(auditLog).values({ ...row, at: api.time.now, diff: {} })
    const [found] = await rowsOf('resourceType=segment')
    expect(found).toMatchObject({ action: 'segment.create', resourceName: '前の版の条件' })
    expect(JSON.parse(found.resourceKey)).toEqual(ofMembers.search)
  })

  test('a report’s view that an older release shared keeps its name, and conditions deleted since then theirs', async () => {
    const at = api.time.now
    const named = (name: string) => ({ name: { before: null, after: name } })
    const view = { action: 'reportView.create', resourceType: 'reportView', resourceId: '3', requestId: 'older' }
    const { json } = await share(head, draft('あとで消す条件', ofMembers))
    const conditions = { action: 'segment.create', resourceType: 'segment', resourceId: json.id, requestId: 'older' }
    await api.db.insert(auditLog).values([
      { ...view, at, diff: named('半年の入会') },
      { ...conditions, at, diff: named('あとで消す条件') },
    ])
    expect((await api.delete(`${path}/${json.id}?version=${json.version}`, { token: head })).status).toBe(200)
    const found = await rowsOf('resourceType=savedView')
    expect(found).toContainEqual(expect.objectContaining({ action: view.action, resourceName: '半年の入会' }))
    expect(found).toContainEqual(
      expect.objectContaining({ action: conditions.action, resourceId: json.id, deletedName: 'あとで消す条件' }),
    )
  })
})

test('conditions of members name no shops, neither at once nor by a view that becomes theirs', async () => {
  const refused = { status: 422, json: { fields: { search: 'この内容は共有できません。' } } }
  const named = { search: { shops: shops.join(',') } }
  expect(await share(head, draft('店舗の条件', { ...ofMembers, ...named }))).toMatchObject(refused)
  const { json } = await share(head, draft('比較', { screen: 'shopComparison', ...named }))
  expect(await api.put(`${path}/${json.id}`, { token: head, body: { screen: 'members' } })).toMatchObject(refused)
})
