import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

let api: Api
let head: string
beforeAll(async () => {
  api = await startApi()
  head = await api.as({ role: 'all' })
  const company = await api.makeCompany()
  const shinjuku = await api.makeShop({
    companyId: company,
    code: '301',
    name: '新宿店',
    nameKana: 'シンジュクテン',
    sortOrder: 2,
    enabledOnlineRsv: true,
    rsvUrl: 'https://example.jp/reserve',
  })
  const kichijoji = await api.makeShop({
    companyId: company,
    code: '302',
    name: 'Ｋｉｃｈｉｊｏｊｉ 吉祥寺店',
    nameKana: 'キチジョウジテン',
    sortOrder: 1,
    ownerType: 'franchise',
  })
  await api.makeShop({
    companyId: company,
    code: '100',
    name: '100% 渋谷_店',
    nameKana: null,
    sortOrder: 3,
    status: 'disabled',
  })
  await api.makeMember(shinjuku, { contractStatus: 'active' })
  await api.makeMember(kichijoji, { contractStatus: 'active' })
  await api.makeMember(kichijoji, { contractStatus: 'suspended' })
  await api.makeMember(kichijoji, { contractStatus: 'cancel' })
})
afterAll(() => api.close())

const names = async (query: string) =>
  (await api.get(`/api/admin/shop/list?${query}`, { token: head })).json.list.map((shop: { code: string }) => shop.code)

describe('shop/list', () => {
  test.each([
    ['しんじゅく', ['301']],
    ['ｼﾝｼﾞｭｸ', ['301']],
    ['新宿', ['301']],
    ['kichijoji', ['302']],
    ['ＫＩＣＨＩ', ['302']],
    ['吉祥 寺', ['302']],
    ['30', ['302', '301']],
    ['%', ['100']],
    ['_', ['100']],
    ['無い店', []],
  ])('finds %s however it is typed', async (keyword, codes) => {
    expect(await names(`keyword=${encodeURIComponent(keyword)}`)).toEqual(codes)
  })

  test.each([
    ['', ['302', '301', '100']],
    ['sortKey=code', ['100', '301', '302']],
    ['sortKey=code&sortDir=desc', ['302', '301', '100']],
    ['sortKey=name&sortDir=asc', ['100', '302', '301']],
  ])('sorted by "%s"', async (query, codes) => {
    expect(await names(query)).toEqual(codes)
  })

  test('pages and counts exactly, also beyond the end', async () => {
    const page = async (query: string) => (await api.get(`/api/admin/shop/list?${query}`, { token: head })).json
    expect(await page('offset=1&limit=1')).toMatchObject({
      params: { offset: 1, limit: 1 },
      paging: { offset: 1, count: 1, total: 3 },
    })
    expect(await page('offset=50')).toMatchObject({ list: [], paging: { offset: 50, count: 0, total: 3 } })
    expect((await page('')).params).toEqual({ offset: 0, limit: 10 })
  })

  test.each(['limit=501', 'limit=0', 'offset=-1', 'sortKey=password_hash', 'sortDir=up', 'limit=ten', 'where=1'])(
    '%s is refused with the field’s name',
    async (query) => {
      const answer = await api.get(`/api/admin/shop/list?${query}`, { token: head })
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([422, [query.split('=')[0]]])
    },
  )
})

