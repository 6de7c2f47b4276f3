import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PeriodReport, report } from '#contract/report.ts'
import type { Admission } from '#contract/report-admission.ts'
import type { Why } from '#contract/report-why.ts'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { seed } from '../../seed/seed.ts'

// 入会・退会 in wire format, over a small demo chain.

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
const admission = async (rest = '', who = 'head', days = 'from=2025-12-01&to=2026-11-30'): Promise<Admission> =>
  report.admission.output.parse((await get(who, `admission?${days}${rest}`)).json)
const sum = <T>(rows: readonly T[] | null, of: (row: T) => number | null) =>
  (rows ?? []).reduce((all, row) => all + (of(row) ?? 0), 0)

test.each([
  ['all shops', '', 'head'],
  ['one shop', '&shopId=1', 'head'],
  ["a franchise's two shops", '', 'owner'],
])('a month of %s has the monthly report’s figures', async (_, shop, who) => {
  const { summary, series } = await admission(shop, who, 'from=2026-10-01&to=2026-10-31')
  const { thisMonthReport } = report.monthlyStats.output.parse(
    (await get(who, `monthly-stats?year=2026&month=10${shop}`)).json,
  )
  const { members, leads } = thisMonthReport
  for (const name of [
    'opening',
    'closing',
    'admissions',
    'readmissions',
    'withdrawals',
    'withdrawalRequests',
    'netGrowth',
  ] as const)
    expect([name, summary[name]]).toEqual([name, members[name]])
  expect(summary.churnRate.rate).toBe(members.churnRate)
  expect(summary.trialConversion).toMatchObject({
    count: leads.trialsJoined,
    of: leads.trials,
    rate: leads.trialConversion,
  })
  expect(series).toHaveLength(31)
})

test.each(['joined', 'contracted', 'firstUse'])('every breakdown of a year by %s adds up to its total', async (by) => {
  const answer = await admission(`&joinedBy=${by}&unit=month`)
  const { admissions, withdrawals } = answer.summary
  expect(admissions).toBeGreaterThan(20)
  expect(sum(answer.series, (one) => one.admissions)).toBe(admissions)
  expect(sum(answer.byRoute, (one) => one.admissions)).toBe(admissions)
  expect(sum(answer.byCampaign, (one) => one.admissions)).toBe(admissions)
  expect(sum(answer.byAgeGender, (one) => one.male + one.female + one.none)).toBe(admissions)
  expect(sum(answer.byRoute, (one) => one.early.of)).toBe(answer.summary.early.of)
  expect(sum(answer.series, (one) => one.withdrawals)).toBe(withdrawals)
  expect(sum(answer.withdrawalReasons, (one) => one.count)).toBe(withdrawals)
  expect(sum(answer.withdrawalByTenure, (one) => one.count)).toBe(withdrawals)
  expect(sum(answer.withdrawalByAbsence, (one) => one.count)).toBe(withdrawals)
  expect(sum(answer.admissionsByLead, (one) => one.count)).toBe(admissions)
  expect((answer.stayed.count ?? 0) + (answer.summary.early.count ?? 0)).toBe(answer.summary.early.of)
})

test('no rate is over another kind of people: 見学 and 体験 are each of those who joined, never above 100 %', async () => {
  const { leads, summary } = await admission()
  const [tour, trial] = leads
  for (const { count, joined, open } of leads) {
    expect(joined.of).toBe(count)
    expect((joined.count ?? 0) + (open ?? 0)).toBeLessThanOrEqual(count ?? 0)
    expect(joined.rate).toBeLessThanOrEqual(1)
  }
  expect(tour?.joined.count).toBeGreaterThan(0)
  expect(trial?.joined).toEqual(summary.trialConversion)
})

test('who leaves early is a rate of those whose three months are over, or nothing', async () => {
  const { summary, stayed } = await admission('', 'head', 'from=2026-10-01&to=2026-11-20')
  expect(summary.early).toEqual({ count: 0, of: 0, rate: null, low: null, high: null })
  expect(stayed).toMatchObject({ of: 0, rate: null })
})

test('level2 gets counts: neither reasons, which a day would give a name, nor who returns', async () => {
  const [trainer, head] = [await admission('&shopId=1', 'trainer'), await admission('&shopId=1')]
  expect(trainer.withdrawalReasons).toBeNull()
  expect(trainer.summary).toEqual(head.summary)
  expect(trainer.returning).not.toHaveProperty('members')
  expect(trainer.returning?.count).toBe(head.returning?.count)
  expect(head.returning?.members).toHaveLength(Math.min(200, head.returning?.count ?? 0))
})

