import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataState } from '../../api/db/schema/derived.ts'
import {
  billing,
  contract,
  memberTicket,
  product,
  reservation,
  sale,
  saleLine,
  shopPlan,
  ticket,
  visit,
} from '../../api/db/schema/facts.ts'
import { type Api, type Person, startApi } from '../support/api.ts'
import { runs } from '../support/runs.ts'

// The tabs of a member's page. The data date is 2026-11-20, now is 2026-11-21.

let api: Api
let own: string
let other: string
let manager: string
let trainer: string
let trainerPerson: Person
const plans: Record<string, string> = {}
let serial = 1000
const next = () => {
  serial += 1
  return serial
}

const tokyo = (at: string) => new Date(`${at}:00+09:00`)

beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '渋谷店', dayStartHour: 5 })
  manager = await api.as({ role: 'level3', shops: [own] })
  trainerPerson = await api.makeStaff({ role: 'level2', shops: [own] })
  trainer = await api.signIn(trainerPerson)
  await api.db.insert(dataState).values({ dataAsOf: new Date('2026-11-20T23:59:59.999+09:00'), syncedAt: api.time.now })
  for (const [code, category, withLeanBodyContent] of [
    ['REG', 'monthly', true],
    ['DAY', 'daytime', false],
    ['PAUSE', 'suspension', false],
    ['LB', 'option', true],
  ] as const) {
    const [made] = await api.db
      .insert(shopPlan)
      .values({
        externalId: next(),
        shopId: own,
        code,
        name: `プラン${code}`,
        status: 'active',
        category,
        isSuspensionPlan: category === 'suspension',
        priceMonthly: 9350,
        withLeanBodyContent,
      })
      .returning()
    plans[code] = made?.id as string
  }
})
afterAll(() => api.close())

const read = async (path: string, token = manager) => (await api.get(`/api/admin/${path}`, { token })).json

async function signUp(
  memberId: string,
  plan: string,
  startOn: string,
  more: Partial<typeof contract.$inferInsert> = {},
) {
  await api.db.insert(contract).values({
    externalId: next(),
    memberId,
    shopId: own,
    planId: plans[plan] as string,
    kind: plan === 'PAUSE' ? 'suspension' : plan === 'LB' ? 'option' : 'regular',
    contractedOn: startOn,
    startOn,
    monthlyFee: 9350,
    paymentMethod: 'card',
    paymentStatus: 'paid',
    ...more,
  })
}

async function came(memberId: string, ...ats: (string | [at: string, shopId: string])[]) {
  await api.db.insert(visit).values(
    ats.map((one) => {
      const [at, shopId] = typeof one === 'string' ? [one, own] : one
      return { memberId, shopId, homeShopId: own, enteredAt: tokyo(at), source: 'entry' as const }
    }),
  )
}

describe('contracts', () => {
  test('lists all contracts, latest first, each with its state on the data date', async () => {
    const { memberId, userId } = await api.makeMember(own)
    await signUp(memberId, 'DAY', '2024-04-01', { endOn: '2025-03-31' })
    await signUp(memberId, 'REG', '2025-04-01', { endOn: '2026-10-31' })
    await signUp(memberId, 'PAUSE', '2026-11-01', { endOn: '2026-12-31' })
    await signUp(memberId, 'REG', '2027-01-01')
    const { list, paging } = await read(`member/plan/list?userId=${userId}`)
    expect(paging.total).toBe(4)
    expect(
      list.map((one: { kind: string; status: string; startOn: string }) => [one.startOn, one.kind, one.status]),
    ).toEqual([
      ['2027-01-01', 'regular', 'waiting'],
      ['2026-11-01', 'suspension', 'suspended'],
      ['2025-04-01', 'regular', 'cancel'],
      ['2024-04-01', 'regular', 'cancel'],
    ])
    const page = await read(`member/plan/list?userId=${userId}&offset=1&limit=2`)
    expect(page.list.map(({ startOn }: { startOn: string }) => startOn)).toEqual(['2026-11-01', '2025-04-01'])
  })

  test('name the month whose bill gave their payment state: the last one with a run while they held', async () => {
    const { memberId, userId } = await api.makeMember(own)
    await signUp(memberId, 'DAY', '2026-08-01', { endOn: '2026-09-30' })
    await signUp(memberId, 'REG', '2026-10-01')
    const bill = (targetMonth: string, dueOn: string) =>
      ({ memberId, shopId: own, targetMonth, dueOn, amount: 9350, method: 'card', status: 'paid' }) as const
    await api.db
      .insert(billing)
      .values([
        bill('2026-09-01', '2026-09-20'),
        bill('2026-10-01', '2026-10-20'),
        { ...bill('2026-12-01', '2026-12-20'), status: 'pending' },
      ])
    const { list } = await read(`member/plan/list?userId=${userId}`)
    expect(list.map(({ paymentMonth }: { paymentMonth: string }) => paymentMonth)).toEqual(['2026-10-01', '2026-09-01'])
  })

  test('hides from a trainer fees, payment method and the reason for leaving', async () => {
    const { memberId, userId } = await api.makeMember(own)
    await signUp(memberId, 'REG', '2025-04-01', { endOn: '2026-10-31', cancelReason: 'health' })
    const [seen] = (await read(`member/plan/list?userId=${userId}`)).list
    expect(seen).toMatchObject({
      monthlyFee: 9350,
      paymentMethod: 'card',
      paymentStatus: 'paid',
      cancelReason: 'health',
    })
    const [masked] = (await read(`member/plan/list?userId=${userId}`, trainer)).list
    for (const key of ['monthlyFee', 'paymentMethod', 'paymentStatus', 'cancelReason']) {
      expect(masked).not.toHaveProperty(key)
    }
  })
})

