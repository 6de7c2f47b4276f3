import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataPeriod, dataState } from '../../api/db/schema/derived.ts'
import {
  billing,
  contract,
  lead,
  product,
  reservation,
  sale,
  saleLine,
  shopPlan,
  slot,
  visit,
} from '../../api/db/schema/facts.ts'
import { rebuildEverything } from '../../api/figures/rollup.ts'
import { type Api, startApi } from '../support/api.ts'

// November 2026, with data up to the 20th. 佐藤 moved from Shinjuku to Shibuya on the 10th; 鈴木 of Shibuya only visits.

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
type Verb = 'members' | 'visits' | 'sales' | 'reservations' | 'slots' | 'leads'
const path = (verb: Verb, more: Record<string, string>) =>
  `/api/admin/report/figure/${verb}?${new URLSearchParams({ year: '2026', month: '11', ...more })}`
const membersOf = (more: Record<string, string>, token = manager) => api.get(path('members', more), { token })
const visitsOf = (more: Record<string, string>, token = manager) => api.get(path('visits', more), { token })
const salesOf = (more: Record<string, string>, token = manager) => api.get(path('sales', more), { token })
const bookingsOf = (more: Record<string, string>, token = manager) => api.get(path('reservations', more), { token })
const classesOf = (more: Record<string, string>, token = manager) => api.get(path('slots', more), { token })
const leadsOf = (more: Record<string, string>, token = manager) => api.get(path('leads', more), { token })

