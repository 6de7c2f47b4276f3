import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { openFacts } from '../../../tests/support/facts.ts'
import type { Facts } from '../../figures/plain-count.ts'

// What 統計 answers of a club whose data begin in the middle of the period, as its screens and files say it. Every
// combination of days is counted in api/figures/known-days.engines.test.ts.

let api: Api
let facts: Awaited<ReturnType<typeof openFacts>>
let head: string
const months = Array.from({ length: 24 }, (_, at) => new Date(Date.UTC(2024, 11 + at, 1)).toISOString().slice(0, 7))
/** Two join a month since December 2024, on the 5th and the 20th; the first of each month leaves after 40 days. */
const contracts: Facts['contracts'] = months.flatMap((month, at) => [
  {
    member: at * 2 + 1,
    shop: 1,
    from: `${month}-05`,
    to: new Date(Date.parse(`${month}-05`) + 40 * 86_400_000).toISOString().slice(0, 10),
  },
  { member: at * 2 + 2, shop: 1, from: `${month}-20` },
])
beforeAll(async () => {
  facts = await openFacts({ shops: 1, members: 48 })
  await facts.db.execute(sql`alter table user_account alter column id restart with 1000`)
  await facts.db.execute(
    sql`update shop set monthly_targets = '{"admission":4,"withdrawalMax":2,"closingMembers":50,"sales":10000}'`,
  )
  api = await startApi({ database: facts.database })
  head = await api.as({ role: 'all' })
  await facts.happened('2026-11-20', {
    contracts,
    sales: months.map((month) => ({
      shop: 1,
      at: `${month}-10T10:00`,
      lines: [{ category: 'product' as const, net: 8000, tax: 0 }],
    })),
    leads: months.map((month) => ({ shop: 1, kind: 'trial' as const, at: `${month}-12T10:00` })),
  })
})
afterAll(() => api.close())
beforeEach(() => facts.db.execute(sql`delete from data_period`))

const csv = { accept: 'text/csv' }
const known = (from: string, ...kinds: string[]) =>
  Promise.all(
    kinds.map((kind) =>
      facts.db.execute(sql`insert into data_period (kind, first_on, last_on) values (${kind}, ${from}, null)`),
    ),
  )
const get = async (url: string) => (await api.get(`/api/admin/report/${url}`, { token: head })).json
const admission = (from: string, to: string, unit = 'month') => get(`admission?from=${from}&to=${to}&unit=${unit}`)

test('入会・退会 of a period that begins before the data counts its known months, without 期首, 純増減 and 退会率', async () => {
  await known('2026-09-01', 'contracts', 'leavers', 'leads')
  const { summary, series, leads, admissionsByLead } = await admission('2025-11-01', '2026-10-31')
  // September and October: two each, and the leavers of joiners of July and August.
  expect(summary).toMatchObject({ admissions: 4, withdrawals: 2, trials: 2, opening: null, netGrowth: null })
  expect(summary.churnRate.rate).toBeNull()
  expect(series.map((one: { admissions: number | null }) => one.admissions).slice(9)).toEqual([null, 2, 2])
  expect(leads[1]).toMatchObject({ kind: 'trial', count: 2, joined: { count: 0, of: 2 } })
  // What came before the joiners of September and October is known 60 days after the first day only.
  expect(admissionsByLead.map(({ count }: { count: number }) => count)).toEqual([0, 0, 4])
})

test('「3か月後も在籍」 is of who joined on known days', async () => {
  await known('2026-07-01', 'contracts', 'leavers')
  const { summary, stayed } = await admission('2026-05-01', '2026-08-31')
  // Of July's and August's four two have left, and the last has not had three months.
  expect(summary.early).toMatchObject({ count: 2, of: 4 })
  expect(stayed).toMatchObject({ count: 2, of: 4 })
})

