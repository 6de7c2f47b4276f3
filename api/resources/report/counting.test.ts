import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { openFacts } from '../../../tests/support/facts.ts'
import { countLater } from '../../figures/count-later.ts'
import type { ContractFact, SaleFact, VisitFact } from '../../figures/plain-count.ts'
import { rebuildMemberList, rebuildMembership } from '../../figures/rollup.ts'

// What reports answer while months of an import are still to be counted (decision 0069): nothing instead of a number.

let api: Api
let club: Awaited<ReturnType<typeof openFacts>>
const tokens: Record<string, string> = {}
/** What the other shop's manager read before the import. */
let before: unknown[]
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 8 })
  await club.db.execute(sql`alter table user_account alter column id restart with 1000`)
  api = await startApi({ database: club.database })
  tokens.head = await api.as({ role: 'all' })
  tokens.partner = await api.as({ role: 'level1', shops: ['1'] })
  tokens.other = await api.as({ role: 'level3', shops: ['2'] })
  await club.happened('2026-11-20', {
    contracts: [...contractsOf(1, [1, 2, 3]), ...contractsOf(2, [4, 5])],
    visits: [...visitsOf(1, 1), ...visitsOf(2, 4)],
    sales: [...salesOf(1), ...salesOf(2)],
  })
  before = await ofOtherShop()
  await importMembers()
})
afterAll(() => api.close())

const contractsOf = (shop: number, members: number[]): ContractFact[] =>
  members.map((member) => ({ member, shop, from: `2024-0${member}-05` }))
const visitsOf = (shop: number, member: number): VisitFact[] =>
  Array.from({ length: 24 }, (_, at) => ({
    member,
    shop,
    home: shop,
    at: `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-03T10:00`,
  }))
const salesOf = (shop: number): SaleFact[] =>
  visitsOf(shop, 1).map(({ at }) => ({ shop, at, lines: [{ category: 'product', net: 1000, tax: 0 }] }))

const since = '2026-07-01'
/** Two more members of shop 1 since July 2026. */
const importMembers = () =>
  club.inBulk(async (tx, record) => {
    await record({
      contracts: [6, 7].map((member) => ({ member, shop: 1, from: '2026-07-05' })),
      visits: [{ member: 6, shop: 1, home: 1, at: '2026-11-05T10:00' }],
    })
    await rebuildMembership(tx, ['6', '7'])
    await rebuildMemberList(tx, ['6', '7'])
    await tx.execute(sql`select count_later('{1}', ${since}, '{6,7}')`)
  })

const report = (path: string, who = 'head') => api.get(`/api/admin/report/${path}`, { token: tokens[who] })
const json = async (path: string, who?: string) => {
  const { status, json } = await report(path, who)
  expect(status).toBe(200)
  const { generatedAt: _, ...answer } = json
  return answer
}
/** The numbers of a report, whatever their depth. */
const numbersOf = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : value && typeof value === 'object'
      ? Object.entries(value).flatMap(([name, one]) => (name === 'year' || name === 'month' ? [] : numbersOf(one)))
      : []

const november = 'monthly-stats?year=2026&month=11&shopId=1'
const october = 'monthly-stats?year=2026&month=10&shopId=1'
const dayReport = '/api/admin/shop/daily-report/day?shopId=1&date=2026-11-03'
const december = 'monthly-stats?year=2026&month=12&shopId=1'
const ofYear = 'yearly-stats?year=2026&fiscalStartMonth=1&shopId=1'
const byShop = 'monthly-stats/shops?year=2026&month=10'
const counting = ['2026-11-01', '2026-10-01', '2026-09-01', '2026-08-01', '2026-07-01']

const ofOtherShop = () =>
  Promise.all(
    [november.replace('shopId=1', 'shopId=2'), byShop, ofYear.replace('shopId=1', 'shopId=2')].map((path) =>
      json(path, 'other'),
    ),
  )