beforeAll(async () => {
  api = await startApi()
  shinjuku = await api.makeShop({ name: '新宿店' })
  shibuya = await api.makeShop({ name: '渋谷店' })
  partner = await api.as({ role: 'level1', shops: [shinjuku] })
  trainer = await api.as({ role: 'level2', shops: [shinjuku] })
  manager = await api.as({ role: 'level3', shops: [shinjuku] })
  head = await api.as({ role: 'all' })
  await api.db.insert(dataState).values({ dataAsOf: tokyo('2026-11-20T23:59'), syncedAt: api.time.now })
  // The first visit is in mid-month, and yet the whole month is known.
  await api.db.insert(dataPeriod).values({ kind: 'visits', firstOn: '2026-11-01' })
  const people = [
    ['sato', shibuya, '佐藤', 'サトウ'],
    ['suzuki', shibuya, '鈴木', 'スズキ'],
    ['takahashi', shinjuku, '高橋', 'タカハシ'],
    ['tanaka', shibuya, '田中', 'タナカ'],
    ['ito', shibuya, '伊藤', 'イトウ'],
    ['kato', shibuya, '加藤', 'カトウ'],
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
    ['ito', 1, '2026-04-01', null],
    ['kato', 1, '2026-11-12', null],
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
  const yoga = {
    shopId: shinjuku,
    programName: 'ヨガ',
    startAt: tokyo('2026-11-07T19:00'),
    endAt: tokyo('2026-11-07T20:00'),
  }
  const [evening] = await api.db
    .insert(slot)
    .values({ ...yoga, capacity: 4 })
    .returning()
  const booked = [
    ['takahashi', 'completed'],
    ['ito', 'noShow'],
    ['suzuki', 'waitlisted'],
  ] as const
  await api.db.insert(reservation).values(
    booked.map(([who, status], at) => ({
      ...yoga,
      externalId: at + 1,
      memberId: members[who] as string,
      slotId: evening?.id as string,
      kind: 'fixed' as const,
      status,
      bookedAt: tokyo('2026-11-01T12:00'),
      bookedVia: 'app' as const,
    })),
  )
  await api.db.insert(lead).values([
    { shopId: shinjuku, kind: 'trial', at: tokyo('2026-11-08T10:00'), memberId: members.kato as string, route: 'web' },
    { shopId: shinjuku, kind: 'trial', at: tokyo('2026-11-09T10:00'), route: 'web' },
    { shopId: shibuya, kind: 'tour', at: tokyo('2026-11-09T10:00'), route: 'web' },
  ])
  await rebuildEverything(api.db)
})
afterAll(() => api.close())

describe('access', () => {
  test('a trading partner sees no rows, a trainer sees members but no money', async () => {
    expect((await membersOf({ figure: 'closingMembers' }, partner)).status).toBe(403)
    expect((await salesOf({ figure: 'netSales' }, partner)).status).toBe(403)
    expect((await visitsOf({}, partner)).status).toBe(403)
    expect((await membersOf({ figure: 'closingMembers' }, trainer)).status).toBe(200)
    expect((await visitsOf({}, trainer)).status).toBe(200)
    expect((await salesOf({ figure: 'netSales' }, trainer)).status).toBe(403)
  })

  test('a trading partner sees no booking, class or lead, a trainer all of them', async () => {
    for (const [token, status] of [
      [partner, 403],
      [trainer, 200],
    ] as const) {
      expect((await bookingsOf({ figure: 'booked' }, token)).status).toBe(status)
      expect((await classesOf({ figure: 'slots' }, token)).status).toBe(status)
      expect((await leadsOf({ figure: 'trials' }, token)).status).toBe(status)
    }
  })

  test("another shop's figures are not found, like those of a missing shop", async () => {
    for (const shopId of [shibuya, '99999']) {
      expect((await membersOf({ figure: 'closingMembers', shopId })).status).toBe(404)
      expect((await visitsOf({ shopId })).status).toBe(404)
      expect((await salesOf({ figure: 'netSales', shopId })).status).toBe(404)
      expect((await bookingsOf({ figure: 'booked', shopId })).status).toBe(404)
      expect((await classesOf({ figure: 'slots', shopId })).status).toBe(404)
      expect((await leadsOf({ figure: 'tours', shopId })).status).toBe(404)
    }
    expect((await membersOf({ figure: 'closingMembers', shopId: shibuya }, head)).status).toBe(200)
  })

  test("a manager's 全店舗 is their own shop", async () => {
    const answer = (await membersOf({ figure: 'closingMembers' })).json
    expect(answer).toMatchObject({ figure: 1, paging: { offset: 0, count: 1, total: 1 }, list: [{ lastName: '高橋' }] })
    expect((await membersOf({ figure: 'closingMembers' }, head)).json.figure).toBe(6)
  })
})

describe('a person who has left the shop', () => {
  test('is listed by number and name, without a link to a record', async () => {
    const { json } = await membersOf({ figure: 'transferOut' })
    expect(json.list).toEqual([
      {
        userId: null,
        memberNo: expect.stringMatching(/^K\d+$/),
        lastName: '佐藤',
        firstName: '花子',
        shopName: '新宿店',
        date: '2026-11-10',
        movement: null,
        // The destination is the other shop's data.
        otherShopName: null,
        planName: 'レギュラー会員',
        cancelReason: null,
        joinRoute: null,
        tenureMonths: null,
        endsOn: null,
        visitDays: null,
        visits: null,
      },
    ])
    expect((await api.get(`/api/admin/user/${users.sato}`, { token: manager })).status).toBe(404)
    expect((await membersOf({ figure: 'transferOut' }, head)).json.list).toEqual([])
    const atShinjuku = (await membersOf({ figure: 'transferOut', shopId: shinjuku }, head)).json.list
    expect(atShinjuku).toMatchObject([{ userId: users.sato, otherShopName: '渋谷店' }])
  })

  test('is listed as a visitor of another shop, as a customer and as a debtor too', async () => {
    const visitors = (await membersOf({ figure: 'visitCount' })).json
    expect(visitors).toMatchObject({ figure: 2, guests: 1, list: [{ lastName: '鈴木', userId: null, visits: 1 }] })
    const visits = (await visitsOf({ day: '5', hour: '10' })).json
    expect(visits).toMatchObject({ figure: 2, period: { from: '2026-11-05', to: '2026-11-05' } })
    expect(visits.list).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ at: '2026-11-05T10:00:00+09:00', lastName: '鈴木', userId: null }),
        expect.objectContaining({ at: '2026-11-05T10:00:00+09:00', lastName: null, memberNo: null }),
      ]),
    )
    const sales = (await salesOf({ figure: 'netSales' })).json
    expect(sales.figure).toBe(390)
    expect(sales.list).toMatchObject([
      { date: '2026-11-05', lastName: '田中', userId: null, productName: '天然水', quantity: 1, amount: 130 },
      { date: '2026-11-06', lastName: null, memberNo: null, quantity: 2, amount: 260 },
    ])
    const unpaid = (await salesOf({ figure: 'unpaid' })).json
    expect(unpaid).toMatchObject({ figure: 9350, list: [{ lastName: '佐藤', date: '2026-11-20' }] })
  })

  test('is listed with a seat in a class too', async () => {
    const { json } = await bookingsOf({ figure: 'noShow' })
    expect(json.list).toEqual([
      {
        startAt: '2026-11-07T19:00:00+09:00',
        programName: 'ヨガ',
        shopId: shinjuku,
        shopName: '新宿店',
        slotId: expect.stringMatching(/^\d+$/),
        userId: null,
        memberNo: expect.stringMatching(/^K\d+$/),
        lastName: '伊藤',
        firstName: '花子',
        status: 'noShow',
        isTrial: false,
      },
    ])
    expect((await bookingsOf({ figure: 'noShow' }, head)).json.list).toMatchObject([{ userId: users.ito }])
  })

  test('who had a trial here and joined elsewhere is shown with the day, since it was counted, but not the name', async () => {
    const joined = { date: '2026-11-08', shopName: '新宿店', kind: 'trial', joinedOn: '2026-11-12' }
    const anonymous = { userId: null, memberNo: null, lastName: null, firstName: null }
    const { json } = await leadsOf({ figure: 'trialsJoined' })
    expect(json).toMatchObject({ figure: 1, list: [{ ...joined, ...anonymous }] })
    expect(json.list[0]).toEqual({ ...joined, ...anonymous })
    const all = (await leadsOf({ figure: 'trials' }, head)).json.list
    expect(all).toMatchObject([
      { ...joined, userId: users.kato, lastName: '加藤' },
      { ...anonymous, joinedOn: null },
    ])
  })

  test('is not found anywhere else', async () => {
    const list = (await api.get('/api/admin/user/member/list', { token: manager })).json.list
    expect(list.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['高橋'])
  })

  test('who was never counted in the shop is not shown by name', async () => {
    const seen = await api.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', 'karada_app', true), set_config('app.shops', ${shinjuku}, true)`)
      const { rows } = await tx.execute<{ last_name: string }>(
        sql`select last_name from member_name_in_scope order by 1`,
      )
      return rows.map((row) => row.last_name).sort()
    })
    expect(seen).toEqual(['佐藤', '田中', '鈴木', '高橋', '伊藤'].sort())
    const anonymous = await api.makeMember(shibuya, { lastName: '無縁' })
    const { rows } = await api.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', 'karada_app', true), set_config('app.shops', ${shinjuku}, true)`)
      return await tx.execute(sql`select 1 from member_name_in_scope where member_id = ${Number(anonymous.memberId)}`)
    })
    expect(rows).toEqual([])
  })
})