describe('shop/list for a manager', () => {
  test.each([
    ['ownerType=franchise', ['302']],
    ['enabledOnlineRsv=true', ['301']],
    ['status=disabled', ['100']],
    ['ownerType=franchise&enabledOnlineRsv=true', []],
  ])('filtered by %s', async (query, codes) => {
    expect(await names(query)).toEqual(codes)
  })

  test('has the number of members: 契約中 and 休会中, without former ones, and can be sorted by it', async () => {
    const shops = (await api.get('/api/admin/shop/list?sortKey=memberCount&sortDir=desc', { token: head })).json.list
    expect(shops.map((shop: Record<string, unknown>) => [shop.code, shop.memberCount])).toEqual([
      ['302', 2],
      ['301', 1],
      ['100', 0],
    ])
    const { id } = shops[0]
    expect((await api.get(`/api/admin/shop/${id}`, { token: head })).json.memberCount).toBe(2)
    // Callers who may not read members learn neither their number nor the order by it.
    const partner = await api.as({ role: 'level1', shops: [id] })
    expect((await api.get('/api/admin/shop/list', { token: partner })).json.list[0]).not.toHaveProperty('memberCount')
    expect((await api.get(`/api/admin/shop/${id}`, { token: partner })).json).not.toHaveProperty('memberCount')
    const refused = await api.get('/api/admin/shop/list?sortKey=memberCount', { token: partner })
    expect([refused.status, refused.json.fields]).toEqual([
      422,
      { sortKey: '会員を見る権限がないため、指定できません。' },
    ])
  })

  test('omits what only the shop’s page shows', async () => {
    const [row] = (await api.get('/api/admin/shop/list', { token: head })).json.list
    for (const key of ['businessHours', 'holidays', 'monthlyTargets', 'email']) expect(row).not.toHaveProperty(key)
  })
})

test('shop/{id} has hours, room and company; targets and last editor only for callers who may change them', async () => {
  const businessHours = [{ dow: 1, open: '07:00', close: '26:00', closed: false }]
  const facts = { businessHours, is24h: false, holidays: ['2026-12-31'], capacity: 120, floorArea: 102.5 }
  const companyId = await api.makeCompany('株式会社武蔵野')
  const more = { email: 'shop@example.jp', closedOn: null, photoReference: 'Aap_uE' }
  const id = await api.makeShop({ companyId, ...facts, ...more })
  const manager = await api.as({ role: 'level3', shops: [id] })
  const trainer = await api.as({ role: 'level2', shops: [id] })
  const seen = async (token: string) => (await api.get(`/api/admin/shop/${id}`, { token })).json
  expect(await seen(trainer)).toMatchObject({
    ...facts,
    ...more,
    openedOn: '2020-04-01',
    companyName: '株式会社武蔵野',
  })

  expect(await seen(manager)).not.toHaveProperty('updatedAt')
  await api.put(`/api/admin/shop/${id}`, { token: manager, body: { rsvUrl: 'https://example.jp/r' } })
  expect(await seen(manager)).toMatchObject({
    updatedBy: { displayName: expect.any(String) },
    updatedAt: expect.stringContaining('+09:00'),
    monthlyTargets: null,
  })
  for (const key of ['monthlyTargets', 'updatedBy', 'updatedAt']) expect(await seen(trainer)).not.toHaveProperty(key)
})