test.each([
  ['a month', november, ['thisMonthReport', 'prevMonthReport', 'prevMonthToSameDay', 'landing', 'visitHours']],
  ['a month of all shops', 'monthly-stats?year=2026&month=11', ['thisMonthReport', 'prevMonthReport', 'landing']],
  ['a year', ofYear, ['thisYearReport', 'lifetime', 'equilibrium']],
])('%s that is still to be counted has no figure, and says how many months are left', async (_, path, parts) => {
  const answer = await json(path)
  expect(answer.reach.counting).toEqual(counting)
  expect(answer.isProvisional).toBe(true)
  // January is counted, and with it the members before it.
  if (answer.thisYearReport) answer.thisYearReport.members.opening = null
  for (const part of parts) expect([part, numbersOf(answer[part])]).toEqual([part, []])
  if (answer.annualChurn) {
    expect([answer.annualChurn.ofAverage, answer.annualChurn.ofOpening]).toEqual([null, null])
    expect(numbersOf(answer.monthlyReports.slice(6, 11))).toEqual([])
    expect(numbersOf(answer.monthlyReports.slice(0, 6))).not.toEqual([])
  } else {
    expect(
      answer.dailyReports.flatMap(({ visits, closing }: { visits: null; closing: null }) => [visits, closing]),
    ).toEqual(Array.from({ length: 60 }, () => null))
  }
})

test('in the comparison of shops only the shop waits, and another shop’s manager learns nothing', async () => {
  const { shops } = await json(byShop)
  expect(shops.map((shop: { closing: number | null; visits: number | null }) => [shop.closing, shop.visits])).toEqual([
    [null, null],
    [2, 1],
  ])
  expect(await ofOtherShop()).toEqual(before)
})

test('a trading partner sees no rounded number of such a month either', async () => {
  const answer = await json('monthly-stats?year=2026&month=10', 'partner')
  expect([answer.isProvisional, numbersOf(answer.thisMonthReport)]).toEqual([false, []])
})

test('files say 集計中 in the cells of such months, and the rows behind a figure wait', async () => {
  const saved = (path: string) =>
    api.get(`/api/admin/report/${path}`, { token: tokens.head, headers: { accept: 'text/csv' } })
  const days = (await saved('monthly-stats?year=2026&month=10&shopId=1')).text
  expect(days).toMatch(/2026\/10\/03,土,,集計中,集計中/)
  const months = (await saved(ofYear)).text
  expect(months).toMatch(/2026年10月,集計中/)
  expect(months).toMatch(/2026年6月,3,/)
  expect((await saved(byShop)).text).toMatch(/店舗1,集計中.*店舗2,2,/s)

  const behind = 'figure/visits?year=2026&month=11&shopId=1'
  expect(await json(behind)).toMatchObject({ isCounting: true, list: [], figure: 0 })
  const refused = await saved(behind)
  expect([refused.status, refused.json.message]).toEqual([
    503,
    '2026年11月は集計中です。数え終わってから保存してください。',
  ])
  expect(await json(behind.replace('month=11', 'month=6'))).toMatchObject({ isCounting: false, figure: 1 })
})

test('the daily report of such a day has no figures yet and says why', async () => {
  const day = await api.get(dayReport, { token: tokens.head })
  expect(day.json).toMatchObject({
    isCounting: true,
    landing: null,
    figures: { visitCount: null, admissionCount: null },
  })
})

test('a month is shown as soon as it is counted, as it will stand there in the end, and never half counted', async () => {
  for (let left = counting.length; left === counting.length; ) {
    await club.db.execute(
      sql`select * from count_step('{"visits": 500, "list": 500, "moves": 500, "month": 1, "sales": 1, "classes": 1}')`,
    )
    left = (await json(november)).reach.counting.length
  }
  const early = await json(november)
  expect(early.reach.counting).toEqual(counting.slice(1))
  expect([numbersOf(early.prevMonthReport), early.landing]).toEqual([[], null])
  const seen: unknown[] = []
  let isDone = false
  const reading = (async () => {
    while (!isDone) seen.push((await json(october)).thisMonthReport.visits.count)
  })()
  await countLater(api.database)
  isDone = true
  await reading
  expect(seen.filter((count) => count !== null && count !== 1)).toEqual([])
  const last = await json(november)
  expect(early.thisMonthReport).toEqual(last.thisMonthReport)
  expect(last.thisMonthReport.members).toMatchObject({ opening: 5, closing: 5, admissions: 0 })
  expect(numbersOf(last.prevMonthReport)).not.toEqual([])
  expect(last.landing).not.toBeNull()
  const day = await api.get(dayReport, { token: tokens.head })
  expect(day.json).toMatchObject({ figures: { visitCount: 1, admissionCount: 0 } })
  expect(day.json.isCounting).toBeUndefined()
  expect(numbersOf((await json(december)).thisMonthReport)).toEqual([])
})