test('no answer contains contact data', async () => {
  const figures = ['transferOut', 'closingMembers', 'visitCount', 'zeroVisitors', 'openingMembers']
  const answers = await Promise.all([
    ...figures.map((figure) => membersOf({ figure }, head)),
    ...['netSales', 'unpaid'].map((figure) => salesOf({ figure }, head)),
    membersOf({ figure: 'retentionJoined', months: '1' }, head),
    visitsOf({}, head),
    bookingsOf({ figure: 'booked' }, head),
    leadsOf({ figure: 'trials' }, head),
  ])
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/himitsu|090|秘密町|1990-11-21|ハナコ/)
  }
})

test('a period is listed up to the data date, and a future one has no rows', async () => {
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

test('one day of a month is listed by itself, 予定 from the day after the data date, 継続率 with the days of its cohort', async () => {
  expect((await membersOf({ figure: 'admissions', day: '12' }, head)).json).toMatchObject({
    period: { from: '2026-11-12', to: '2026-11-12' },
    list: [{ lastName: '加藤', date: '2026-11-12' }],
  })
  expect((await salesOf({ figure: 'netSales', day: '6' })).json.figure).toBe(260)
  expect((await bookingsOf({ figure: 'booked', day: '8' })).json.figure).toBe(0)
  expect((await membersOf({ figure: 'admissions', day: '21' })).json.period).toBeNull()
  const ahead = { figure: 'scheduledWithdrawals' }
  expect((await membersOf(ahead)).json).toMatchObject({ period: { from: '2026-11-21', to: '2026-11-30' }, figure: 0 })
  expect((await membersOf({ ...ahead, month: '10' })).json.period).toBeNull()
  expect((await membersOf({ figure: 'retentionKept', months: '7' }, head)).json).toMatchObject({
    period: { from: '2026-04-01', to: '2026-04-20' },
    figure: 5,
  })
})

test.each([
  ['members', { figure: 'admissions', day: '31' }, { day: '存在しない日付です。' }],
  ['members', { figure: 'visitCount', day: '5' }, { day: '1日の来館数は、来館ごとの内訳で確認できます。' }],
  ['members', { figure: 'admissions', months: '3' }, { months: '月数は継続率だけに指定できます。' }],
  [
    'members',
    { figure: 'admissions', span: '3', day: '5' },
    { span: '期間の月数は、最初の月と一緒に指定してください。' },
  ],
  ['members', { figure: 'retentionKept' }, { months: '月数を指定してください。' }],
  ['members', { figure: 'retentionKept', months: '3', day: '5' }, { day: '継続率は月ごとの数値です。' }],
  ['sales', { figure: 'unpaid', day: '5' }, { day: '未収金は対象月ごとの数値です。' }],
  ['visits', { day: '31' }, { day: '存在しない日付です。' }],
] as const)('figure/%s explains what is wrong with %j', async (verb, query, fields) => {
  const { status, json } = await api.get(path(verb, query), { token: manager })
  expect([status, json.fields]).toEqual([422, fields])
})

test('pages follow each other without a gap, and the figure is that of all of them', async () => {
  const all = (await membersOf({ figure: 'closingMembers', limit: '500' }, head)).json
  const byOne: unknown[] = []
  for (let offset = 0; offset < 6; offset += 1) {
    const page = (await membersOf({ figure: 'closingMembers', limit: '1', offset: String(offset) }, head)).json
    expect([page.figure, page.paging]).toEqual([6, { offset, count: 1, total: 6 }])
    byOne.push(...page.list)
  }
  expect(byOne).toEqual(all.list)
  expect(all.list.map(({ lastName }: { lastName: string }) => lastName)).toEqual([
    '伊藤',
    '加藤',
    '佐藤',
    '鈴木',
    '高橋',
    '田中',
  ])
})

test.each([
  ['members', { figure: 'netSales' }],
  ['members', { figure: 'churnRate' }],
  ['members', { figure: 'closingMembers', month: '13' }],
  ['members', { figure: 'closingMembers', category: 'product' }],
  ['members', { figure: 'closingMembers', day: '0' }],
  ['members', { figure: 'retentionKept', months: '13' }],
  ['visits', { dow: '7' }],
  ['visits', { hour: '24' }],
  ['visits', { figure: 'visitCount' }],
  ['sales', { figure: 'netSales', category: 'none' }],
  ['sales', { figure: 'unpaid', category: 'product' }],
  ['sales', { figure: 'gross', limit: '501' }],
  ['reservations', { figure: 'slots' }],
  ['reservations', { figure: 'waitlisted' }],
  ['slots', { figure: 'utilization' }],
  ['leads', { figure: 'trialConversion' }],
  ['leads', { figure: 'trials', category: 'product' }],
] as const)('figure/%s refuses %j', async (verb, query) => {
  expect((await api.get(path(verb, query), { token: manager })).status).toBe(422)
})

test('each figure equals that of the monthly report', async () => {
  const report = await api.get(`/api/admin/report/monthly-stats?year=2026&month=11&shopId=${shinjuku}`, { token: head })
  const { members: people, visits, sales, reservations, leads } = report.json.thisMonthReport
  const figureOf = async (figure: string) => (await membersOf({ figure, shopId: shinjuku }, head)).json.figure
  expect([await figureOf('openingMembers'), await figureOf('closingMembers'), await figureOf('transferOut')]).toEqual([
    people.opening,
    people.closing,
    people.transferOut,
  ])
  expect([await figureOf('visitCount'), await figureOf('visitDays'), await figureOf('zeroVisitors')]).toEqual([
    visits.count,
    visits.days,
    visits.zeroVisitors,
  ])
  const money = async (figure: string) => (await salesOf({ figure, shopId: shinjuku }, head)).json.figure
  expect([await money('netSales'), await money('unpaid')]).toEqual([sales.net, sales.unpaid])
  const classes = (await classesOf({ figure: 'capacity', shopId: shinjuku }, head)).json
  expect([classes.figure, classes.seatsUsed / classes.capacity, classes.seatsAttended / classes.capacity]).toEqual([
    reservations.capacity,
    reservations.utilization,
    reservations.attendanceRate,
  ])
  const booked = async (figure: string) => (await bookingsOf({ figure, shopId: shinjuku }, head)).json.figure
  expect([await booked('booked'), await booked('noShow')]).toEqual([reservations.booked, reservations.noShow])
  const came = async (figure: string) => (await leadsOf({ figure, shopId: shinjuku }, head)).json.figure
  expect([await came('trials'), await came('trialsJoined')]).toEqual([leads.trials, leads.trialsJoined])
})