describe('the overview', () => {
  test.each([
    ['the pause of now', '2026-11-01', '2026-12-31'],
    ['the next pause', '2026-12-01', null],
    ['no pause that is over', '2026-09-01', '2026-10-31'],
  ])('shows %s', async (_, from, to) => {
    const { memberId, userId } = await api.makeMember(own)
    await signUp(memberId, 'PAUSE', from, { endOn: to })
    const { suspension } = await read(`user/${userId}`)
    expect(suspension).toEqual(to === '2026-10-31' ? null : { from, to })
  })

  test('shows the next booking that is still valid', async () => {
    const { memberId, userId } = await api.makeMember(own)
    const booked = (startAt: string, status: 'booked' | 'cancelled' | 'completed', programName: string) => ({
      externalId: next(),
      shopId: own,
      memberId,
      kind: 'free' as const,
      programName,
      startAt: tokyo(startAt),
      endAt: new Date(tokyo(startAt).getTime() + 3_600_000),
      status,
      bookedAt: tokyo('2026-11-01T10:00'),
      bookedVia: 'app' as const,
    })
    await api.db
      .insert(reservation)
      .values([
        booked('2026-11-20T10:00', 'completed', '昨日のヨガ'),
        booked('2026-11-22T10:00', 'cancelled', 'やめたヨガ'),
        booked('2026-11-25T10:00', 'booked', 'あとのヨガ'),
        booked('2026-11-24T19:30', 'booked', '次のヨガ'),
      ])
    const { nextReservation } = await read(`user/${userId}`)
    expect(nextReservation).toMatchObject({
      programName: '次のヨガ',
      startAt: '2026-11-24T19:30:00.000+09:00',
      shop: { name: '新宿店' },
    })
  })
})

describe('tickets', () => {
  let member: { memberId: string; userId: string }

  beforeAll(async () => {
    member = await api.makeMember(own)
    const [kind] = await api.db
      .insert(ticket)
      .values({
        externalId: next(),
        code: 'PT4',
        name: 'パーソナル（4回）',
        type: 'reservation',
        price: 24200,
        num: 4,
        status: 'active',
        targetScope: 'shops',
        targetShopIds: [Number(own)],
      })
      .returning()
    const granted = (usedNum: number, expiresOn: string | null) => ({
      externalId: next(),
      memberId: member.memberId,
      shopId: own,
      homeShopId: own,
      ticketId: kind?.id as string,
      grantedNum: 4,
      usedNum,
      grantedAt: tokyo('2026-10-01T12:00'),
      expiresOn,
      source: 'purchase' as const,
      unitPrice: 6050,
    })
    await api.db
      .insert(memberTicket)
      .values([granted(1, '2026-11-19'), granted(4, null), granted(0, null), granted(3, '2026-11-20')])
  })

  test('lists usable ones first, by expiry; the remaining number covers these alone', async () => {
    const { list } = await read(`member/ticket/list?userId=${member.userId}`)
    const tickets = list.map((one: Record<string, unknown>) => [one.remainingNum, one.expiresOn, one.isExpired])
    expect(tickets.slice(0, 2)).toEqual([
      [1, '2026-11-20', false],
      [4, null, false],
    ])
    expect(tickets.slice(2)).toEqual(
      expect.arrayContaining([
        [3, '2026-11-19', true],
        [0, null, false],
      ]),
    )
    expect((await read(`user/${member.userId}`)).ticketsLeft).toBe(5)
  })

  test('has no price for a trainer', async () => {
    const [seen] = (await read(`member/ticket/list?userId=${member.userId}`)).list
    expect(seen).toMatchObject({ unitPrice: 6050, ticketName: 'パーソナル（4回）' })
    const [masked] = (await read(`member/ticket/list?userId=${member.userId}`, trainer)).list
    expect(masked).not.toHaveProperty('unitPrice')
  })
})

