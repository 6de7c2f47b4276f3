import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

// 出来事 of charts' axes: what staff write down, and what is found in the data.

const path = '/api/admin/club-event'
let api: Api
let own: string
let other: string
let manager: string
let head: string
beforeAll(async () => {
  api = await startApi()
  // Without a data date nothing is known.
  await api.db.execute(
    sql`insert into data_state (data_as_of, synced_at) values ('2026-11-20T23:59:59+09:00', '2026-11-20T23:59:59+09:00')`,
  )
  own = await api.makeShop({ name: '新宿店', holidays: ['2026-05-03', '2026-05-04', '2026-05-05', '2026-08-12'] })
  other = await api.makeShop({ name: '渋谷店', holidays: ['2026-05-03', '2026-05-04', '2026-05-05'] })
  manager = await api.as({ role: 'level3', shops: [own] })
  head = await api.as({ role: 'all' })
})
afterAll(() => api.close())

const draft = (more: object = {}) => ({
  ...{ title: '近くに競合店', kind: 'other', firstOn: '2026-03-10', lastOn: null },
  target: { scope: 'shops', shopIds: [own] },
  ...more,
})
const write = (token: string, more?: object) => api.post(`${path}/new`, { token, body: draft(more) })
const shown = async (token: string, from: string, to: string, more = '') => {
  const { status, json } = await api.get(`${path}/shown?from=${from}&to=${to}${more}`, { token })
  expect(status).toBe(200)
  return json.list.map((one: Record<string, unknown>) => [one.source, one.from, one.to, one.title, one.shops])
}

test('what a manager writes down is on the axes of their shop, also for its trainers, until it is deleted', async () => {
  const { json } = await write(manager, { lastOn: '2026-03-12' })
  const trainer = await api.as({ role: 'level2', shops: [own] })
  const line = ['written', '2026-03-10', '2026-03-12', '近くに競合店', 1]
  expect(await shown(trainer, '2026-03-01', '2026-03-31')).toEqual([line])
  // It lasts into the period.
  expect(await shown(trainer, '2026-03-12', '2026-03-31')).toEqual([line])
  expect(await shown(trainer, '2026-03-13', '2026-03-31')).toEqual([])
  expect((await api.delete(`${path}/${json.id}`, { token: trainer })).status).toBe(403)
  expect((await api.delete(`${path}/${json.id}`, { token: manager })).status).toBe(200)
  expect(await shown(trainer, '2026-03-01', '2026-03-31')).toEqual([])
})

test('another shop’s manager neither sees nor changes it, and a trading partner reads none', async () => {
  const { json } = await write(manager, { firstOn: '2026-02-10' })
  const rival = await api.as({ role: 'level3', shops: [other] })
  expect(await shown(rival, '2026-02-01', '2026-02-28')).toEqual([])
  expect((await api.put(`${path}/${json.id}`, { token: rival, body: { title: '嘘' } })).status).toBe(404)
  expect((await api.delete(`${path}/${json.id}`, { token: rival })).status).toBe(404)
  const partner = await api.as({ role: 'level1', shops: [own] })
  expect((await api.get(`${path}/shown?from=2026-02-01&to=2026-02-28`, { token: partner })).status).toBe(403)
})

test('of an event of several shops a manager sees their own, and cannot change it', async () => {
  const { json } = await write(head, { firstOn: '2026-01-10', target: { scope: 'shops', shopIds: [own, other] } })
  const { json: seen } = await api.get(`${path}/${json.id}`, { token: manager })
  expect(seen).toMatchObject({ canEdit: false, target: { shopIds: [own] } })
  expect(await shown(manager, '2026-01-01', '2026-01-31')).toEqual([['written', '2026-01-10', null, '近くに競合店', 1]])
  expect((await api.put(`${path}/${json.id}`, { token: manager, body: { title: '嘘' } })).status).toBe(403)
})

test('the last day is not before the first, whichever of them is changed', async () => {
  const { json } = await write(manager, { firstOn: '2026-04-10', lastOn: '2026-04-12' })
  const wrong = { lastOn: '最終日は初日以降にしてください。' }
  expect((await write(manager, { lastOn: '2026-03-09' })).json.fields).toEqual(wrong)
  const moved = await api.put(`${path}/${json.id}`, { token: manager, body: { firstOn: '2026-04-13' } })
  expect([moved.status, moved.json.fields]).toEqual([422, wrong])
})

test('consecutive 休館日 are one event, of all the shops that are closed then', async () => {
  expect(await shown(head, '2026-05-01', '2026-08-31')).toEqual([
    ['shop', '2026-05-03', '2026-05-05', '休館日', 2],
    ['shop', '2026-08-12', null, '休館日', 1],
  ])
  expect(await shown(head, '2026-05-01', '2026-08-31', `&shopId=${other}`)).toEqual([
    ['shop', '2026-05-03', '2026-05-05', '休館日', 1],
  ])
})

