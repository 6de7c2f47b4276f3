import { afterAll, beforeAll, expect, test } from 'vitest'
import { report } from '#contract/report.ts'
import type { Ltv } from '#contract/report-ltv.ts'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { seed } from '../../seed/seed.ts'

// LTV, プラン構成 and 会費の維持率 in wire format, over a small demo chain of 26 months.

let api: Api
const tokens: Record<string, string> = {}
beforeAll(async () => {
  api = await startApi()
  await seed(api.database, { until: '2026-11-20', members: 240, shops: 6, months: 26 })
  tokens.trainer = await api.as({ role: 'level2', shops: ['1'] })
  tokens.manager = await api.as({ role: 'level3', shops: ['1'] })
  tokens.owner = await api.as({ role: 'level4', shops: ['5', '6'] })
  tokens.head = await api.as({ role: 'all' })
}, 120_000)
afterAll(() => api.close())

const get = async (who: string, path: string) =>
  (await api.get(`/api/admin/report/${path}`, { token: tokens[who] })).json
const ltv = async (rest = '', who = 'head'): Promise<Ltv> =>
  report.ltv.output.parse(await get(who, `ltv?year=2026&month=11${rest}`))
const yearly = async (rest = '', who = 'head') =>
  report.yearlyStats.output.parse(await get(who, `yearly-stats?year=2026&fiscalStartMonth=1${rest}`))

test.each([
  ['all shops', '', 'head'],
  ['one shop', '&shopId=1', 'head'],
  ["a franchise's two shops", '', 'owner'],
])('LTV of %s is the yearly report’s', async (_, rest, who) => {
  const [answer, { lifetime }] = [await ltv(rest, who), await yearly(rest, who)]
  expect(answer.period).toEqual({ from: '2025-11-01', to: '2026-10-31' })
  expect(answer.summary.predicted).toBeCloseTo(lifetime.predictedLtv as number, 6)
  expect(answer.summary.cohort12).toBeCloseTo(lifetime.cohortLtv as number, 6)
  expect(answer.summary.churnRate).toBe(lifetime.churnRate)
  expect(answer.summary.avgTenureMonths).toBe(lifetime.tenureMonths)
  const { salesPerMember, avgTenureMonths } = answer.summary
  expect((salesPerMember as number) * (avgTenureMonths as number)).toBeCloseTo(answer.summary.predicted as number, 6)
})

test.each([
  ['all shops', '', 'head'],
  ['one shop', '&shopId=1', 'head'],
  ['a part with a margin', '&gender=female&grossMargin=0.6', 'head'],
  ["a franchise's two shops", '', 'owner'],
])('the course of 予測LTV of %s ends with the summary, and each point is what its month says', async (_, rest, who) => {
  const { series, summary } = await ltv(rest, who)
  expect(series.map(({ month }) => month)).toEqual([
    ...['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'],
    ...['2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'],
  ])
  const { predicted, salesPerMember, churnRate } = summary
  expect(predicted).toBeGreaterThan(0)
  expect(series.at(-1)).toEqual({ month: '2026-10-01', predicted, salesPerMember, churnRate })
  const may = report.ltv.output.parse(await get(who, `ltv?year=2026&month=5${rest}`)).summary
  expect(series[6]).toEqual({
    month: '2026-05-01',
    predicted: may.predicted,
    salesPerMember: may.salesPerMember,
    churnRate: may.churnRate,
  })
})

test.each(['plan', 'gender', 'ageBand', 'joinRoute', 'shop'])('the groups by %s add up to all', async (groupBy) => {
  const { summary, groups } = await ltv(`&groupBy=${groupBy}`)
  const sum = (of: (one: Ltv['summary']) => number | null) => groups.reduce((all, one) => all + (of(one) ?? 0), 0)
  expect(groups.length).toBeGreaterThan(1)
  expect(sum((one) => one.members)).toBe(summary.members)
  expect(sum((one) => one.opening)).toBe(summary.opening)
  expect(sum((one) => one.withdrawals)).toBe(summary.withdrawals)
  expect(sum((one) => one.joined)).toBe(summary.joined)
  expect(sum((one) => one.realizedOf)).toBe(summary.realizedOf)
  // Sales of 会員以外 are a group of their own, without openings.
  const sales = groups.reduce((all, { salesPerMember, opening }) => all + (salesPerMember ?? 0) * (opening ?? 0), 0)
  const all = (summary.salesPerMember as number) * (summary.opening as number)
  expect(sales).toBeLessThanOrEqual(all + 1)
  if (groupBy === 'shop') expect(sales).toBeCloseTo(all, 4)
})

test('a filter gives what its group says', async () => {
  const { groups } = await ltv('&groupBy=plan')
  const [most] = groups
  const { summary } = await ltv(`&plan=${most?.key}`)
  const { key: _, label: __, survival: ___, ...figures } = most as NonNullable<typeof most>
  expect(summary).toEqual(figures)
})

