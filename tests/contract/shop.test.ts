import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

let api: Api
let head: string
beforeAll(async () => {
  api = await startApi()
  head = await api.as({ role: 'all' })
  const company = await api.makeCompany()
  await api.makeShop({ companyId: company, code: '301', name: '新宿店', nameKana: 'シンジュクテン', sortOrder: 2 })
  await api.makeShop({
    companyId: company,
    code: '302',
    name: 'Ｋｉｃｈｉｊｏｊｉ 吉祥寺店',
    nameKana: 'キチジョウジテン',
    sortOrder: 1,
  })
  await api.makeShop({ companyId: company, code: '100', name: '100% 渋谷_店', nameKana: null, sortOrder: 3 })
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

describe('shop/{id} is saved', () => {
  const put = (id: string, body: object, token = head) => api.put(`/api/admin/shop/${id}`, { token, body })

  test('only what was sent, and the version goes up by one', async () => {
    const id = await api.makeShop({ rsvUrl: 'https://example.jp/reserve' })
    const saved = await put(id, { version: 1, enabledOnlineRsv: 'true' })
    expect(saved.status).toBe(200)
    expect(saved.json).toMatchObject({ enabledOnlineRsv: 'true', rsvUrl: 'https://example.jp/reserve', version: 2 })
  })

  test('not over what someone else saved in between: 409 with the current row', async () => {
    const id = await api.makeShop()
    expect((await put(id, { version: 1, imgUrl: 'https://example.jp/first.png' })).status).toBe(200)
    const late = await put(id, { version: 1, imgUrl: 'https://example.jp/second.png' })
    expect([late.status, late.json.code]).toEqual([409, 'stale'])
    expect(late.json.current).toMatchObject({ id, imgUrl: 'https://example.jp/first.png', version: 2 })
    expect((await api.get(`/api/admin/shop/${id}`, { token: head })).json.imgUrl).toBe('https://example.jp/first.png')
  })

  test('the row in a 409 holds no more than the person may see', async () => {
    const id = await api.makeShop()
    const manager = await api.as({ role: 'level3', shops: [id] })
    const late = await put(id, { version: 7, imgUrl: null }, manager)
    expect(Object.keys(late.json.current).sort()).toEqual(
      Object.keys((await api.get(`/api/admin/shop/${id}`, { token: manager })).json).sort(),
    )
  })

  test('by one of ten editors who press at the same moment', async () => {
    const id = await api.makeShop()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => put(id, { version: 1, imgUrl: `https://example.jp/${at}.png` })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)])
    const winner = answers.find((answer) => answer.status === 200)
    const now = (await api.get(`/api/admin/shop/${id}`, { token: head })).json
    expect([now.imgUrl, now.version]).toEqual([winner?.json.imgUrl, 2])
  })

  test('without a version too, as the specification’s payload has it', async () => {
    const id = await api.makeShop()
    expect((await put(id, { imgUrl: null })).status).toBe(200)
  })

  test('online reservations only with an address to go to', async () => {
    const message = 'オンライン予約を有効にするには予約URLが必要です。'
    const id = await api.makeShop()
    const without = await put(id, { enabledOnlineRsv: 'true' })
    expect([without.status, without.json.fields]).toEqual([422, { enabledOnlineRsv: message }])
    const both = await put(id, { enabledOnlineRsv: 'true', rsvUrl: 'https://example.jp/r' })
    expect(both.status).toBe(200)
    const taken = await put(id, { rsvUrl: null })
    expect([taken.status, taken.json.fields]).toEqual([422, { rsvUrl: message }])
  })

  test('targets, whole and not negative', async () => {
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

test('a write that cannot be put on record is not done', async () => {
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