test('a plan’s fee has changed where most new contracts of a month cost something else', async () => {
  const planId = await api.makePlan(own, { name: 'デイタイム' })
  const joined = async (startOn: string, monthlyFee: number) => {
    const { userId } = await api.makeMember(own)
    await api.db.execute(sql`
      insert into contract (member_id, shop_id, plan_id, kind, contracted_on, start_on, monthly_fee, payment_method, payment_status)
      select id, shop_id, ${Number(planId)}, 'main', ${startOn}, ${startOn}, ${monthlyFee}, 'card', 'paid' from member where user_id = ${Number(userId)}`)
  }
  for (const day of ['2025-06-01', '2025-06-09', '2025-06-20']) await joined(day, 8000)
  // One of four has a price of their own: the usual one stays.
  for (const day of ['2025-07-02', '2025-07-03', '2025-07-04']) await joined(day, 8000)
  await joined('2025-07-05', 1000)
  // Too few to know the usual fee.
  await joined('2025-08-01', 9000)
  for (const day of ['2025-09-04', '2025-09-10', '2025-09-20']) await joined(day, 8800)
  expect(await shown(manager, '2025-06-01', '2025-12-31')).toEqual([
    ['plan', '2025-09-04', null, 'デイタイムの会費 8,000円から8,800円', 1],
  ])
  const trainer = await api.as({ role: 'level2', shops: [own] })
  // Who may not see money reads that it rose, and no amounts.
  expect(await shown(trainer, '2025-06-01', '2025-12-31')).toEqual([
    ['plan', '2025-09-04', null, 'デイタイムの会費の値上げ', 1],
  ])
})

test('two fees that are both in use are no change, and months that are not known have none', async () => {
  const shopId = await api.makeShop({ name: '池袋店' })
  const planId = await api.makePlan(shopId, { name: 'ナイト' })
  const { userId } = await api.makeMember(shopId)
  const joined = async (startOn: string, monthlyFee: number) => {
    await api.db.execute(sql`
      insert into contract (member_id, shop_id, plan_id, kind, contracted_on, start_on, monthly_fee, payment_method, payment_status)
      select id, shop_id, ${Number(planId)}, 'main', ${startOn}, ${startOn}, ${monthlyFee}, 'card', 'paid' from member where user_id = ${Number(userId)}`)
  }
  const month = async (month: string, fees: number[]) => {
    for (const [at, fee] of fees.entries()) await joined(`${month}-${String(2 + at * 5).padStart(2, '0')}`, fee)
  }
  // 一般 and 学割, now one and now the other for most.
  await month('2025-01', [6000, 8000, 8000])
  await month('2025-02', [6000, 6000, 8000])
  await month('2025-03', [8000, 8000, 6000])
  const events = async () =>
    (await shown(head, '2025-01-01', '2026-06-30', `&shopId=${shopId}`)).map((one: unknown[]) => one[1])
  expect(await events()).toEqual([])
  // The fee is raised: nobody begins with either of them any more.
  await month('2025-04', [9000, 9000, 9000])
  expect(await events()).toEqual(['2025-04-02'])
  await api.db.execute(
    sql`insert into data_period (kind, shop_id, first_on, last_on) values ('contracts', ${Number(shopId)}, '2025-04-01', null)`,
  )
  expect(await events()).toEqual([])
  await api.db.execute(sql`delete from data_period`)
})

test('a campaign begins with its first 入会, and again after half a year without one', async () => {
  const joined = async (day: string, campaign: string) => {
    const { userId } = await api.makeMember(other)
    await api.db.execute(sql`
      insert into member_move (member_id, kind, date, shop_id, span_no, span_start, gender, age_band, route, campaign, reason)
      select id, 'admission', ${day}, shop_id, 1, ${day}, 'none', 0, '', ${campaign}, '' from member where user_id = ${Number(userId)}`)
  }
  await api.db.execute(sql`insert into data_period (kind, first_on, last_on) values ('contracts', '2023-12-01', null)`)
  await joined('2024-02-01', '春の入会金0円')
  await joined('2024-05-01', '春の入会金0円')
  await joined('2025-02-03', '春の入会金0円')
  expect(await shown(head, '2024-01-01', '2025-03-31')).toEqual([
    ['member', '2024-02-01', null, '春の入会金0円', 1],
    ['member', '2025-02-03', null, '春の入会金0円', 1],
  ])
  // In the first month of the data nothing says that it began then.
  await joined('2023-12-20', '紹介割')
  expect(await shown(head, '2023-12-01', '2023-12-31')).toEqual([])
})

test('an announcement is an event of its shops on the day of its publication, in Tokyo; drafts and hidden ones are none', async () => {
  const announce = (title: string, more: object) =>
    api.post('/api/admin/announcement/new', {
      token: head,
      body: {
        ...{ title, body: '<p>本文</p>', category: 'info', imgUrl: null, linkUrl: null, isPinned: false },
        ...{ target: { scope: 'shops', shopIds: [own] }, publishFrom: null, publishTo: null, status: 'active' },
        ...more,
      },
    })
  await announce('夏の営業時間', { publishFrom: '2026-06-30T15:30:00.000Z' })
  await announce('夏の入会キャンペーン', {
    ...{ category: 'campaign', publishFrom: '2026-07-02T00:00:00.000Z', target: { scope: 'all' } },
  })
  await announce('下書き', { status: 'pending', publishFrom: '2026-07-02T00:00:00.000Z' })
  await announce('非公開', { status: 'disabled', publishFrom: '2026-07-02T00:00:00.000Z' })
  expect(await shown(manager, '2026-07-01', '2026-07-31')).toEqual([
    ['announcement', '2026-07-01', null, '夏の営業時間', 1],
    ['announcement', '2026-07-02', null, '夏の入会キャンペーン', 0],
  ])
  expect(await shown(await api.as({ role: 'level3', shops: [other] }), '2026-07-01', '2026-07-31')).toEqual([
    ['announcement', '2026-07-02', null, '夏の入会キャンペーン', 0],
  ])
})