test('where 体験 and 入会 are known since different days, the rate is of the days that know both', async () => {
  await known('2026-09-01', 'contracts', 'leavers')
  const { leads } = await admission('2026-07-01', '2026-10-31')
  expect(leads[1]).toMatchObject({ kind: 'trial', count: 4, joined: { count: 0, of: 2, rate: 0 } })
})

test('a month whose contracts begin on its 10th has the counts of its known days, in every report', async () => {
  await known('2026-09-10', 'contracts', 'leavers')
  const { thisMonthReport, target } = await get('monthly-stats?year=2026&month=9')
  // Who joined on the 5th is not counted.
  expect(thisMonthReport.members).toMatchObject({ admissions: 1, opening: null, netGrowth: null, churnRate: null })
  expect(target).toMatchObject({ admissions: null, sales: 10_000 })
  const { monthlyReports, thisYearReport } = await get('yearly-stats?year=2026&fiscalStartMonth=1')
  expect(monthlyReports[8].members.admissions).toBe(1)
  expect(thisYearReport.members.admissions).toBe(1 + 2 + 2)
  const { shops } = await get('monthly-stats/shops?year=2026&month=9')
  expect(shops[0]).toMatchObject({ admissions: 1, target: { admissions: null } })
  expect((await admission('2026-09-01', '2026-09-30', 'day')).summary.admissions).toBe(1)
})

test('目標達成率 divides the sales of the months that have a goal and are known by the goals of the same months', async () => {
  await known('2026-05-01', 'sales')
  const { goal, summary } = await get('sales?from=2025-11-01&to=2026-10-31&unit=month')
  expect(summary.net).toBe(6 * 8000)
  expect(goal).toMatchObject({ period: 60_000, net: 48_000 })
  expect(goal.compared).toEqual(['2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'])
  expect(goal.months.slice(4, 8)).toEqual([null, null, 10_000, 10_000])
})

test('早期退会 of 店舗比較 is of who joined on the known days of the shop', async () => {
  await known('2026-06-01', 'contracts', 'leavers')
  const { shops } = await get('shop-comparison?year=2026&month=10&months=12')
  expect(shops[0].early).toMatchObject({ count: 2, of: 4 })
})

test('1年LTV over a part of its months of joining says which', async () => {
  await known('2025-10-01', 'contracts', 'leavers')
  const { summary, firstYears } = await get('ltv?year=2026&month=10&groupBy=none')
  expect(firstYears).toEqual({ from: '2025-10-01', to: '2025-10-31', isWhole: false })
  expect(summary.joined).toBe(2)
  const file = await api.get('/api/admin/report/ltv?year=2026&month=10&groupBy=none', { token: head, headers: csv })
  expect(file.text).toContain('1年LTVは、2025年10月の入会だけで計算しています。')
})

test.each([
  ['入会・退会', 'report/admission?from=2026-09-01&to=2026-09-30&unit=day', '2026/09/01'],
  ['キャンペーンの採算', 'shop-cost/campaigns?month=2026-09', '2025/10/01'],
])('the file of %s says which days are not known, as the screen does', async (_, url, first) => {
  await known('2026-09-10', 'contracts', 'leavers')
  const { text } = await api.get(`/api/admin/${url}`, { token: head, headers: csv })
  expect(text).toContain(`会員の契約・退会した会員のデータは2026/09/10からです（${first}〜2026/09/09は分かりません）。`)
})

test('a month that is not over has rates without an interval', async () => {
  const running = await admission('2026-11-01', '2026-11-30', 'day')
  expect(running.summary.churnRate).toMatchObject({ rate: expect.any(Number), low: null, high: null })
  expect(running.summary.trialConversion).toMatchObject({ of: 1, low: null })
  const over = await admission('2026-10-01', '2026-10-31', 'day')
  expect(over.summary.churnRate.low).not.toBeNull()
  const shops = async (month: number) => (await get(`shop-comparison?year=2026&month=${month}&months=1`)).shops[0].churn
  expect([(await shops(11)).low, (await shops(10)).low === null]).toEqual([null, false])
})