test('cells that a cohort has not reached are empty, and survival never rises', async () => {
  const { cohorts, survival } = await ltv()
  expect(cohorts.map(({ month }) => month).slice(-2)).toEqual(['2026-09-01', '2026-10-01'])
  expect(cohorts.at(-1)?.remaining.map((n) => n !== null)).toEqual([true, ...Array.from({ length: 12 }, () => false)])
  for (const { joined, remaining } of cohorts) {
    const known = remaining.filter((n) => n !== null)
    expect(known).toEqual([...known].sort((one, other) => other - one))
    expect(known[0] ?? 0).toBeLessThanOrEqual(joined)
  }
  const shares = survival.map(({ share }) => share as number)
  expect(shares).toEqual([...shares].sort((one, other) => other - one))
  expect(survival.every(({ low, share, high }) => (low ?? 0) <= (share ?? 0) && (share ?? 0) <= (high ?? 0))).toBe(true)
})

test('a margin halves the value and not the tenure', async () => {
  const [whole, half] = [await ltv(), await ltv('&grossMargin=0.5')]
  expect(half.summary.predicted).toBeCloseTo((whole.summary.predicted as number) / 2, 6)
  expect(half.summary.avgTenureMonths).toBe(whole.summary.avgTenureMonths)
})

test('plans are 期末在籍 together, the shops are the chain, and a trainer reads no fee', async () => {
  const plans = async (rest = '', who = 'head') =>
    report.memberPlan.output.parse(await get(who, `member-plan?year=2026&month=10${rest}`))
  const chain = await plans()
  const month = report.monthlyStats.output.parse(await get('head', 'monthly-stats?year=2026&month=10'))
  const sum = (of: readonly (number | null | undefined)[]) => of.reduce<number>((all, one) => all + (one ?? 0), 0)
  expect(chain.total).toBe(month.thisMonthReport.members.closing)
  expect(chain.suspended).toBe(month.thisMonthReport.members.suspended)
  expect(sum(chain.plans.map(({ count }) => count))).toBe(chain.total)
  expect(chain.series).toHaveLength(12)
  expect(chain.series.at(-1)?.total).toBe(chain.total)
  const fees = chain.fees as NonNullable<typeof chain.fees>
  expect(fees.opening + sum(fees.moves.map(({ yen }) => yen))).toBe(fees.closing)
  expect(fees.moves.some(({ kind }) => kind === 'transferIn')).toBe(false)
  const single = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => plans(`&shopId=${id}`)))
  expect(sum(single.map(({ total }) => total))).toBe(chain.total)
  expect(sum(single.map((one) => one.fees?.closing))).toBe(fees.closing)
  expect(sum(single.flatMap(({ options }) => options.map(({ count }) => count)))).toBe(
    sum(chain.options.map(({ count }) => count)),
  )
  const seen = await plans('', 'trainer')
  expect(JSON.stringify(seen)).not.toMatch(/"(mrr|fee|fees|yen)"/)
  const { fees: _, ...ofManager } = await plans('', 'manager')
  expect(seen.plans.map(({ code, count }) => [code, count])).toEqual(
    ofManager.plans.map(({ code, count }) => [code, count]),
  )
})

test('会費の維持率: of the shops and of the chain, reasons and tenures add up to 退会, and a file has a line a month', async () => {
  const fees = async (rest = '', who = 'head') =>
    report.feeRetention.output.parse(await get(who, `fee-retention?year=2026&month=11${rest}`))
  const chain = await fees()
  expect(chain.period).toEqual({ from: '2025-11-01', to: '2026-10-31' })
  expect(chain.months).toHaveLength(24)
  const last = chain.months.at(-1) as (typeof chain.months)[number]
  const { fees: plans } = report.memberPlan.output.parse(await get('head', 'member-plan?year=2026&month=10'))
  expect(last.base).toBe(plans?.opening)
  const year = chain.months.slice(12).map(({ gross }) => gross.value as number)
  expect(last.yearGross.value).toBeCloseTo(
    year.reduce((all, rate) => all * rate, 1),
    9,
  )
  expect(last.yearGross.low).toBeLessThan(last.yearGross.value as number)
  const sum = (rows: readonly { year: { yen: number } | null }[] | undefined) =>
    rows?.reduce((all, one) => all + (one.year?.yen ?? 0), 0)
  const { total, byReason, byTenure } = chain.withdrawals
  expect(total.year?.yen).toBeGreaterThan(0)
  expect([sum(byReason), sum(byTenure)]).toEqual([total.year?.yen, total.year?.yen])
  // Without the chain's own rows: a franchise's two shops are what each is, less the transfers between them.
  const [both, ...each] = await Promise.all(['', '&shopId=5', '&shopId=6'].map((rest) => fees(rest, 'owner')))
  expect(sum([both?.withdrawals.total as typeof total])).toBe(sum(each.map((one) => one.withdrawals.total)))
  expect(both?.cohorts.map((one) => one.fees)).toEqual(
    both?.cohorts.map((_, at) => each.reduce((all, one) => all + (one.cohorts[at]?.fees ?? 0), 0)),
  )
  expect(await get('trainer', 'fee-retention?year=2026&month=11')).toMatchObject({ code: 'forbidden' })
  const { text } = await api.get('/api/admin/report/fee-retention?year=2026&month=11&shopId=1', {
    token: tokens.manager,
    headers: { accept: 'text/csv' },
  })
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(25)
  expect(lines[0]).toContain('月次グロス維持率（%）')
  expect(lines.at(-1)).toMatch(/^"?2026\/10"?,/)
})
