import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { report } from '#contract/report.ts'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { seed } from '../../db/seed/seed.ts'

// The report at the wire, over a small demo chain: shop 1 is 新宿店, shops 5 and 6 are the franchise's.

let api: Api
const tokens: Record<string, string> = {}
beforeAll(async () => {
  api = await startApi()
  await seed(api.database, { until: '2026-11-20', members: 400, shops: 6, months: 4 })
  tokens.partner = await api.as({ role: 'level1', shops: ['1'] })
  tokens.partnerOfTwo = await api.as({ role: 'level1', shops: ['1', '2'] })
  tokens.trainer = await api.as({ role: 'level2', shops: ['1'] })
  tokens.manager = await api.as({ role: 'level3', shops: ['1'] })
  tokens.owner = await api.as({ role: 'level4', shops: ['5', '6'] })
  tokens.head = await api.as({ role: 'all' })
}, 180_000)
afterAll(() => api.close())

const path = '/api/admin/report/monthly-stats'
const october = `${path}?year=2026&month=10`
const ask = async (who: string, url = october) => {
  const answer = await api.get(url, { token: tokens[who] })
  return { ...answer, json: answer.status === 200 ? report.monthlyStats.output.parse(answer.json) : answer.json }
}

describe('report/monthly-stats', () => {
  test('tells head office the whole chain, and a manager their own shop, by the same figures', async () => {
    const chain = (await ask('head')).json
    const ofOne = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (id) => (await ask('head', `${october}&shopId=${id}`)).json),
    )
    expect(chain.requestInfo).toEqual({ shopId: null, year: 2026, month: 10 })
    expect(chain.thisMonthReport.members.closing).toBe(
      ofOne.reduce((sum, one) => sum + one.thisMonthReport.members.closing, 0),
    )
    expect(chain.thisMonthReport.sales.net).toBe(ofOne.reduce((sum, one) => sum + one.thisMonthReport.sales.net, 0))
    const { generatedAt: _, requestInfo: __, ...ofManager } = (await ask('manager')).json
    expect(ofOne[0]).toMatchObject(ofManager)
  })

  test('tells an owner their two shops and nothing of the others', async () => {
    const both = (await ask('owner')).json.thisMonthReport
    const [five, six] = await Promise.all(
      [5, 6].map(async (id) => (await ask('owner', `${october}&shopId=${id}`)).json.thisMonthReport),
    )
    expect(both.members.closing).toBe(five.members.closing + six.members.closing)
    expect(both.visits.count).toBe(five.visits.count + six.visits.count)
  })

  test('answers the same to a shop out of scope and to one that does not exist', async () => {
    const foreign = await ask('manager', `${october}&shopId=2`)
    const unknown = await ask('manager', `${october}&shopId=987654`)
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found'])
    expect({ ...foreign.json, ref: null }).toEqual({ ...unknown.json, ref: null })
    expect((await ask('head', `${october}&shopId=987654`)).status).toBe(404)
  })

  test('tells who has no shop an empty month, not an error', async () => {
    const nobody = await api.as({ role: 'level2', shops: [] })
    const answer = await api.get(october, { token: nobody })
    expect([answer.status, answer.json.thisMonthReport.members.closing]).toEqual([200, 0])
  })

  test.each(['partner', 'trainer'])('has no money in it for the %s', async (who) => {
    const { text, json } = await ask(who)
    expect(text).not.toMatch(/sales|gross|arpu|unpaid/)
    expect(json.thisMonthReport.visits.count).toBeGreaterThan(0)
  })

  test('reads no table that holds money for a role without money', async () => {
    await api.db.execute(sql`alter table shop_day_sales rename to hidden_sales`)
    try {
      expect((await ask('trainer')).status).toBe(200)
      expect((await ask('manager')).status).toBe(500)
    } finally {
      await api.db.execute(sql`alter table hidden_sales rename to shop_day_sales`)
    }
  })

  test('tells a partner no group of fewer than five people, and no movement by the day', async () => {
    for (const month of [9, 10, 11]) {
      const { json } = await ask('partner', `${path}?year=2026&month=${month}`)
      for (const period of [json.thisMonthReport, json.prevMonthReport, json.prevMonthToSameDay].filter(Boolean)) {
        const { churnRate: _, netGrowth: __, ...people } = period.members
        for (const count of [...Object.values(people), period.visits.unique, period.visits.zeroVisitors]) {
          expect(count === null || count === 0 || (count as number) >= 5).toBe(true)
        }
      }
      for (const day of json.dailyReports) {
        expect([day.admissions, day.transferIn, day.withdrawals, day.transferOut, day.closing]).toEqual(
          Array(5).fill(null),
        )
        expect(day.unique === null || day.unique === 0 || day.unique >= 5).toBe(true)
      }
    }
  })

  test('hides from a partner of two shops in the sum what is hidden in one of them', async () => {
    const sum = (await ask('partnerOfTwo')).json.thisMonthReport.members
    const parts = await Promise.all(
      [1, 2].map(async (id) => (await ask('partnerOfTwo', `${october}&shopId=${id}`)).json.thisMonthReport.members),
    )
    for (const figure of Object.keys(sum)) {
      if (parts.some((part) => part[figure] === null)) expect(sum[figure]).toBeNull()
    }
    expect(parts.some((part) => part.admissions === null || part.transferIn === null)).toBe(true)
  })

  test('is 速報 while the month is open, with the time of the data, and 確定 after', async () => {
    const open = (await ask('head', `${path}?year=2026&month=11`)).json
    expect([open.isProvisional, open.dataAsOf]).toEqual([true, '2026-11-20T23:59:59.999+09:00'])
    expect(open.prevMonthToSameDay).toMatchObject({ from: '2026-10-01', to: '2026-10-20' })
    expect(open.dailyReports.filter((day: { visits: number | null }) => day.visits === null)).toHaveLength(10)
    expect(open.scheduled.withdrawals).toBeGreaterThan(0)
    const closed = (await ask('head', `${path}?year=2026&month=9`)).json
    expect([closed.isProvisional, closed.prevMonthToSameDay]).toEqual([false, null])
  })

  test('knows Sundays and holidays', async () => {
    const { dailyReports } = (await ask('head', `${path}?year=2026&month=11`)).json
    const holidays = dailyReports.filter((day: { isHoliday: boolean }) => day.isHoliday)
    expect(holidays.map((day: { date: string }) => day.date)).toEqual(['2026-11-03', '2026-11-23'])
    expect(dailyReports[0].dow).toBe(0)
  })

  test.each([
    ['year=2100&month=12', 31],
    ['year=2000&month=2', 29],
  ])('answers for %s too', async (query, days) => {
    const { status, json } = await ask('head', `${path}?${query}`)
    expect([status, json.dailyReports.length]).toEqual([200, days])
  })

  test.each(['year=2026&month=13', 'year=2026', 'year=abc&month=1', 'year=1999&month=1', 'year=2026&month=1&shopId=0'])(
    'refuses %s with 422',
    async (query) => {
      expect((await ask('head', `${path}?${query}`)).status).toBe(422)
    },
  )
})

describe('the CSV of a month', () => {
  const sheet = async (who: string) => api.get(october, { token: tokens[who], headers: { accept: 'text/csv' } })
  const rowsOf = (text: string) =>
    text
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))

  test('has a row for each day, with the figures of the report', async () => {
    const rows = rowsOf((await sheet('manager')).text)
    expect(rows[0]).toEqual([
      '日付',
      '曜日',
      '祝日',
      '入会（名）',
      '転入（名）',
      '退会（名）',
      '転出（名）',
      '在籍（名）',
      '来館数（回）',
      '来館者数（名）',
      '売上（円・税込）',
    ])
    const { dailyReports } = (await ask('manager')).json
    expect(rows).toHaveLength(32)
    expect(rows[1]?.slice(0, 2)).toEqual(['2026/10/01', '木'])
    expect(rows.slice(1).map((row) => Number(row[8]))).toEqual(
      dailyReports.map((day: { visits: number }) => day.visits),
    )
  })

  test('is for those who may export', async () => {
    expect([(await sheet('partner')).status, (await sheet('trainer')).status]).toEqual([403, 403])
  })
})
