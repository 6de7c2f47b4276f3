import { sql } from 'drizzle-orm'
import papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberColumnsOf, memberFigures, retentionFigures } from '#contract/words/drill-down.ts'
import { dataState } from '../../api/db/schema/derived.ts'
import {
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

// November 2026 of 新宿店, whole. 高橋 transferred from 渋谷店 and left; 渡辺 had a trial here and joined 渋谷店.

let api: Api
let shinjuku: string
let trainer: string
let manager: string
let head: string

const tokyo = (at: string) => new Date(`${at}:00+09:00`)
type Verb = 'members' | 'visits' | 'sales' | 'reservations' | 'slots' | 'leads'
const path = (verb: Verb, more: Record<string, string>) =>
  `/api/admin/report/figure/${verb}?${new URLSearchParams({ year: '2026', month: '11', ...more })}`
const rowsOf = async (verb: Verb, more: Record<string, string>, token = manager) =>
  (await api.get(path(verb, more), { token })).json
const csvOf = async (verb: Verb, more: Record<string, string>, token = manager) => {
  const answer = await api.get(path(verb, more), { token, headers: { accept: 'text/csv' } })
  const { data } = papa.parse<string[]>(answer.text.replace('\uFEFF', '').trimEnd())
  const name = decodeURIComponent(answer.headers.get('content-disposition') ?? '').split("''")[1]
  return { status: answer.status, name, header: data[0], rows: data.slice(1) }
}
const surnames = ({ list }: { list: { lastName: string | null }[] }) => list.map(({ lastName }) => lastName)

beforeAll(async () => {
  api = await startApi()
  shinjuku = await api.makeShop({ name: '新宿店' })
  const shibuya = await api.makeShop({ name: '渋谷店' })
  trainer = await api.as({ role: 'level2', shops: [shinjuku] })
  manager = await api.as({ role: 'level3', shops: [shinjuku] })
  head = await api.as({ role: 'all' })
  await api.db.insert(dataState).values({ dataAsOf: tokyo('2026-11-30T23:59'), syncedAt: api.time.now })
  const people = {
    sato: { lastName: '佐藤', lastNameKana: 'サトウ', tel: '09012345678', birthday: '1985-04-03' },
    suzuki: { lastName: '鈴木', lastNameKana: 'スズキ' },
    takahashi: { lastName: '高橋', lastNameKana: 'タカハシ' },
    tanaka: { lastName: '田中', lastNameKana: 'タナカ', joinRoute: 'referral' as const },
    ito: { lastName: '伊藤', lastNameKana: 'イトウ' },
    kato: { lastName: '加藤', lastNameKana: 'カトウ' },
    watanabe: { lastName: '渡辺', lastNameKana: 'ワタナベ' },
  }
  const ids = new Map<string, string>()
  for (const [key, person] of Object.entries(people)) {
    const made = await api.makeMember(key === 'watanabe' ? shibuya : shinjuku, { ...person, firstName: '花子' })
    ids.set(key, made.memberId)
  }
  const idOf = (key: keyof typeof people) => ids.get(key) as string
  const planRow = (shopId: string, externalId: number, name: string, isSuspensionPlan = false) => ({
    shopId,
    externalId,
    name,
    isSuspensionPlan,
    code: `P${externalId}`,
    status: 'active' as const,
    category: isSuspensionPlan ? ('suspension' as const) : ('monthly' as const),
    priceMonthly: 9350,
  })
  const plans = await api.db
    .insert(shopPlan)
    .values([
      planRow(shinjuku, 1, 'レギュラー会員'),
      planRow(shinjuku, 2, 'デイ会員'),
      planRow(shinjuku, 3, '休会', true),
      planRow(shibuya, 4, 'レギュラー会員'),
    ])
    .returning()
  const [regular, day, leave, elsewhere] = plans.map(({ id }) => id) as [string, string, string, string]
  const facts: [keyof typeof people, string, string, string | null, object?][] = [
    ['sato', regular, '2024-08-20', '2026-11-10', { cancelReason: 'price' }],
    ['suzuki', day, '2026-11-01', '2026-11-30'],
    ['takahashi', elsewhere, '2025-06-01', '2025-11-30'],
    ['takahashi', regular, '2025-12-01', '2026-11-15', { cancelReason: 'otherGym' }],
    ['tanaka', day, '2026-11-05', null],
    ['ito', regular, '2026-01-01', '2026-10-14'],
    ['ito', leave, '2026-10-15', '2027-01-14'],
    ['ito', regular, '2027-01-15', null],
    ['kato', regular, '2026-04-01', '2026-12-31', { cancelRequestedOn: '2026-11-08', cancelReason: 'moved' }],
    ['watanabe', elsewhere, '2026-11-12', null],
  ]
  await api.db.insert(contract).values(
    facts.map(([who, planId, startOn, endOn, more], at) => ({
      externalId: at + 1,
      memberId: idOf(who),
      shopId: planId === elsewhere ? shibuya : shinjuku,
      planId,
      kind: planId === leave ? ('suspension' as const) : ('regular' as const),
      contractedOn: startOn,
      startOn,
      endOn,
      monthlyFee: 9350,
      paymentMethod: 'card' as const,
      paymentStatus: 'paid' as const,
      ...more,
    })),
  )
  const entry = { shopId: shinjuku, homeShopId: shinjuku, source: 'entry' as const }
  await api.db.insert(visit).values([
    { ...entry, memberId: idOf('tanaka'), enteredAt: tokyo('2026-11-06T10:00') },
    { ...entry, memberId: idOf('kato'), enteredAt: tokyo('2026-11-07T10:00') },
    { ...entry, memberId: null, homeShopId: null, enteredAt: tokyo('2026-11-08T10:00') },
  ])
  const ware = { category: 'product' as const, price: 130, taxRate: 0.08 }
  const products = await api.db
    .insert(product)
    .values([
      { ...ware, externalId: 1, code: 'W', name: '天然水' },
      { ...ware, externalId: 2, code: 'P', name: 'プロテイン' },
    ])
    .returning()
  const sold = [
    ['tanaka', 0, 130],
    ['kato', 1, 300],
    [null, 0, 260],
  ] as const
  for (const [at, [who, what, net]] of sold.entries()) {
    const [made] = await api.db
      .insert(sale)
      .values({
        externalId: at + 1,
        shopId: shinjuku,
        memberId: who && idOf(who),
        settledAt: tokyo(`2026-11-0${at + 5}T12:00`),
        method: 'cash',
        status: 'paid',
      })
      .returning()
    const line = { saleId: made?.id as string, lineNo: 1, shopId: shinjuku, quantity: 1, unitPrice: net, tax: 9, net }
    await api.db.insert(saleLine).values({ ...line, productId: products[what]?.id as string })
  }
  const classes = [
    ['ヨガ', '2026-11-07T19:00', 4],
    ['ピラティス', '2026-11-08T19:00', 10],
  ] as const
  for (const [at, [programName, startAt, capacity]] of classes.entries()) {
    const frame = { shopId: shinjuku, programName, startAt: tokyo(startAt), endAt: tokyo(startAt) }
    const [made] = await api.db
      .insert(slot)
      .values({ ...frame, capacity })
      .returning()
    await api.db.insert(reservation).values({
      ...frame,
      externalId: at + 1,
      memberId: idOf(at === 0 ? 'kato' : 'tanaka'),
      slotId: made?.id as string,
      kind: 'fixed',
      status: 'completed',
      bookedAt: tokyo('2026-11-01T12:00'),
      bookedVia: 'app',
    })
  }
  const trial = { shopId: shinjuku, kind: 'trial' as const, route: 'web' }
  await api.db.insert(lead).values([
    { ...trial, at: tokyo('2026-11-01T10:00'), memberId: idOf('tanaka') },
    { ...trial, at: tokyo('2026-11-02T10:00'), memberId: idOf('watanabe') },
  ])
  await rebuildEverything(api.db)
})
afterAll(() => api.close())

describe('the detail columns of a figure’s rows', () => {
  test('of withdrawals: reason, plan and months of membership, including another shop’s', async () => {
    const { list } = await rowsOf('members', { figure: 'withdrawals' })
    expect(
      list.map((row: Record<string, unknown>) => [row.lastName, row.cancelReason, row.planName, row.tenureMonths]),
    ).toEqual([
      ['佐藤', 'price', 'レギュラー会員', 26],
      ['高橋', 'otherGym', 'レギュラー会員', 17],
      ['鈴木', null, 'デイ会員', 1],
    ])
  })

  test('of admissions: plan and how they joined; of withdrawal requests: reason and last day', async () => {
    expect((await rowsOf('members', { figure: 'admissions' })).list).toMatchObject([
      { lastName: '鈴木', planName: 'デイ会員', joinRoute: null, cancelReason: null },
      { lastName: '田中', planName: 'デイ会員', joinRoute: 'referral', tenureMonths: null },
    ])
    expect((await rowsOf('members', { figure: 'withdrawalRequests' })).list).toMatchObject([
      { lastName: '加藤', date: '2026-11-08', cancelReason: 'moved', planName: 'レギュラー会員', endsOn: '2026-12-31' },
    ])
  })

  test('of members on leave: its first and last day', async () => {
    expect((await rowsOf('members', { figure: 'suspendedMembers' })).list).toMatchObject([
      { lastName: '伊藤', planName: '休会', date: '2026-10-15', endsOn: '2027-01-14' },
    ])
  })
})

describe('a search', () => {
  test.each([
    ['the reading, however it is typed', 'たかは', ['高橋']],
    ['the name', '木', ['鈴木']],
    ['surname and first name', '佐藤 花子', ['佐藤']],
    ['nothing but spaces', '　 ', ['佐藤', '高橋', '鈴木']],
    ['a name that nobody has', '森', []],
    ['what would end a query', "'|%_\\", []],
  ])('finds rows by %s, without changing the figure', async (_, keyword, found) => {
    const answer = await rowsOf('members', { figure: 'withdrawals', keyword })
    expect(surnames(answer)).toEqual(found)
    expect(answer).toMatchObject({ figure: 3, allRows: 3, paging: { total: found.length } })
  })

  test('finds rows by the member number', async () => {
    const [first] = (await rowsOf('members', { figure: 'withdrawals' })).list
    expect(surnames(await rowsOf('members', { figure: 'withdrawals', keyword: first.memberNo }))).toEqual(['佐藤'])
  })

  test.each(['090-1234-5678', '昭和60年4月3日'])(
    'finds rows by the whole contact that the caller reads: %s',
    async (keyword) => {
      const found = async (token: string) =>
        surnames(await rowsOf('members', { figure: 'withdrawals', keyword }, token))
      expect([await found(manager), await found(head), await found(trainer)]).toEqual([['佐藤'], ['佐藤'], []])
    },
  )

  test('finds sales by product, bookings and classes by program', async () => {
    const sales = await rowsOf('sales', { figure: 'netSales', keyword: '水' })
    expect(sales).toMatchObject({ figure: 690, allRows: 3, paging: { total: 2 } })
    expect(sales.list.map(({ amount }: { amount: number }) => amount)).toEqual([130, 260])
    expect((await rowsOf('reservations', { figure: 'booked', keyword: 'よが' })).list).toMatchObject([
      { programName: 'ヨガ', lastName: '加藤' },
    ])
    expect(await rowsOf('slots', { figure: 'capacity', keyword: 'ピラ' })).toMatchObject({
      figure: 14,
      capacity: 14,
      allRows: 2,
      list: [{ programName: 'ピラティス', capacity: 10, seatsAttended: 1 }],
    })
  })

  test('finds visits and visitors by name; guests stay part of the figure', async () => {
    expect(await rowsOf('visits', { keyword: '田中' })).toMatchObject({ figure: 3, allRows: 3, paging: { total: 1 } })
    const visitors = await rowsOf('members', { figure: 'visitCount', keyword: '田中' })
    expect(visitors).toMatchObject({ figure: 3, guests: 1, allRows: 2, list: [{ lastName: '田中', visits: 1 }] })
  })

  test('finds nobody whose name the caller may not read, by name or number', async () => {
    const found = async (keyword: string, token: string) =>
      (await rowsOf('leads', { figure: 'trials', keyword }, token)).paging.total
    const [, watanabe] = (await rowsOf('leads', { figure: 'trials' }, head)).list
    for (const keyword of ['渡辺', 'ワタナベ', watanabe.memberNo]) {
      expect([keyword, await found(keyword, manager), await found(keyword, head)]).toEqual([keyword, 0, 1])
    }
  })
})

describe('the order', () => {
  test.each([
    ['members', 'withdrawals', 'name', 'asc', ['佐藤', '鈴木', '高橋']],
    ['members', 'withdrawals', 'tenure', 'desc', ['佐藤', '高橋', '鈴木']],
    ['members', 'withdrawals', 'cancelReason', 'desc', ['高橋', '佐藤', '鈴木']],
    ['members', 'withdrawals', 'plan', 'asc', ['鈴木', '佐藤', '高橋']],
    ['members', 'closingMembers', 'name', 'desc', ['田中', '加藤', '伊藤']],
    ['members', 'visitDays', 'name', 'desc', ['田中', '加藤']],
    ['sales', 'netSales', 'amount', 'desc', ['加藤', null, '田中']],
    ['sales', 'netSales', 'name', 'asc', ['加藤', '田中', null]],
    ['reservations', 'booked', 'program', 'asc', ['田中', '加藤']],
    ['leads', 'trials', 'joinedOn', 'desc', [null, '田中']],
  ] as const)('of %s behind %s by %s %s', async (verb, figure, sortKey, sortDir, names) => {
    expect(surnames(await rowsOf(verb, { figure, sortKey, sortDir }))).toEqual(names)
  })

  test('of classes by seats, and of visits by name, guests last', async () => {
    const programs = (await rowsOf('slots', { figure: 'slots', sortKey: 'capacity', sortDir: 'desc' })).list
    expect(programs.map(({ capacity }: { capacity: number }) => capacity)).toEqual([10, 4])
    const visits = (sortDir: string) => rowsOf('visits', { sortKey: 'name', sortDir })
    expect(surnames(await visits('asc'))).toEqual(['加藤', '田中', null])
    expect(surnames(await visits('desc'))).toEqual(['田中', '加藤', null])
  })

  test.each(memberFigures)('of %s by any column contains the same rows', async (figure) => {
    const request = { figure, ...(retentionFigures.some((one) => one === figure) && { months: '1' }) }
    const held = ({ list }: { list: object[] }) => list.map((row) => JSON.stringify(row)).sort()
    const all = held(await rowsOf('members', request))
    const columns = memberColumnsOf(figure, false).map(([column]) => column)
    for (const sortKey of ['name', 'memberNo', ...columns]) {
      const sorted = await rowsOf('members', { ...request, sortKey, sortDir: 'desc' })
      expect([sortKey, held(sorted)]).toEqual([sortKey, all])
    }
  })

  test('of pages is consistent: they follow each other without a gap', async () => {
    const request = { figure: 'withdrawals', sortKey: 'plan', sortDir: 'desc' }
    const all = (await rowsOf('members', request)).list
    const pages = await Promise.all(
      [0, 1, 2].map((offset) => rowsOf('members', { ...request, limit: '1', offset: String(offset) })),
    )
    expect(pages.flatMap(({ list }) => list)).toEqual(all)
  })
})

describe('as a file', () => {
  test('rows are exported with the screen’s columns and order, named by figure, shop and period', async () => {
    const file = await csvOf('members', { figure: 'withdrawals', shopId: shinjuku, sortKey: 'tenure' })
    expect(file.name).toMatch(/^退会した会員_新宿店_2026年11月_\d{8}_\d{4}\.csv$/)
    expect(file.header).toEqual(['会員番号', '氏名', '店舗', '退会日', '退会理由', 'プラン', '在籍期間（か月）'])
    expect(file.rows.map((row) => row.slice(1))).toEqual([
      ['鈴木　花子', '新宿店', '2026/11/30', '', 'デイ会員', '1'],
      ['高橋　花子', '新宿店', '2026/11/15', 'ほかのジムを利用', 'レギュラー会員', '17'],
      ['佐藤　花子', '新宿店', '2026/11/10', '料金', 'レギュラー会員', '26'],
    ])
    expect((await csvOf('members', { figure: 'withdrawals', keyword: '鈴木' })).rows).toHaveLength(1)
  })

  test('every other list of rows is exported too', async () => {
    const files = await Promise.all([
      csvOf('visits', {}),
      csvOf('sales', { figure: 'netSales', category: 'product', day: '6' }),
      csvOf('reservations', { figure: 'booked' }),
      csvOf('slots', { figure: 'capacity' }),
      csvOf('leads', { figure: 'trials' }),
    ])
    const names = files.map(({ name }) => name?.replace(/_\d{8}_\d{4}\.csv$/, ''))
    expect(names).toEqual([
      '来館数の内訳_新宿店_2026年11月',
      '物販の売上明細_新宿店_2026年11月6日',
      '予約の内訳_新宿店_2026年11月',
      '定員の内訳_新宿店_2026年11月',
      '体験の内訳_新宿店_2026年11月',
    ])
    const [visits, sales, bookings, classes, leads] = files.map(({ rows }) => rows)
    expect(visits?.[2]).toEqual(['', '', '2026/11/08 10:00', '新宿店'])
    expect(sales?.[0]?.slice(1)).toEqual(['加藤　花子', '2026/11/06', '新宿店', '物販', 'プロテイン', '1', '300'])
    expect(bookings?.[0]?.slice(1)).toEqual(['加藤　花子', '2026/11/07 19:00', 'ヨガ', '受講済', '', '新宿店'])
    expect(classes?.[1]).toEqual(['2026/11/08 19:00', 'ピラティス', '新宿店', '10', '1', '1'])
    expect(leads?.[1]).toEqual(['', '', '2026/11/02', '体験', '新宿店', '2026/11/12'])
  })

  test('exports are audited with shop and row count before they are sent', async () => {
    await csvOf('members', { figure: 'withdrawals', shopId: shinjuku, keyword: '佐藤' })
    const { rows } = await api.db.execute<{ filter: object }>(sql`
      select shop_id, row_count, filter from audit_log where action = 'drillDown.members.export'
      order by seq desc limit 1`)
    expect(rows[0]).toMatchObject({ shop_id: Number(shinjuku), row_count: 1, filter: { keyword: '佐藤' } })
  })

  test('a trainer, who may read them, cannot export', async () => {
    for (const [verb, figure] of [
      ['members', 'withdrawals'],
      ['visits', ''],
      ['reservations', 'booked'],
      ['slots', 'slots'],
      ['leads', 'trials'],
    ] as const) {
      const query: Record<string, string> = figure ? { figure } : {}
      expect((await api.get(path(verb, query), { token: trainer })).status).toBe(200)
      expect((await csvOf(verb, query, trainer)).status).toBe(403)
    }
  })
})

test('the reason for leaving is disclosed only to callers who may change members, also not by the order', async () => {
  const reasons = ({ list }: { list: { cancelReason: string | null }[] }) => list.map((row) => row.cancelReason)
  expect(reasons(await rowsOf('members', { figure: 'withdrawals' }))).toContain('price')
  expect(new Set(reasons(await rowsOf('members', { figure: 'withdrawals' }, trainer)))).toEqual(new Set([null]))
  const sorted = await rowsOf('members', { figure: 'withdrawals', sortKey: 'cancelReason' }, trainer)
  expect(sorted.code).toBe('forbidden')
})

test('rows are 確定 once their month is over, and 速報 before', async () => {
  expect((await rowsOf('members', { figure: 'withdrawals' })).isProvisional).toBe(false)
  expect((await rowsOf('visits', { day: '30' })).isProvisional).toBe(false)
  expect((await rowsOf('members', { figure: 'withdrawals', month: '12' })).isProvisional).toBe(true)
})
