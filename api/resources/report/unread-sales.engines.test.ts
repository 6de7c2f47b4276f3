import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { openFacts } from '../../../tests/support/facts.ts'

// Months with sales of the club system that cannot be read: they say so, and are 速報 until the rows are read.

let api: Api
let club: Awaited<ReturnType<typeof openFacts>>
const tokens: Record<string, string> = {}

beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 2 })
  await club.db.execute(sql`alter table user_account alter column id restart with 1000`)
  api = await startApi({ database: club.database })
  tokens.head = await api.as({ role: 'all' })
  tokens.own = await api.as({ role: 'level3', shops: ['1'] })
  tokens.other = await api.as({ role: 'level3', shops: ['2'] })
  tokens.trainer = await api.as({ role: 'level2', shops: ['1'] })
  await club.happened('2026-11-20', {
    contracts: [1, 2].map((member) => ({ member, shop: member, from: '2026-01-05' })),
    sales: [1, 2].map((shop) => ({
      shop,
      at: '2026-09-03T10:00',
      lines: [{ category: 'product', net: 1000, tax: 0 }],
    })),
  })
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    ('karada', '11', '新宿', 'shop', 1, now()), ('karada', '12', '渋谷', 'shop', 2, now()), ('karada', '13', '閉店', 'leftOut', null, now())`)
})
afterAll(() => api.close())
beforeEach(() => club.db.execute(sql`truncate provider_row`))

interface Unread {
  id: string
  on?: string | null
  yen?: number | null
  studio?: string | null
  source?: string
  outcome?: string
}
const row = ({ id, on = '2026-10-05', yen = 4000, studio = '11', source = 'karada', outcome = 'failed' }: Unread) =>
  club.db.execute(sql`insert into provider_row (brand_code, resource, their_id, hash, key_id, sealed, seen_at, outcome, reason,
      known_on, known_yen, known_studio)
    values (${source}, 'purchases', ${id}, '', '', '', '2026-11-20T02:00:00+09:00', ${outcome}, '読めません。', ${on}, ${yen}, ${studio})`)

const month = (name: number, of = '', who = 'head') => `monthly-stats?year=2026&month=${name}${of} ${who}`
async function read(request: string) {
  const [path = '', who = ''] = request.split(' ')
  const { status, json } = await api.get(`/api/admin/report/${path}`, {
    token: tokens[who],
  })
  expect(status).toBe(200)
  return json
}
const stateOf = async (request: string) => {
  const { isProvisional, reach } = await read(request)
  return [isProvisional, reach?.unreadSales]
}

test('a month that is over is 速報 while sales of it cannot be read, with their number and what is known of their sum', async () => {
  expect(await stateOf(month(10))).toEqual([false, []])
  await row({ id: '1', yen: 12_000 })
  await row({ id: '2', yen: 340 })
  await row({ id: '番号なし x', yen: null })
  const unread = [{ month: '2026-10-01', sales: 3, yen: 12_340 }]
  expect(await stateOf(month(10))).toEqual([true, unread])
  expect(await stateOf(month(9))).toEqual([false, unread])
  for (const request of [
    'sales?from=2026-10-01&to=2026-10-31&unit=day&basis=settled&tax=included head',
    'sales?from=2026-09-15&to=2026-10-14&unit=day&basis=settled&tax=included head',
    'product-sales?from=2026-10-01&to=2026-10-31&unit=day head',
    'monthly-stats/shops?year=2026&month=10 head',
    'figure/sales?year=2026&month=10&figure=netSales head',
  ]) {
    expect([request, (await stateOf(request))[0]]).toEqual([request, true])
  }
  expect((await stateOf('sales?from=2026-09-01&to=2026-09-30&unit=day&basis=settled&tax=included head'))[0]).toBe(false)
  // They are read.
  await club.db.execute(sql`update provider_row set outcome = 'written'`)
  expect(await stateOf(month(10))).toEqual([false, []])
})

test('each shop has its own, all have those of which the shop is not known, and nobody those that are left out', async () => {
  await row({ id: '1', studio: '11', yen: 1 })
  await row({ id: '2', studio: '12', yen: 20 })
  await row({ id: '3', studio: '13', yen: 300 })
  await row({ id: '4', studio: null, yen: 4000 })
  const unread = async (...request: [number, string?, string?]) => (await stateOf(month(...request)))[1]
  expect(await unread(10)).toEqual([{ month: '2026-10-01', sales: 3, yen: 4021 }])
  expect(await unread(10, '&shopId=1')).toEqual([{ month: '2026-10-01', sales: 2, yen: 4001 }])
  expect(await unread(10, '', 'own')).toEqual([{ month: '2026-10-01', sales: 2, yen: 4001 }])
  expect(await unread(10, '', 'other')).toEqual([{ month: '2026-10-01', sales: 2, yen: 4020 }])
})

test('who may read no money reads nothing of it', async () => {
  await row({ id: '1' })
  expect(await stateOf(month(10, '', 'trainer'))).toEqual([false, undefined])
})

test('a sale that files or the API have brought since is here, and one of an unknown day is of the day on which it was seen', async () => {
  await row({ id: '1', source: 'karada/csv' })
  await row({ id: '1', outcome: 'written' })
  await row({ id: '2', on: null, yen: null })
  expect((await stateOf(month(10)))[1]).toEqual([{ month: '2026-11-01', sales: 1, yen: 0 }])
})

test('files with sales end with how many are not in them; for who may read no money they do not', async () => {
  await row({ id: '1', yen: 12_340 })
  const last = async (path: string, who = 'head') => {
    const file = await api.get(`/api/admin/report/${path}`, { token: tokens[who], headers: { accept: 'text/csv' } })
    return file.text.trimEnd().split('\r\n').at(-1)
  }
  const remark = '会員管理システムから読めない売上1件（分かる分 ¥12,340）を含まない速報です。'
  for (const path of [
    'sales?from=2026-10-01&to=2026-10-31&unit=day&basis=settled&tax=included',
    'product-sales?from=2026-10-01&to=2026-10-31&unit=day',
    'monthly-stats?year=2026&month=10',
    'monthly-stats/shops?year=2026&month=10',
    'yearly-stats?year=2026',
  ]) {
    expect([path, await last(path)]).toEqual([path, expect.stringContaining(remark)])
  }
  expect(await last('monthly-stats?year=2026&month=9')).not.toContain('読めない')
  expect(await last('monthly-stats?year=2026&month=10', 'trainer')).not.toContain('読めない')
})

test('費用と損益, 日報, 月曜の一枚 and 数字の突き合わせ name the sales that they are without', async () => {
  await row({ id: '1', yen: 12_340 })
  await club.db.execute(sql`insert into club_connection (id, public_id, brand_code, key_id, sealed, token_ends_at, connected_at)
    values (1, 'public', 'karada', 'demo', '\\x00', '2030-01-01', '2026-01-01')`)
  const get = async (path: string, who = 'head') => (await api.get(`/api/admin${path}`, { token: tokens[who] })).json
  const unread = { sales: 1, yen: 12_340 }
  expect(await get('/shop-cost/profit?month=2026-10')).toMatchObject({
    reach: { unreadSales: [{ month: '2026-10-01', ...unread }] },
  })
  expect(await get('/digest/page?rhythm=month')).toMatchObject({ from: '2026-10-01', unreadSales: unread })
  expect(await get('/club-system/reconciliation?month=2026-10')).toMatchObject({ unreadSales: unread })
  expect(await get('/club-system/reconciliation?month=2026-09')).toMatchObject({ unreadSales: null })
  const day = (who: string) => get('/shop/daily-report/day?shopId=1&date=2026-10-05', who)
  expect(await day('own')).toMatchObject({ unreadSales: unread })
  expect(await day('trainer')).not.toHaveProperty('unreadSales')
})