test.each([['from=2026-10-02&to=2026-10-01'], ['from=2025-10-01&to=2026-10-02']])(
  'days that are no period of twelve months are refused at their end: %s',
  async (days) => {
    expect(await get('head', `admission?${days}`)).toMatchObject({
      status: 422,
      json: { fields: { to: expect.stringMatching(/[ぁ-ん]/) } },
    })
  },
)

test('the file has a line for each group', async () => {
  const { text } = await api.get('/api/admin/report/admission?from=2026-10-01&to=2026-10-31', {
    token: tokens.head,
    headers: { accept: 'text/csv' },
  })
  expect(text).toContain('入会経路,')
  expect(text).toContain('退会時の在籍期間,')
  const { leads, admissionsByLead } = await admission('', 'head', 'from=2026-10-01&to=2026-10-31')
  expect(text).toContain(`見学・体験,見学,${leads[0]?.count}`)
  expect(text).toContain(
    `見学・体験,見学からの入会（60日以内）,${leads[0]?.joined.count},見学入会率,${leads[0]?.joined.of},`,
  )
  expect(text).toContain(`入会前の見学・体験,どちらもなし,${admissionsByLead?.[1]?.count}`)
  expect(text).toContain('キャンペーン,キャンペーンなし,')
  expect(text).not.toContain('前の段階')
})

test.each([
  ['2026-09-01', '2026-11-30', 'year=2026&month=9&span=3', 'year=2026&month=12&span=3'],
  ['2026-03-01', '2026-08-31', 'year=2026&month=3&span=6', 'year=2026&month=6&span=6'],
  ['2025-12-01', '2026-11-30', 'year=2025&month=12&span=12', 'year=2026&month=3&span=12'],
])('from %s to %s as many people as each figure says stand behind it', async (from, to, period, later) => {
  const { summary } = await admission('', 'head', `from=${from}&to=${to}`)
  const behind = async (rest: string) => (await get('head', `figure/members?limit=200&${rest}`)).json
  for (const figure of ['admissions', 'withdrawals'] as const) {
    const { list, figure: shown } = await behind(`figure=${figure}&${period}`)
    expect(shown).toBe(summary[figure])
    expect(list).toHaveLength(summary[figure] ?? 0)
    for (const { date } of list) expect([date >= from, date <= to]).toEqual([true, true])
  }
  expect((await behind(`figure=retentionLost&months=3&${later}`)).figure).toBe(summary.early.count ?? 0)
  const file = await api.get(`/api/admin/report/figure/members?figure=withdrawals&${period}`, {
    token: tokens.head,
    headers: { accept: 'text/csv' },
  })
  expect(file.text.trim().split('\r\n')).toHaveLength(1 + (summary.withdrawals ?? 0))
})

const october = 'from=2026-10-01&to=2026-10-31'
const why = async (figure: string, who = 'head', rest = ''): Promise<Why> =>
  report.why.output.parse((await get(who, `why?${october}&figure=${figure}${rest}`)).json)

test('「なぜ」 has the figures of the month and of the one before, and its parts are their difference', async () => {
  const { thisMonthReport, prevMonthReport } = report.monthlyStats.output.parse(
    (await get('head', 'monthly-stats?year=2026&month=10')).json,
  )
  for (const [figure, of] of [
    ['closing', (one: PeriodReport) => one.members.closing],
    ['admissions', (one: PeriodReport) => one.members.admissions],
    ['withdrawals', (one: PeriodReport) => one.members.withdrawals],
    ['netGrowth', (one: PeriodReport) => one.members.netGrowth],
    ['churnRate', (one: PeriodReport) => one.members.churnRate],
    ['visits', (one: PeriodReport) => one.visits.count],
    ['sales', (one: PeriodReport) => one.sales?.net ?? null],
  ] as const) {
    const answer = await why(figure)
    expect([figure, answer.before, answer.after]).toEqual([figure, of(prevMonthReport), of(thisMonthReport)])
    // Sales also by their kind.
    expect(answer.dimensions).toHaveLength(figure === 'sales' ? 5 : 4)
    for (const { parts } of answer.dimensions ?? [])
      expect(sum(parts, ({ mix, rate }) => mix + rate)).toBeCloseTo((answer.after ?? 0) - (answer.before ?? 0), 9)
  }
  const plans = report.memberPlan.output.parse((await get('head', 'member-plan?year=2026&month=10')).json)
  const fees = await why('fees')
  expect([fees.before, fees.after]).toEqual([plans.fees?.opening, plans.fees?.closing])
})

