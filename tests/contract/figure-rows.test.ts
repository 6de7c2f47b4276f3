import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataState } from '../../api/db/schema/derived.ts'
import { billing, contract, product, sale, saleLine, shopPlan, visit } from '../../api/db/schema/facts.ts'
import { rebuildEverything } from '../../api/reports/rollup.ts'
import { type Api, startApi } from '../support/api.ts'

// November 2026, told on its 20th. 佐藤 moved from Shinjuku to Shibuya on the 10th; 鈴木 of Shibuya only visits.

let api: Api
let shinjuku: string
let shibuya: string
let partner: string
let trainer: string
let manager: string
let head: string
const users: Record<string, string> = {}
const members: Record<string, string> = {}

const tokyo = (at: string) => new Date(`${at}:00+09:00`)
const path = (verb: 'members' | 'sales', more: Record<string, string>) =>
  `/api/admin/report/figure/${verb}?${new URLSearchParams({ year: '2026', month: '11', ...more })}`
const membersOf = (more: Record<string, string>, token = manager) => api.get(path('members', more), { token })
const salesOf = (more: Record<string, string>, token = manager) => api.get(path('sales', more), { token })

beforeAll(async () => {
  api = await startApi()
  shinjuku = await api.makeShop({ name: '新宿店' })
  shibuya = await api.makeShop({ name: '渋谷店' })
  partner = await api.as({ role: 'level1', shops: [shinjuku] })
  trainer = await api.as({ role: 'level2', shops: [shinjuku] })
  manager = await api.as({ role: 'level3', shops: [shinjuku] })
  head = await api.as({ role: 'all' })
  await api.db.insert(dataState).values({ dataAsOf: tokyo('2026-11-20T23:59'), syncedAt: api.time.now })
  const people = [
    ['sato', shibuya, '佐藤', 'サトウ'],
    ['suzuki', shibuya, '鈴木', 'スズキ'],
    ['takahashi', shinjuku, '高橋', 'タカハシ'],
    ['tanaka', shibuya, '田中', 'タナカ'],
  ] as const
  for (const [key, shopId, lastName, lastNameKana] of people) {
    const made = await api.makeMember(shopId, {
      lastName,
      firstName: '花子',
      lastNameKana,
      firstNameKana: 'ハナコ',
      email: `${key}@himitsu.example.jp`,
      tel: '09012345678',
      address1: '秘密町1-1-1',
      birthday: '1990-11-21',
    })
    users[key] = made.userId
    members[key] = made.memberId
  }
  const plans = await api.db
    .insert(shopPlan)
    .values(
      [shinjuku, shibuya].map((shopId, at) => ({
        externalId: at + 1,
        shopId,
        code: 'REG',
        name: 'レギュラー会員',
        status: 'active' as const,
        category: 'monthly' as const,
        priceMonthly: 9350,
      })),
    )
    .returning()
  const contracted = [
    ['sato', 0, '2026-04-01', '2026-11-09'],
    ['sato', 1, '2026-11-10', null],
    ['suzuki', 1, '2026-04-01', null],
    ['takahashi', 0, '2026-04-01', null],
    ['tanaka', 1, '2026-04-01', null],
  ] as const
  await api.db.insert(contract).values(
    contracted.map(([who, at, startOn, endOn], n) => ({
      externalId: n + 1,
      memberId: members[who] as string,
      shopId: [shinjuku, shibuya][at] as string,
      planId: plans[at]?.id as string,
      kind: 'regular' as const,
      contractedOn: startOn,
      startOn,
      endOn,
      monthlyFee: 9350,
      paymentMethod: 'card' as const,
      paymentStatus: 'paid' as const,
    })),
  )
  await api.db.insert(visit).values([
    {
      memberId: members.suzuki as string,
      shopId: shinjuku,
      homeShopId: shibuya,
      enteredAt: tokyo('2026-11-05T10:00'),
      source: 'entry',
    },
    { memberId: null, shopId: shinjuku, homeShopId: null, enteredAt: tokyo('2026-11-05T10:00'), source: 'entry' },
  ])
  const [water] = await api.db
    .insert(product)
    .values({ externalId: 1, code: 'W', name: '天然水', category: 'product', price: 130, taxRate: 0.08 })
    .returning()
  const sold = [
    { shopId: shinjuku, memberId: members.tanaka as string, net: 130 },
    { shopId: shinjuku, memberId: null, net: 260 },
    { shopId: shibuya, memberId: members.suzuki as string, net: 130 },
  ]
  for (const [at, { net, ...more }] of sold.entries()) {
    const [made] = await api.db
      .insert(sale)
      .values({
        externalId: at + 1,
        ...more,
        settledAt: tokyo(`2026-11-0${at + 5}T12:00`),
        method: 'cash',
        status: 'paid',
      })
      .returning()
    await api.db.insert(saleLine).values({
      saleId: made?.id as string,
      lineNo: 1,
      shopId: more.shopId,
      productId: water?.id as string,
      quantity: net / 130,
      unitPrice: 130,
      tax: 9,
      net,
    })
  }
  await api.db.insert(billing).values({
    memberId: members.sato as string,
    shopId: shinjuku,
    targetMonth: '2026-11-01',
    dueOn: '2026-11-20',
    amount: 9350,
    method: 'card',
    status: 'error',
  })
  await rebuildEverything(api.db)
})
afterAll(() => api.close())