describe('visits', () => {
  test('of a year: its days, weekdays and hours, and each entry in any shop, latest first', async () => {
    const { memberId, userId } = await api.makeMember(own)
    await came(memberId, '2025-12-31T10:00', '2026-11-09T10:00', '2026-11-09T10:50', '2026-11-09T19:00', [
      '2026-11-16T10:30',
      other,
    ])
    const { year, firstYear, lastYear, days, hours, list, paging } = await read(
      `member/${userId}/visits?year=2026&limit=2`,
    )
    expect({ year, firstYear, lastYear, days }).toEqual({
      year: 2026,
      firstYear: 2025,
      lastYear: 2026,
      days: ['2026-11-09', '2026-11-16'],
    })
    // Mondays: the entries at 10:00 and 10:50 are one visit.
    expect(hours).toEqual([
      { dow: 1, hour: 10, visits: 2 },
      { dow: 1, hour: 19, visits: 1 },
    ])
    expect(paging).toEqual({ offset: 0, count: 2, total: 4 })
    expect(list.map((one: { enteredAt: string; shop: { name: string } }) => [one.enteredAt, one.shop.name])).toEqual([
      ['2026-11-16T10:30:00.000+09:00', '渋谷店'],
      ['2026-11-09T19:00:00.000+09:00', '新宿店'],
    ])
  })

  test('without a year are those of the last year with visits', async () => {
    const { memberId, userId } = await api.makeMember(own)
    await came(memberId, '2024-05-05T10:00')
    expect((await read(`member/${userId}/visits`)).year).toBe(2024)
  })

  test('are merged as in the figures, at any times', { timeout: 120_000 }, async () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 60 * 24 * 4 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(minutes, fc.boolean(), async (offsets, isElsewhere) => {
        const { memberId, userId } = await api.makeMember(own)
        const shopId = isElsewhere ? other : own
        // Around the turn of the year, which entries and business days cross.
        const start = tokyo('2025-12-30T12:00').getTime()
        const ats = [...new Set(offsets)].map((minute) => new Date(start + minute * 60_000))
        await api.db
          .insert(visit)
          .values(ats.map((enteredAt) => ({ memberId, shopId, homeShopId: own, enteredAt, source: 'entry' as const })))
        const { rows } = await api.db.execute(sql`
          select extract(dow from date)::integer as dow, extract(hour from entered_at at time zone 'Asia/Tokyo')::integer as hour,
            count(*)::integer as visits
          from merged_visits(array[${Number(shopId)}]::integer[], '2025-12-01', '2026-02-01')
          where member_id = ${Number(memberId)} and extract(year from date) = 2026
          group by 1, 2 order by 1, 2`)
        expect((await read(`member/${userId}/visits?year=2026`)).hours).toEqual(rows)
      }),
      runs(10),
    )
  })
})

describe('payments', () => {
  test('are bills and counter sales, unpaid bills first, then the latest; a sale that settled a bill is not listed again', async () => {
    const { memberId, userId } = await api.makeMember(own)
    const [dues, drink] = await api.db
      .insert(product)
      .values([
        {
          externalId: next(),
          code: `D${next()}`,
          name: '月会費',
          category: 'membershipFee',
          price: 9350,
          taxRate: 0.1,
        },
        { externalId: next(), code: `P${next()}`, name: 'プロテイン', category: 'product', price: 3240, taxRate: 0.08 },
      ])
      .returning()
    const sold = async (productId: string, at: string | null, net: number) => {
      const [made] = await api.db
        .insert(sale)
        .values({
          externalId: next(),
          shopId: own,
          memberId,
          settledAt: at === null ? null : tokyo(at),
          method: 'card',
          status: 'paid',
        })
        .returning()
      const saleId = made?.id as string
      await api.db
        .insert(saleLine)
        .values({ saleId, lineNo: 1, shopId: own, productId, quantity: 1, unitPrice: net, tax: 0, net })
      return saleId
    }
    const settles = await sold(dues?.id as string, '2026-10-20T03:00', 9350)
    await sold(drink?.id as string, '2026-11-10T18:00', 3240)
    await sold(drink?.id as string, '2026-11-12T18:00', -3240)
    const bill = (targetMonth: string, dueOn: string, status: 'paid' | 'error', saleId: string | null) =>
      ({ memberId, shopId: own, targetMonth, dueOn, amount: 9350, method: 'card', status, saleId }) as const
    await api.db
      .insert(billing)
      .values([
        bill('2026-08-01', '2026-08-20', 'error', null),
        bill('2026-10-01', '2026-10-20', 'paid', settles),
        bill('2026-11-01', '2026-11-20', 'error', null),
      ])

    const { list, paging, unpaid } = await read(`member/${userId}/payments`)
    expect(paging.total).toBe(5)
    expect(unpaid).toEqual({ all: 18_700, thisMonth: 9350, month: '2026-11-01' })
    expect(list.map((one: Record<string, unknown>) => [one.on, one.kind, one.amount, one.status])).toEqual([
      ['2026-11-20', 'bill', 9350, 'error'],
      ['2026-08-20', 'bill', 9350, 'error'],
      ['2026-11-12', 'sale', -3240, 'paid'],
      ['2026-11-10', 'sale', 3240, 'paid'],
      ['2026-10-20', 'bill', 9350, 'paid'],
    ])
    const page = await read(`member/${userId}/payments?offset=3&limit=1`)
    expect(page.list.map(({ what }: { what: string }) => what)).toEqual(['プロテイン'])
    const owed = await read(`member/${userId}/payments?unpaid=true`)
    expect(owed.list.map(({ on }: { on: string }) => on)).toEqual(['2026-11-20', '2026-08-20'])
  })
})