describe('saving shop/{id}', () => {
  const put = (id: string, body: object, token = head) => api.put(`/api/admin/shop/${id}`, { token, body })

  test('changes only the sent fields, and increments the version', async () => {
    const id = await api.makeShop({ rsvUrl: 'https://example.jp/reserve' })
    const saved = await put(id, { version: 1, enabledOnlineRsv: 'true' })
    expect(saved.status).toBe(200)
    expect(saved.json).toMatchObject({ enabledOnlineRsv: 'true', rsvUrl: 'https://example.jp/reserve', version: 2 })
  })

  test('does not overwrite somebody else’s change: 409 with the current row', async () => {
    const id = await api.makeShop()
    expect((await put(id, { version: 1, imgUrl: 'https://example.jp/first.png' })).status).toBe(200)
    const late = await put(id, { version: 1, imgUrl: 'https://example.jp/second.png' })
    expect([late.status, late.json.code]).toEqual([409, 'stale'])
    expect(late.json.current).toMatchObject({ id, imgUrl: 'https://example.jp/first.png', version: 2 })
    expect((await api.get(`/api/admin/shop/${id}`, { token: head })).json.imgUrl).toBe('https://example.jp/first.png')
  })

  test('returns in a 409 only what the caller may see', async () => {
    const id = await api.makeShop()
    const manager = await api.as({ role: 'level3', shops: [id] })
    const late = await put(id, { version: 7, imgUrl: null }, manager)
    expect(Object.keys(late.json.current).sort()).toEqual(
      Object.keys((await api.get(`/api/admin/shop/${id}`, { token: manager })).json).sort(),
    )
  })

  test('accepts one of ten simultaneous editors', async () => {
    const id = await api.makeShop()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => put(id, { version: 1, imgUrl: `https://example.jp/${at}.png` })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)])
    const winner = answers.find((answer) => answer.status === 200)
    const now = (await api.get(`/api/admin/shop/${id}`, { token: head })).json
    expect([now.imgUrl, now.version]).toEqual([winner?.json.imgUrl, 2])
  })

  test('works without a version too, as in the specification’s payload', async () => {
    const id = await api.makeShop()
    expect((await put(id, { imgUrl: null })).status).toBe(200)
  })

  test('requires a URL for online reservations', async () => {
    const message = 'オンライン予約を有効にするには予約URLが必要です。'
    const id = await api.makeShop()
    const without = await put(id, { enabledOnlineRsv: 'true' })
    expect([without.status, without.json.fields]).toEqual([422, { enabledOnlineRsv: message }])
    const both = await put(id, { enabledOnlineRsv: 'true', rsvUrl: 'https://example.jp/r' })
    expect(both.status).toBe(200)
    const taken = await put(id, { rsvUrl: null })
    expect([taken.status, taken.json.fields]).toEqual([422, { rsvUrl: message }])
  })

  test('accepts an uploaded picture, and refuses a deleted one', async () => {
    const id = await api.makeShop()
    const imgBase64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const { imgUrl } = (
      await api.post('/api/admin/image/new', { token: head, body: { imgBase64, contentType: 'image/png' } })
    ).json
    expect((await put(id, { imgUrl })).json.imgUrl).toBe(imgUrl)
    const gone = await put(id, { imgUrl: `/uploads/${'x'.repeat(32)}.webp` })
    expect([gone.status, gone.json.fields]).toEqual([422, { imgUrl: '画像が見つかりません。もう一度選んでください。' }])
  })

  test('accepts only whole targets that are not negative', async () => {
    const id = await api.makeShop()
    const monthlyTargets = { admission: 40, withdrawalMax: 20, sales: 8_000_000, closingMembers: 900 }
    expect((await put(id, { monthlyTargets })).json.monthlyTargets).toEqual(monthlyTargets)
    const wrong = await put(id, { monthlyTargets: { ...monthlyTargets, admission: -1, sales: 0.5 } })
    expect([wrong.status, wrong.json.fields]).toEqual([
      422,
      {
        'monthlyTargets.admission': 'この項目は0以上で入力してください。',
        'monthlyTargets.sales': 'この項目は整数で入力してください。',
      },
    ])
    expect((await put(id, { monthlyTargets: null })).json.monthlyTargets).toBeNull()
  })
})

test('fails if it cannot be audited', async () => {
  const id = await api.makeShop()
  await api.database.exec(`
    create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse_audit before insert on audit_log for each row execute function refuse_audit();`)
  const answer = await api.put(`/api/admin/shop/${id}`, { token: head, body: { imgUrl: 'https://example.jp/x.png' } })
  await api.database.exec('drop trigger refuse_audit on audit_log; drop function refuse_audit()')
  expect([answer.status, answer.json]).toEqual([
    500,
    {
      code: 'internal',
      message: '処理中に問題が発生しました。時間をおいて、もう一度お試しください。',
      ref: expect.any(String),
    },
  ])
  expect((await api.get(`/api/admin/shop/${id}`, { token: head })).json).toMatchObject({ imgUrl: null, version: 1 })
})