describe('who may look', () => {
  test('a trading partner at nobody, a trainer at members and at no money', async () => {
    expect((await membersOf({ figure: 'closingMembers' }, partner)).status).toBe(403)
    expect((await salesOf({ figure: 'netSales' }, partner)).status).toBe(403)
    expect((await membersOf({ figure: 'closingMembers' }, trainer)).status).toBe(200)
    expect((await salesOf({ figure: 'netSales' }, trainer)).status).toBe(403)
  })

  test("another shop's figures are not there, as if it did not exist", async () => {
    for (const shopId of [shibuya, '99999']) {
      expect((await membersOf({ figure: 'closingMembers', shopId })).status).toBe(404)
      expect((await salesOf({ figure: 'netSales', shopId })).status).toBe(404)
    }
    expect((await membersOf({ figure: 'closingMembers', shopId: shibuya }, head)).status).toBe(200)
  })

  test("a manager's 全店舗 is the own shop", async () => {
    const answer = (await membersOf({ figure: 'closingMembers' })).json
    expect(answer).toMatchObject({ figure: 1, paging: { offset: 0, count: 1, total: 1 }, list: [{ lastName: '高橋' }] })
    expect((await membersOf({ figure: 'closingMembers' }, head)).json.figure).toBe(4)
  })
})

describe('somebody who is no longer of the shop', () => {
  test('is told by number and name, and leads to no record', async () => {
    const { json } = await membersOf({ figure: 'transferOut' })
    expect(json.list).toEqual([
      {
        userId: null,
        memberId: members.sato,
        memberNo: expect.stringMatching(/^K\d+$/),
        lastName: '佐藤',
        firstName: '花子',
        shopName: '新宿店',
        date: '2026-11-10',
        // Where to is the other shop's matter.
        otherShopName: null,
        visitDays: null,
        visits: null,
      },
    ])
    expect((await api.get(`/api/admin/user/${users.sato}`, { token: manager })).status).toBe(404)
    expect((await membersOf({ figure: 'transferOut' }, head)).json.list).toEqual([])
    const atShinjuku = (await membersOf({ figure: 'transferOut', shopId: shinjuku }, head)).json.list
    expect(atShinjuku).toMatchObject([{ userId: users.sato, otherShopName: '渋谷店' }])
  })

  test('is told as a visitor of another shop, as a customer and as a debtor too', async () => {
    const visitors = (await membersOf({ figure: 'visitCount' })).json
    expect(visitors).toMatchObject({ figure: 2, guests: 1, list: [{ lastName: '鈴木', userId: null, visits: 1 }] })
    const sales = (await salesOf({ figure: 'netSales' })).json
    expect(sales.figure).toBe(390)
    expect(sales.list).toMatchObject([
      { date: '2026-11-05', lastName: '田中', userId: null, productName: '天然水', quantity: 1, amount: 130 },
      { date: '2026-11-06', lastName: null, memberId: null, quantity: 2, amount: 260 },
    ])
    const unpaid = (await salesOf({ figure: 'unpaid' })).json
    expect(unpaid).toMatchObject({ figure: 9350, list: [{ lastName: '佐藤', date: '2026-11-20' }] })
  })

  test('is not found anywhere else', async () => {
    const list = (await api.get('/api/admin/user/member/list', { token: manager })).json.list
    expect(list.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['高橋'])
  })

  test('was in no way counted in the shop: then not even the name is told', async () => {
    const seen = await api.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', 'karada_app', true), set_config('app.shops', ${shinjuku}, true)`)
      const { rows } = (await tx.execute(sql`select last_name from member_name_in_scope order by 1`)) as unknown as {
        rows: { last_name: string }[]
      }
      return rows.map((row) => row.last_name).sort()
    })
    expect(seen).toEqual(['佐藤', '田中', '鈴木', '高橋'].sort())
    const nobody = await api.makeMember(shibuya, { lastName: '無縁' })
    const { rows } = await api.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', 'karada_app', true), set_config('app.shops', ${shinjuku}, true)`)
      return (await tx.execute(
        sql`select 1 from member_name_in_scope where member_id = ${Number(nobody.memberId)}`,
      )) as unknown as { rows: unknown[] }
    })
    expect(rows).toEqual([])
  })
})