describe('the history', () => {
  const change = (id: string, body: object) => api.put(`/api/admin/member/${id}`, { token: manager, body })

  test('shows trainers only their own changes, and nothing to other shops', async () => {
    const { userId } = await api.makeMember(own)
    await change(userId, { alertNote: '書類を渡す' })
    expect((await read(`member/${userId}/history`, trainer)).list).toEqual([])
    const stranger = await api.as({ role: 'level3', shops: [other] })
    expect((await api.get(`/api/admin/member/${userId}/history`, { token: stranger })).status).toBe(404)
  })

  test('has no row for a change without effect, and lists the latest first, page by page', async () => {
    const { userId } = await api.makeMember(own)
    for (const staffNote of ['一', '二', '二', '三']) await change(userId, { staffNote })
    const { list, paging } = await read(`member/${userId}/history?limit=2`)
    expect(paging.total).toBe(3)
    expect(list.map(({ fields }: { fields: { after: string }[] }) => fields[0]?.after)).toEqual(['三', '二'])
  })
})

describe('flags to be unlocked', () => {
  test.each([
    ['a plan with LEAN BODY', [['REG', '2026-01-01', null]], true],
    ['a plan without', [['DAY', '2026-01-01', null]], false],
    [
      'a plan without, and LEAN BODY as an option',
      [
        ['DAY', '2026-01-01', null],
        ['LB', '2026-06-01', null],
      ],
      true,
    ],
    [
      'an option that has ended',
      [
        ['DAY', '2026-01-01', null],
        ['LB', '2026-06-01', '2026-08-31'],
      ],
      false,
    ],
    [
      'a plan with it that is paused',
      [
        ['REG', '2026-01-01', '2026-10-31'],
        ['PAUSE', '2026-11-01', null],
      ],
      false,
    ],
    ['a plan that is still to come', [['REG', '2026-12-01', null]], false],
  ] as const)('show for %s the value they will have', async (_, contracts, expected) => {
    const { memberId, userId } = await api.makeMember(own, {
      withLeanBodyContent: !expected,
      lockedWithLeanBodyContent: true,
    })
    for (const [plan, from, to] of contracts) await signUp(memberId, plan, from, { endOn: to })
    // Shown before the flag is unlocked.
    expect((await read(`user/${userId}`)).byContracts.withLeanBodyContent).toBe(expected)
    const { json } = await api.put(`/api/admin/member/${userId}`, {
      token: manager,
      body: { lockedWithLeanBodyContent: false },
    })
    expect([json.withLeanBodyContent, json.lockedWithLeanBodyContent]).toEqual([expected, false])
  })

  test.each([
    ['active', true],
    ['suspended', false],
    ['waiting', false],
    ['cancel', false],
  ] as const)('make a member whose contracts are %s active: %s', async (contractStatus, expected) => {
    const { userId } = await api.makeMember(own, {
      contractStatus,
      lockedHasActivePlan: true,
      hasActivePlan: !expected,
      status: expected ? 'waiting' : 'active',
    })
    expect((await read(`user/${userId}`)).byContracts.hasActivePlan).toBe(expected)
    const { json } = await api.put(`/api/admin/member/${userId}`, {
      token: manager,
      body: { lockedHasActivePlan: false },
    })
    expect([json.hasActivePlan, json.status]).toEqual([expected, expected ? 'active' : 'waiting'])
  })
})
