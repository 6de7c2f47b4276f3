import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

// 費用 of a shop and month, and what follows from them.

const path = '/api/admin/shop-cost'
let api: Api
let own: string
let other: string
let owner: string
beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ openedOn: '2020-01-01' })
  other = await api.makeShop({ openedOn: '2020-01-01' })
  owner = await api.as({ role: 'level4', shops: [own] })
})
afterAll(() => api.close())

const costs = { labor: 1_200_000, ads: 90_000, rent: 600_000, other: 0 }
const save = (token: string, body: object) =>
  api.put(path, { token, body: { shopId: own, seen: null, ...costs, ...body } })
const profitAt = async (token: string, month: string) => {
  const { json } = await api.get(`${path}/profit?month=${month}`, { token })
  return json.months.at(-1)
}

test('an owner enters a month, and reads it back; what is not entered stays empty', async () => {
  expect(await save(owner, { month: '2026-03', rent: null })).toMatchObject({ status: 200, json: { version: 1 } })
  const { json } = await api.get(`${path}?shopId=${own}&month=2026-04`, { token: owner })
  expect(json.months).toHaveLength(12)
  expect(json.months.slice(-2)).toEqual([
    { shopId: own, month: '2026-03', ...costs, rent: null, adParts: [], version: 1 },
    { shopId: own, month: '2026-04', labor: null, ads: null, rent: null, other: null, adParts: [], version: null },
  ])
})

test('managers, trainers and trading partners neither read nor write costs, and an owner not those of another shop', async () => {
  for (const role of ['level1', 'level2', 'level3'] as const) {
    const token = await api.as({ role, shops: [own] })
    const answers = [await save(token, { month: '2026-05' }), await api.get(`${path}/profit?month=2026-05`, { token })]
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  }
  const rival = await api.as({ role: 'level4', shops: [other] })
  expect((await save(rival, { month: '2026-05' })).status).toBe(404)
  expect((await api.get(`${path}?shopId=${own}&month=2026-05`, { token: rival })).status).toBe(404)
})

test('whoever has not seen a month’s entry does not overwrite it', async () => {
  const first = await save(owner, { month: '2026-06' })
  expect(first.status).toBe(200)
  expect(await save(owner, { month: '2026-06', ads: 1 })).toMatchObject({
    status: 409,
    json: { current: { ads: 90_000 } },
  })
  expect((await save(owner, { month: '2026-06', ads: 1, seen: first.json.version })).json).toMatchObject({
    ads: 1,
    version: 2,
  })
})

test('a month of all shops counts once every shop has entered every kind, and says how many have not', async () => {
  const head = await api.as({ role: 'all' })
  await save(head, { month: '2026-07' })
  expect(await profitAt(head, '2026-07')).toMatchObject({
    ...{ costs: null, shops: 2, missingShops: 1, missing: [other] },
    entered: { costs: 1_890_000, profit: null },
  })
  expect(await profitAt(owner, '2026-07')).toMatchObject({ costs: 1_890_000, shops: 1, missingShops: 0 })
  await save(head, { month: '2026-07', shopId: other, ads: 10_000 })
  expect(await profitAt(head, '2026-07')).toMatchObject({ costs: 3_700_000, ads: 100_000, missingShops: 0 })
  // No sales are known of the month: no loss of its costs.
  expect(await profitAt(head, '2026-07')).toMatchObject({ netSales: null, profit: null, acquisition: null })
})

test('a shop that was not open in the month is not missing', async () => {
  const late = await api.makeShop({ openedOn: '2026-09-15' })
  const token = await api.as({ role: 'level4', shops: [own, late] })
  await save(token, { month: '2026-08' })
  expect(await profitAt(token, '2026-08')).toMatchObject({ shops: 1, missingShops: 0, costs: 1_890_000 })
  expect(await profitAt(token, '2026-09')).toMatchObject({ shops: 2, missingShops: 2 })
})

test('the file has a line a month, the newest first, with each kind of cost', async () => {
  const { text } = await api.get(`${path}/profit?month=2026-07`, { token: owner, headers: { accept: 'text/csv' } })
  const [heads = '', ...lines] = text.trimEnd().split('\r\n')
  expect(heads).toContain('人件費（円）,広告費（円）,家賃（円）,その他の費用（円）,費用（円）,損益（円）')
  expect(lines.map((line) => line.slice(0, 7))).toEqual(
    ['2026/07', '2026/06', '2026/05', '2026/04', '2026/03', '2026/02', '2026/01'].concat([
      '2025/12',
      '2025/11',
      '2025/10',
      '2025/09',
      '2025/08',
    ]),
  )
  expect(lines[0]).toContain('1200000,90000,600000,0,1890000')
})

test('損益 says which days it counts, and is 速報 without data of all of them', async () => {
  const { json } = await api.get(`${path}/profit?month=2026-07`, { token: owner })
  expect(json).toMatchObject({
    requestInfo: { shopId: null, from: '2025-08-01', to: '2026-07-31' },
    isProvisional: true,
    period: null,
    dataAsOf: null,
  })
})

const spring = { campaign: '春の入会', route: null, yen: 60_000 }

test('parts of the 広告費 are kept beside it, never more than it, each name once; who sends none keeps them', async () => {
  const month = '2026-01'
  const first = await save(owner, { month, adParts: [spring, { ...spring, route: 'web', yen: 30_000 }] })
  expect(first).toMatchObject({ status: 200, json: { ads: 90_000, adParts: [spring, { route: 'web' }] } })
  const { version } = first.json
  expect((await save(owner, { month, seen: version, adParts: [spring, spring] })).json.fields).toHaveProperty(
    'adParts.1',
  )
  expect((await save(owner, { month, seen: version, ads: 89_999 })).json.fields).toEqual({
    ads: 'この項目は、内訳の合計（90,000円）以上の金額にしてください。',
  })
  expect((await save(owner, { month, seen: version, ads: 100_000 })).json.adParts).toHaveLength(2)
  const { json } = await api.get(`${path}?shopId=${own}&month=${month}`, { token: owner })
  expect(json.campaigns).toEqual(['春の入会'])
  expect((await profitAt(owner, month)).ads).toBe(100_000)
})

test('the report of campaigns has the cost of each, and its file a line', async () => {
  const { json } = await api.get(`${path}/campaigns?month=2026-03`, { token: owner })
  expect(json.period).toBeNull()
  const { text } = await api.get(`${path}/campaigns?month=2026-03`, { token: owner, headers: { accept: 'text/csv' } })
  expect(text).toContain('獲得コスト（円）,回収月数（か月）')
  const rival = await api.as({ role: 'level4', shops: [other] })
  expect((await api.get(`${path}/campaigns?month=2026-03&shopId=${own}`, { token: rival })).status).toBe(404)
})

test('the log shows costs to who may read them, and to a manager that they were changed', async () => {
  await save(owner, { month: '2025-02', adParts: [spring] })
  const fieldsFor = async (token: string) => {
    const { json } = await api.get(`/api/admin/audit/list?shopId=${own}&action=shopCost.save&limit=50`, { token })
    return json.list.flatMap((one: { fields: { field: string; after: unknown; isHidden: boolean }[] }) => one.fields)
  }
  const manager = await fieldsFor(await api.as({ role: 'level3', shops: [own] }))
  expect(manager.length).toBeGreaterThan(0)
  for (const field of manager) expect(field).toMatchObject({ after: null, isHidden: true })
  const shown = await fieldsFor(owner)
  expect(shown).toContainEqual(
    expect.objectContaining({ field: 'adParts', after: ['春の入会 60,000円'], isHidden: false }),
  )
})
