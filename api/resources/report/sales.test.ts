import { afterAll, beforeAll, expect, test } from 'vitest'
import { report } from '#contract/report.ts'
import type { ProductSales, Sales } from '#contract/report-sales.ts'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { seed } from '../../seed/seed.ts'

// 売上 and 商品 in wire format, over a small demo chain.

let api: Api
const tokens: Record<string, string> = {}
beforeAll(async () => {
  api = await startApi()
  await seed(api.database, { until: '2026-11-20', members: 240, shops: 6, months: 26 })
  tokens.trainer = await api.as({ role: 'level2', shops: ['1'] })
  tokens.owner = await api.as({ role: 'level4', shops: ['5', '6'] })
  tokens.head = await api.as({ role: 'all' })
}, 120_000)
afterAll(() => api.close())

const get = (who: string, path: string) => api.get(`/api/admin/report/${path}`, { token: tokens[who] })
const october = 'from=2026-10-01&to=2026-10-31'
const sales = async (query: string, who = 'head'): Promise<Sales> =>
  report.sales.output.parse((await get(who, `sales?${query}`)).json)
const products = async (query: string, who = 'head'): Promise<ProductSales> =>
  report.productSales.output.parse((await get(who, `product-sales?${query}`)).json)
const sum = <T>(rows: readonly T[] | null, of: (row: T) => number | null) =>
  (rows ?? []).reduce((all, row) => all + (of(row) ?? 0), 0)

test.each([
  ['all shops', '', 'head'],
  ['one shop', '&shopId=1', 'head'],
  ["a franchise's two shops", '', 'owner'],
])('a month of %s has the monthly report’s figures, and products add up to them', async (_, shop, who) => {
  const { summary, byCategory } = await sales(`${october}${shop}`, who)
  const { thisMonthReport, prevMonthReport, sameMonthLastYearReport } = report.monthlyStats.output.parse(
    (await get(who, `monthly-stats?year=2026&month=10${shop}`)).json,
  )
  const month = thisMonthReport.sales
  for (const name of ['gross', 'refund', 'net', 'netExTax', 'unpaid', 'collectionRate'] as const)
    expect([name, summary[name]]).toEqual([name, month?.[name]])
  expect(summary.arpu).toBeCloseTo(month?.arpu ?? Number.NaN, 6)
  expect(summary.prev?.net).toBe(prevMonthReport.sales?.net)
  expect(summary.lastYear?.net).toBe(sameMonthLastYearReport.sales?.net)
  expect(Object.fromEntries((byCategory ?? []).map(({ category, net }) => [category, net]))).toEqual(month?.byCategory)
  const { total, items, buyersOf } = await products(`${october}${shop}`, who)
  expect(total.net).toBe(month?.net)
  expect(total.prevNet).toBe(prevMonthReport.sales?.net)
  expect(sum(items, (one) => one.net)).toBe(total.net)
  expect(buyersOf).toBe(shop ? 'people' : 'months')
})

test('products without dues are all products less those of dues', async () => {
  const [all, dues, others] = [
    await products(october),
    await products(`${october}&category=membershipFee`),
    await products(`${october}&category=exceptDues`),
  ]
  expect(dues.total.net).toBeGreaterThan(0)
  expect(others.total.net).toBe((all.total.net ?? 0) - (dues.total.net ?? 0))
  expect(others.items.map(({ category }) => category)).not.toContain('membershipFee')
})

test('shops add up to all, and days and months to the same period', async () => {
  const all = await sales('from=2026-09-01&to=2026-11-20&unit=month')
  let ofShops = 0
  for (const shop of [1, 2, 3, 4, 5, 6]) {
    ofShops += (await sales(`from=2026-09-01&to=2026-11-20&unit=month&shopId=${shop}`)).summary.net ?? 0
  }
  expect(ofShops).toBe(all.summary.net)
  const byDay = await sales('from=2026-09-01&to=2026-11-20')
  expect(sum(byDay.series, (one) => one.net)).toBe(sum(all.series, (one) => one.net))
  expect(byDay.byStaff).toEqual(all.byStaff)
  expect(all.byStaff?.at(-1)?.staffId).toBeNull()
})