test('在籍 is taken apart by who joined, left and moved, as the month counts them, and not by 在籍期間', async () => {
  const { members } = report.monthlyStats.output.parse(
    (await get('head', 'monthly-stats?year=2026&month=10')).json,
  ).thisMonthReport
  const { dimensions, opensWith } = await why('closing')
  expect([opensWith, dimensions?.map(({ dimension }) => dimension)]).toEqual([
    'movement',
    ['movement', 'plan', 'ageBand', 'shop'],
  ])
  const moves = Object.fromEntries(dimensions?.[0]?.parts.map(({ key, total }) => [key, total]) ?? [])
  expect([moves.admissions ?? 0, moves.withdrawals ?? 0]).toEqual([members.admissions, -(members.withdrawals ?? 0)])
})

test('the rows of a group are those that its part was counted from', async () => {
  const filters = { plan: 'plan', ageBand: 'ageBand', tenure: 'tenure', joinRoute: 'joinRoute', shop: 'shopId' }
  for (const [figure, rows] of [
    ['admissions', 'admissions'],
    ['withdrawals', 'withdrawals'],
    ['netGrowth', 'netGrowth'],
    ['closing', 'closingMembers'],
  ] as const) {
    for (const { dimension, parts } of (await why(figure)).dimensions ?? []) {
      // Kinds are of sales only, and have no people; movements have figures of their own.
      if (dimension === 'movement' || dimension === 'category') continue
      for (const { key, after } of parts) {
        const path = `figure/members?year=2026&month=10&figure=${rows}&${filters[dimension]}=${encodeURIComponent(key)}`
        const { json } = await get('head', path)
        // Of several shops a transfer between two of them moves nobody, but each of the two.
        if (figure === 'netGrowth' && dimension === 'shop') continue
        expect([figure, dimension, key, json.figure]).toEqual([figure, dimension, key, after.value])
      }
    }
  }
})

const mean = async (figure: string, days: string) =>
  report.why.output.parse((await get('head', `why?${days}&figure=${figure}&against=mean`)).json)

test.each([
  ['a week', 'from=2026-11-02&to=2026-11-08', { from: '2026-10-05', to: '2026-11-01' }, 4],
  ['a month', october, { from: '2026-07-01', to: '2026-09-30' }, 3],
])('「なぜ」 of %s has the mean of the periods before, in parts that add up', async (_, days, comparedWith, meanOf) => {
  for (const figure of ['admissions', 'withdrawals', 'netGrowth', 'visits', 'sales', 'otherSales']) {
    const answer = await mean(figure, days)
    expect(answer).toMatchObject({ comparedWith, meanOf })
    const { from, to } = comparedWith
    const whole = (await get('head', `why?from=${from}&to=${to}&figure=${figure}`)).json as Why
    // `+ 0`: a small decrease rounds to -0, which JSON writes as 0.
    expect([figure, answer.before]).toEqual([figure, Math.round((whole.after ?? 0) / meanOf) + 0])
    for (const { dimension, parts } of answer.dimensions ?? []) {
      const change = (answer.after ?? 0) - (answer.before ?? 0)
      expect([figure, dimension, sum(parts, ({ total }) => total)]).toEqual([figure, dimension, change])
    }
  }
})

test('会費以外の売上 is 売上 without dues, in every dimension', async () => {
  const [all, others] = [await why('sales'), await why('otherSales')]
  const dues = all.dimensions
    ?.find(({ dimension }) => dimension === 'category')
    ?.parts.find(({ key }) => key === 'membershipFee')
  expect(dues?.after.value).toBeGreaterThan(0)
  expect([others.before, others.after]).toEqual([
    (all.before ?? 0) - (dues?.before.value ?? 0),
    (all.after ?? 0) - (dues?.after.value ?? 0),
  ])
  for (const { parts } of others.dimensions ?? []) {
    expect(sum(parts, ({ after }) => after.value)).toBe(others.after)
  }
  expect((await get('trainer', `why?${october}&figure=otherSales`)).status).toBe(403)
})