test('no answer holds anything to reach a person by', async () => {
  const figures = ['transferOut', 'closingMembers', 'visitCount', 'zeroVisitors', 'openingMembers']
  const answers = await Promise.all([
    ...figures.map((figure) => membersOf({ figure }, head)),
    ...['netSales', 'unpaid'].map((figure) => salesOf({ figure }, head)),
  ])
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/himitsu|090|秘密町|1990-11-21|ハナコ/)
  }
})

test('a period is told as far as it is counted, and one ahead has no rows', async () => {
  expect((await membersOf({ figure: 'admissions' })).json.period).toEqual({ from: '2026-11-01', to: '2026-11-20' })
  const year = await api.get('/api/admin/report/figure/members?figure=admissions&year=2026&fiscalStartMonth=4', {
    token: manager,
  })
  expect(year.json).toMatchObject({ period: { from: '2026-04-01', to: '2026-11-20' }, figure: 2 })
  expect((await membersOf({ figure: 'closingMembers', year: '2027' })).json).toMatchObject({
    period: null,
    figure: 0,
    list: [],
    paging: { total: 0 },
  })
})

test('pages follow each other without a gap, and the figure stays that of all of them', async () => {
  const all = (await membersOf({ figure: 'closingMembers', limit: '500' }, head)).json
  const byOne: unknown[] = []
  for (let offset = 0; offset < 4; offset += 1) {
    const page = (await membersOf({ figure: 'closingMembers', limit: '1', offset: String(offset) }, head)).json
    expect([page.figure, page.paging]).toEqual([4, { offset, count: 1, total: 4 }])
    byOne.push(...page.list)
  }
  expect(byOne).toEqual(all.list)
  expect(all.list.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['佐藤', '鈴木', '高橋', '田中'])
})

test.each([
  ['members', { figure: 'netSales' }],
  ['members', { figure: 'churnRate' }],
  ['members', { figure: 'closingMembers', month: '13' }],
  ['members', { figure: 'closingMembers', category: 'product' }],
  ['sales', { figure: 'netSales', category: 'none' }],
  ['sales', { figure: 'unpaid', category: 'product' }],
  ['sales', { figure: 'gross', limit: '501' }],
] as const)('figure/%s refuses %j', async (verb, asked) => {
  expect((await api.get(path(verb, asked), { token: manager })).status).toBe(422)
})

test('each figure is the one that the monthly report tells', async () => {
  const report = await api.get(`/api/admin/report/monthly-stats?year=2026&month=11&shopId=${shinjuku}`, { token: head })
  const { members: people, visits, sales } = report.json.thisMonthReport
  const told = async (figure: string) => (await membersOf({ figure, shopId: shinjuku }, head)).json.figure
  expect([await told('openingMembers'), await told('closingMembers'), await told('transferOut')]).toEqual([
    people.opening,
    people.closing,
    people.transferOut,
  ])
  expect([await told('visitCount'), await told('visitDays'), await told('zeroVisitors')]).toEqual([
    visits.count,
    visits.days,
    visits.zeroVisitors,
  ])
  const money = async (figure: string) => (await salesOf({ figure, shopId: shinjuku }, head)).json.figure
  expect([await money('netSales'), await money('unpaid')]).toEqual([sales.net, sales.unpaid])
})