test('A and B hold 70 and 90 % of the sales, the largest product is A, and what is left out is said', async () => {
  const { items, rest, total } = await products(`${october}&limit=3`)
  expect(items[0]?.class).toBe('A')
  expect(items).toHaveLength(3)
  expect(sum(items, (one) => one.net) + rest.net).toBe(total.net)
  const all = (await products(`${october}&category=product`)).items
  expect(all.at(-1)?.cumShare).toBeCloseTo(1, 9)
  expect(all.every(({ category }) => category === 'product')).toBe(true)
  for (const one of all.slice(1)) {
    const share = one.cumShare as number
    expect(one.class).toBe(share <= 0.7 ? 'A' : share <= 0.9 ? 'B' : 'C')
  }
})

test.each([
  ['sales', 'from=2026-10-31&to=2026-10-01', 'to'],
  ['sales', 'from=2025-01-01&to=2026-10-31&unit=month', 'to'],
  ['sales', 'from=2026-07-01&to=2026-10-01', 'to'],
  ['sales', `${october}&basis=targetMonth`, 'unit'],
  ['sales', 'from=2026-10-02&to=2026-10-31&basis=targetMonth&unit=month', 'to'],
  ['product-sales', 'from=2026-07-01&to=2026-10-01&unit=day', 'to'],
  ['product-sales', 'from=2025-01-01&to=2026-10-31', 'to'],
])('%s?%s is refused at %s, in Japanese', async (name, query, field) => {
  const { status, json } = await get('head', `${name}?${query}`)
  expect(status).toBe(422)
  expect((json as { fields: Record<string, string> }).fields[field]).toMatch(/[ぁ-ん]/)
})

test('by target month dues belong to the month they pay for, and nothing is lost', async () => {
  const whole = 'from=2025-12-01&to=2026-11-30&unit=month'
  const [settled, target] = [await sales(whole), await sales(`${whole}&basis=targetMonth`)]
  expect(target.summary.net).toBe(sum(target.series, (one) => one.net))
  expect(target.summary.net).not.toBe(settled.summary.net)
  expect(target.summary.arpu).toBeNull()
  expect(target.summary.prev).toBeNull()
  expect(target.goal).toBeNull()
})

test('a trainer sees no sales', async () => {
  expect((await get('trainer', `sales?${october}`)).status).toBe(403)
  expect((await get('trainer', `product-sales?${october}`)).status).toBe(403)
})

const dues = async (query = '', who = 'head') =>
  report.dues.output.parse((await get(who, `dues?year=2026&month=11${query}`)).json)

test('dues that failed add up over shops, what is open is the 未収金 of each month, and the last run is not ripe', async () => {
  const all = await dues()
  const each = await Promise.all([1, 2, 3, 4, 5, 6].map((shop) => dues(`&shopId=${shop}`)))
  for (const [at, { month, figures }] of all.months.entries()) {
    const of = each.map(({ months }) => months[at]?.figures)
    for (const name of ['billed', 'failed', 'people', 'open', 'openPeople'] as const)
      expect([month, name, sum(of, (one) => one?.[name] ?? 0)]).toEqual([month, name, figures?.[name]])
  }
  expect(sum(all.byShop, ({ failed }) => failed)).toBe(sum(all.byMethod, ({ failed }) => failed))
  expect(sum(all.byShop, ({ failed }) => failed)).toBeGreaterThan(0)
  const october = all.months.at(-2)?.figures
  const { thisMonthReport } = report.monthlyStats.output.parse(
    (await get('head', 'monthly-stats?year=2026&month=10')).json,
  )
  expect(october?.open).toBe(thisMonthReport.sales?.unpaid)
  // Bank transfers of October ran on the 27th, 24 days before the data date.
  expect(october?.back.map(({ isRipe }) => isRipe)).toEqual([true, false, false, false])
  expect(all.newest?.month).toBe('2026-09-01')
})

test('the file of failed dues has a line a target month and marks what is not ripe; a trainer has neither', async () => {
  const path = '/api/admin/report/dues?year=2026&month=11&shopId=5'
  const file = await api.get(path, { token: tokens.owner, headers: { accept: 'text/csv' } })
  const lines = file.text.trim().split('\r\n')
  expect(lines).toHaveLength(14)
  expect(lines[12]).toMatch(/^2026\/10,.*30日、60日、90日$/)
  expect((await api.get(path, { token: tokens.trainer })).status).toBe(403)
})