test('a mean is of a week or a month that is over, and of what adds up over days', async () => {
  const refused = await get('head', 'why?from=2026-10-02&to=2026-10-31&figure=visits&against=mean')
  expect([refused.status, refused.json.fields]).toEqual([
    422,
    { to: '平均と比べる期間は、月曜日から日曜日までの1週間か、1か月にしてください。' },
  ])
  expect((await get('head', `why?${october}&figure=closing&against=mean`)).status).toBe(422)
  expect(await mean('visits', 'from=2026-11-01&to=2026-11-30')).toMatchObject({ comparedWith: null, dimensions: null })
})

test('a year before, an open month is compared to the same day; what is not known has no parts', async () => {
  const lastYear = await why('withdrawals', 'head', '&against=lastYear')
  expect(lastYear.comparedWith).toEqual({ from: '2025-10-01', to: '2025-10-31' })
  const open = (await get('head', 'why?from=2026-11-01&to=2026-11-30&figure=visits')).json
  expect([open.period, open.comparedWith]).toEqual([
    { from: '2026-11-01', to: '2026-11-20' },
    { from: '2026-10-01', to: '2026-10-20' },
  ])
  const unknown = (await get('head', 'why?from=2026-12-01&to=2026-12-31&figure=visits')).json
  expect([unknown.before, unknown.after, unknown.dimensions]).toEqual([null, null, null])
})

test.each(['all shops', 'one shop'])(
  '「なぜ」 of a running month of %s has 退会 known to come, against those known on the same day of October',
  async (which) => {
    const month = 'year=2026&month=11'
    const { shops } = report.monthlyStatsByShop.output.parse((await get('head', `monthly-stats/shops?${month}`)).json)
    const leaving = shops.find(({ scheduled }) => (scheduled?.withdrawals ?? 0) > 0)?.shopId
    const shop = which === 'one shop' ? `&shopId=${leaving}` : ''
    const { thisMonthReport, prevMonthReport, scheduled } = report.monthlyStats.output.parse(
      (await get('head', `monthly-stats?${month}${shop}`)).json,
    )
    const known = (thisMonthReport.members.withdrawals ?? 0) + (scheduled.withdrawals ?? 0)
    expect(scheduled.withdrawals).toBeGreaterThan(0)
    const answer = report.why.output.parse(
      (await get('head', `why?from=2026-11-01&to=2026-11-30&figure=withdrawals${shop}`)).json,
    )
    expect(answer.ahead).toEqual({
      period: { from: '2026-11-01', to: '2026-11-30' },
      comparedWith: { from: '2026-10-01', to: '2026-10-31' },
    })
    const { rows } = (await api.database.db.execute(sql`
    select count(*)::integer as later from contract where kind <> 'option' and end_on between '2026-10-21' and '2026-10-31'
      and cancel_requested_on > '2026-10-20' and (${shop === ''} or shop_id = ${leaving})`)) as unknown as {
      rows: { later: number }[]
    }
    expect([answer.before, answer.after]).toEqual([
      (prevMonthReport.members.withdrawals ?? 0) - (rows[0]?.later ?? 0),
      known,
    ])
    for (const { parts } of answer.dimensions ?? []) expect(sum(parts, ({ after }) => after.value)).toBe(known)
    const behind = async (rest = '') =>
      (await get('head', `figure/members?figure=knownWithdrawals&${month}${shop}${rest}`)).json
    expect(await behind()).toMatchObject({ figure: known, period: { from: '2026-11-01', to: '2026-11-30' } })
    for (const { key, after } of answer.dimensions?.find(({ dimension }) => dimension === 'tenure')?.parts ?? [])
      expect([key, (await behind(`&tenure=${key}`)).figure]).toEqual([key, after.value])

    const churned = (await get('head', `why?from=2026-11-01&to=2026-11-30&figure=churnRate${shop}`)).json
    expect(churned.after).toBeCloseTo(known / (thisMonthReport.members.opening ?? 0), 10)
    const growth = (await get('head', `why?from=2026-11-01&to=2026-11-30&figure=netGrowth${shop}`)).json
    expect(growth.after).toBe(
      (thisMonthReport.members.netGrowth ?? 0) + (scheduled.admissions ?? 0) - (scheduled.withdrawals ?? 0),
    )
    expect((await why('withdrawals')).ahead).toBeNull()
  },
)

test('a running month ends alike on the dashboard, in 店舗の比較 and in 入会・退会', async () => {
  const monthOf = async (shop: string) =>
    report.monthlyStats.output.parse((await get('head', `monthly-stats?year=2026&month=11${shop}`)).json)
  const { shops } = report.monthlyStatsByShop.output.parse(
    (await get('head', 'monthly-stats/shops?year=2026&month=11')).json,
  )
  for (const { shopId, shopName, scheduled, landing } of shops) {
    const own = await monthOf(`&shopId=${shopId}`)
    expect([shopName, scheduled, landing]).toEqual([
      shopName,
      { admissions: own.scheduled.admissions, withdrawals: own.scheduled.withdrawals },
      own.landing && { withdrawals: own.landing.withdrawals, closing: own.landing.closing },
    ])
  }
  expect(shops.some(({ landing }) => landing !== null)).toBe(true)
  for (const shop of ['', '&shopId=1']) {
    const { landing, scheduled, thisMonthReport } = await monthOf(shop)
    const { coming } = await admission(shop, 'head', 'from=2026-11-01&to=2026-11-30')
    expect(coming).toMatchObject({ admissions: scheduled.admissions, withdrawals: scheduled.withdrawals })
    expect(coming?.forecast).toEqual({
      admissions: (landing?.admissions ?? 0) - (thisMonthReport.members.admissions ?? 0),
      withdrawals: (landing?.withdrawals ?? 0) - (thisMonthReport.members.withdrawals ?? 0),
    })
  }
  expect((await admission('', 'head', 'from=2026-10-01&to=2026-10-31')).coming).toBeNull()
  const { shops: closed } = (await get('head', 'monthly-stats/shops?year=2026&month=10')).json
  expect(closed[0]).toMatchObject({ scheduled: null, landing: null })
})

test('「なぜ」 of money and the rows of an age are for who may see money and birthdays', async () => {
  expect((await get('trainer', `why?${october}&figure=sales`)).status).toBe(403)
  expect((await get('trainer', `why?${october}&figure=withdrawals&shopId=1`)).status).toBe(200)
  const rows = (filter: string, figure = 'withdrawals', who = 'trainer') =>
    get(who, `figure/members?year=2026&month=10&figure=${figure}&${filter}`)
  expect((await rows('ageBand=30')).status).toBe(403)
  expect((await rows('tenure=6')).status).toBe(200)
  expect((await rows('tenure=6', 'visitDays', 'head')).status).toBe(422)
})

describe('最初の30日', () => {
  const firstDays = async (rest = '', who = 'head') =>
    report.firstDays.output.parse((await get(who, `first-days?year=2026&month=11${rest}`)).json)
  const newcomers = async (rest = '', who = 'head') =>
    report.firstDaysMembers.output.parse((await get(who, `first-days/members?limit=100${rest}`)).json)

  test('the groups of all shops are those of the shops added up, and have the joiners of 24 months', async () => {
    const [all, ...each] = await Promise.all(
      ['', ...[1, 2, 3, 4, 5, 6].map((id) => `&shopId=${id}`)].map((one) => firstDays(one)),
    )
    const counts = (one: typeof all) => [...(one?.groups ?? []).map(({ people }) => people), one?.leftBefore ?? 0]
    expect(counts(all)).toEqual(counts(all).map((_, at) => sum(each, (one) => counts(one)[at] ?? 0)))
    const months = await admission('', 'head', `from=2024-12-01&to=2025-11-30`)
    const rest = await admission('', 'head', `from=2025-12-01&to=${all?.joined?.to}`)
    expect(sum(counts(all), (one) => one)).toBe((months.summary.admissions ?? 0) + (rest.summary.admissions ?? 0))
  })

  test('the list has the newcomers that the report counts, with the telephone for who may export members', async () => {
    const [answer, { list, paging }] = [await firstDays(), await newcomers()]
    expect(paging.total).toBe(answer.newcomers?.below)
    expect(list.every(({ visits, usual, day }) => visits < usual && day >= 10 && day <= 30)).toBe(true)
    expect(list.some(({ tel }) => tel !== null && !tel.includes('*'))).toBe(true)
    const fileOf = async (path: string) =>
      (await api.get(`/api/admin/report/${path}`, { token: tokens.head, headers: { accept: 'text/csv' } })).text
    expect(await fileOf('first-days?year=2026&month=11')).toContain(`0日,${answer.groups?.[0]?.people},`)
    expect(await fileOf('first-days/members')).toContain(`${list[0]?.memberNo},`)
    expect((await firstDays('', 'trainer')).newcomers).not.toBeNull()
    expect((await get('trainer', 'first-days/members')).status).toBe(403)
  })
})
