import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { report } from '#contract/report.ts'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { seed } from '../../seed/seed.ts'

// The report in wire format, over a small demo chain: shop 1 is 新宿店, shops 5 and 6 are the franchise's.

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
})
afterAll(() => api.close())

const path = '/api/admin/report/monthly-stats'
const october = `${path}?year=2026&month=10`
const readMonth = async (who: string, url = october) => {
  const answer = await api.get(url, { token: tokens[who] })
  return { ...answer, json: answer.status === 200 ? report.monthlyStats.output.parse(answer.json) : answer.json }
}

describe('report/monthly-stats', () => {
  test('shows head office the whole chain, and a manager their own shop, with the same figures', async () => {
    const chain = (await readMonth('head')).json
    const ofOne = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (id) => (await readMonth('head', `${october}&shopId=${id}`)).json),
    )
    expect(chain.requestInfo).toEqual({ shopId: null, year: 2026, month: 10 })
    expect(chain.thisMonthReport.members.closing).toBe(
      ofOne.reduce((sum, one) => sum + one.thisMonthReport.members.closing, 0),
    )
    expect(chain.thisMonthReport.sales.net).toBe(ofOne.reduce((sum, one) => sum + one.thisMonthReport.sales.net, 0))
    const { generatedAt: _, requestInfo: __, ...ofManager } = (await readMonth('manager')).json
    expect(ofOne[0]).toMatchObject(ofManager)
  })

  test('shows an owner only their two shops', async () => {
    const both = (await readMonth('owner')).json.thisMonthReport
    const [five, six] = await Promise.all(
      [5, 6].map(async (id) => (await readMonth('owner', `${october}&shopId=${id}`)).json.thisMonthReport),
    )
    expect(both.members.closing).toBe(five.members.closing + six.members.closing)
    expect(both.visits.count).toBe(five.visits.count + six.visits.count)
  })

  test('answers the same for a shop out of scope and a missing one', async () => {
    const foreign = await readMonth('manager', `${october}&shopId=2`)
    const unknown = await readMonth('manager', `${october}&shopId=987654`)
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found'])
    expect({ ...foreign.json, ref: null }).toEqual({ ...unknown.json, ref: null })
    expect((await readMonth('head', `${october}&shopId=987654`)).status).toBe(404)
  })

  test('shows staff without a shop an empty month, not an error', async () => {
    const withoutShops = await api.as({ role: 'level2', shops: [] })
    const answer = await api.get(october, { token: withoutShops })
    expect([answer.status, answer.json.thisMonthReport.members.closing]).toEqual([200, null])
  })

  test.each(['partner', 'trainer'])('has no money in it for the %s', async (who) => {
    const { text, json } = await readMonth(who)
    expect(text).not.toMatch(/sales|gross|arpu|unpaid|dues|ltv/i)
    expect(json.thisMonthReport.visits.count).toBeGreaterThan(0)
  })

  test('reads no table of money for a role without money', async () => {
    await api.db.execute(sql`alter table shop_day_sales rename to hidden_sales`)
    try {
      expect((await readMonth('trainer')).status).toBe(200)
      expect((await readMonth('manager')).status).toBe(500)
    } finally {
      await api.db.execute(sql`alter table hidden_sales rename to shop_day_sales`)
    }
  })

  test('discloses to a partner rounded counts of a closed month, and no movement, rate or day', async () => {
    const { members, visits } = (await readMonth('partner')).json.thisMonthReport
    expect(Object.entries(members).filter(([, figure]) => figure !== null)).toEqual([['closing', members.closing]])
    expect(visits).toMatchObject({ days: null, rate: null, perMember: null, zeroVisitors: null })
    const exact = (await readMonth('manager')).json.thisMonthReport
    for (const [disclosed, count] of [
      [members.closing, exact.members.closing],
      [visits.count, exact.visits.count],
      [visits.unique, exact.visits.unique],
    ]) {
      expect(disclosed % 5).toBe(0)
      expect(Math.abs(disclosed - count)).toBeLessThanOrEqual(2)
    }
    for (const day of (await readMonth('partner')).json.dailyReports)
      expect([day.visits, day.closing]).toEqual([null, null])
  })

  test('discloses to a partner of an open month only its closed neighbours', async () => {
    const { json } = await readMonth('partner', `${path}?year=2026&month=11`)
    expect([json.thisMonthReport.members.closing, json.thisMonthReport.visits.count]).toEqual([null, null])
    expect([json.prevMonthToSameDay, json.landing, json.target, json.visitHours]).toEqual([null, null, null, null])
    expect(json.prevMonthReport).toEqual((await readMonth('partner')).json.thisMonthReport)
  })

  test('discloses to a partner of two shops the sum of what each discloses', async () => {
    const closing = async (query = '') =>
      (await readMonth('partnerOfTwo', october + query)).json.thisMonthReport.members.closing
    expect(await closing()).toBe((await closing('&shopId=1')) + (await closing('&shopId=2')))
  })

  test('is 速報 while the month is open, with the time of the data, and 確定 after', async () => {
    const open = (await readMonth('head', `${path}?year=2026&month=11`)).json
    expect([open.isProvisional, open.dataAsOf]).toEqual([true, '2026-11-20T23:59:59.999+09:00'])
    expect(open.prevMonthToSameDay).toMatchObject({ from: '2026-10-01', to: '2026-10-20' })
    expect(open.dailyReports.filter((day: { visits: number | null }) => day.visits === null)).toHaveLength(10)
    expect(open.scheduled.withdrawals).toBeGreaterThan(0)
    const closed = (await readMonth('head', `${path}?year=2026&month=9`)).json
    expect([closed.isProvisional, closed.prevMonthToSameDay]).toEqual([false, null])
  })

  test('knows Sundays and holidays', async () => {
    const { dailyReports } = (await readMonth('head', `${path}?year=2026&month=11`)).json
    const holidays = dailyReports.filter((day: { isHoliday: boolean }) => day.isHoliday)
    expect(holidays.map((day: { date: string }) => day.date)).toEqual(['2026-11-03', '2026-11-23'])
    expect(dailyReports[0].dow).toBe(0)
  })

  test.each([
    ['year=2100&month=12', 31],
    ['year=2000&month=2', 29],
  ])('answers for %s too', async (query, days) => {
    const { status, json } = await readMonth('head', `${path}?${query}`)
    expect([status, json.dailyReports.length]).toEqual([200, days])
  })

  test.each(['year=2026&month=13', 'year=2026', 'year=abc&month=1', 'year=1999&month=1', 'year=2026&month=1&shopId=0'])(
    'refuses %s with 422',
    async (query) => {
      expect((await readMonth('head', `${path}?${query}`)).status).toBe(422)
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

  test('has one row per day, with the report’s figures', async () => {
    const rows = rowsOf((await sheet('manager')).text)
    expect(rows[0]).toEqual([
      '日付',
      '曜日',
      '祝日',
      '来館数（回）',
      '来館者数（名）',
      '入会（名）',
      '退会（名）',
      '転入（名）',
      '転出（名）',
      '在籍（名）',
      '予約（件）',
      '出席（件）',
      '無断キャンセル（件）',
      '売上（円・税込）',
    ])
    const { dailyReports } = (await readMonth('manager')).json
    expect(rows).toHaveLength(32)
    expect(rows[1]?.slice(0, 2)).toEqual(['2026/10/01', '木'])
    expect(rows.slice(1).map((row) => Number(row[3]))).toEqual(
      dailyReports.map((day: { visits: number }) => day.visits),
    )
  })

  test('is named by its shop and days, an open month up to the data date', async () => {
    const nameOf = async (who: string, query: string) => {
      const answer = await api.get(`${path}${query}`, { token: tokens[who], headers: { accept: 'text/csv' } })
      const lines = answer.text.trimEnd().split('\r\n')
      return [decodeURIComponent(answer.headers.get('content-disposition')?.split("''")[1] ?? ''), lines.length - 1]
    }
    expect(await nameOf('head', '?year=2026&month=10&shopId=1')).toEqual([
      '日ごとの集計_新宿店_20261001-20261031_20261121_1000.csv',
      31,
    ])
    expect(await nameOf('head', '?year=2026&month=11')).toEqual([
      '日ごとの集計_全店舗_20261101-20261120_20261121_1000.csv',
      20,
    ])
    expect((await nameOf('manager', '?year=2026&month=11'))[0]).toMatch(/^日ごとの集計_新宿店_/)
    expect((await nameOf('owner', '/shops?year=2026&month=10'))[0]).toBe('店舗の比較_全店舗_202610_20261121_1000.csv')
  })

  test('requires the right to export', async () => {
    expect([(await sheet('partner')).status, (await sheet('trainer')).status]).toEqual([403, 403])
  })
})

describe('report/monthly-stats/shops', () => {
  const shopsPath = `${path}/shops?year=2026&month=10`
  const compare = async (who: string) => {
    const answer = await api.get(shopsPath, { token: tokens[who] })
    return { text: answer.text, ...report.monthlyStatsByShop.output.parse(answer.json) }
  }

  test('shows each shop’s own figures, in display order, and their sums are those of the chain', async () => {
    const { shops } = await compare('head')
    expect(shops.map(({ shopId }) => shopId)).toEqual(['1', '2', '3', '4', '5', '6'])
    const chain = (await readMonth('head')).json.thisMonthReport
    for (const row of shops) {
      const { members, visits, reservations, leads, sales } = (
        await readMonth('head', `${october}&shopId=${row.shopId}`)
      ).json.thisMonthReport
      expect(row).toMatchObject({
        opening: members.opening,
        closing: members.closing,
        churnRate: members.churnRate,
        visits: visits.count,
        visitRate: visits.rate,
        utilization: reservations.utilization,
        trialConversion: leads.trialConversion,
        sales: sales.net,
        arpu: sales.arpu,
        collectionRate: sales.collectionRate,
      })
    }
    const sum = (of: (row: (typeof shops)[number]) => number | null | undefined) =>
      shops.reduce((total, row) => total + (of(row) ?? 0), 0)
    expect([sum((row) => row.closing), sum((row) => row.visits), sum((row) => row.sales)]).toEqual([
      chain.members.closing,
      chain.visits.count,
      chain.sales.net,
    ])
  })

  test('shows an owner their two shops', async () => {
    expect((await compare('owner')).shops.map(({ shopId }) => shopId)).toEqual(['5', '6'])
  })

  test('has no money in it for a trainer, and for a partner only 期末在籍 and 来館数', async () => {
    expect((await compare('trainer')).text).not.toMatch(/sales|arpu|collection|dues|ltv/i)
    const { text, shops } = await compare('partnerOfTwo')
    expect(text).not.toMatch(/sales|arpu|collection|dues|ltv/i)
    const { shops: exact } = await compare('head')
    expect(shops.map(({ shopId, shopName }) => [shopId, shopName])).toEqual(
      exact.slice(0, 2).map(({ shopId, shopName }) => [shopId, shopName]),
    )
    for (const { shopId, shopName, closing, visits, ...withheld } of shops) {
      expect([closing, visits].every((count) => count !== null && count > 0 && count % 5 === 0)).toBe(true)
      expect(Object.values(withheld)).toEqual(Object.values(withheld).map(() => null))
    }
  })

  test('is exported with the same figures', async () => {
    const sheet = await api.get(shopsPath, { token: tokens.head, headers: { accept: 'text/csv' } })
    const lines = sheet.text.slice(1).trimEnd().split('\r\n')
    const { shops } = await compare('head')
    expect(lines[0]).toBe(
      '店舗,期首在籍（名）,入会（名）,退会（名）,純増減（名）,転入（名）,転出（名）,期末在籍（名）,退会率（%）,来館数（回）,実働率（%）,予約枠稼働率（%）,体験入会率（%）,売上（円・税込）,客単価（円）,回収率（%）',
    )
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual(
      shops.map(({ shopName, opening }) => [shopName, String(opening)]),
    )
  })
})

describe('report/yearly-stats', () => {
  const year = '/api/admin/report/yearly-stats?year=2026'
  const read = async (who: string, url = year) => {
    const answer = await api.get(url, { token: tokens[who] })
    return { ...answer, json: answer.status === 200 ? report.yearlyStats.output.parse(answer.json) : answer.json }
  }

  test('has the months of the monthly reports, and their sums', async () => {
    const { thisYearReport, monthlyReports } = (await read('head')).json
    const month = (await readMonth('head')).json.thisMonthReport
    expect(monthlyReports[9]).toEqual({ ...month, visits: { ...month.visits, median: null }, year: 2026, month: 10 })
    const counted = monthlyReports.filter((one: typeof month) => one.members.closing !== null)
    const sum = (of: (one: typeof month) => number) =>
      counted.reduce((total: number, one: typeof month) => total + of(one), 0)
    // The demo's contracts are known from its first month on.
    expect(counted).toHaveLength(4)
    expect([
      sum((one) => one.members.withdrawals),
      sum((one) => one.visits.count),
      sum((one) => one.reservations.booked),
      sum((one) => one.sales.net),
    ]).toEqual([
      thisYearReport.members.withdrawals,
      thisYearReport.visits.count,
      thisYearReport.reservations.booked,
      thisYearReport.sales.net,
    ])
  })

  test('shows head office, an owner and a manager their own shops', async () => {
    const closing = async (who: string, url = year) => (await read(who, url)).json.thisYearReport.members.closing
    const ofOne = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => closing('head', `${year}&shopId=${id}`)))
    expect(await closing('head')).toBe(ofOne.reduce((sum, one) => sum + one, 0))
    expect(await closing('owner')).toBe(ofOne[4] + ofOne[5])
    expect(await closing('manager')).toBe(ofOne[0])
  })

  test('starts in the requested month', async () => {
    const { thisYearReport, monthlyReports, prevYearToSameDay } = (await read('head', `${year}&fiscalStartMonth=4`))
      .json
    expect([thisYearReport.from, thisYearReport.to]).toEqual(['2026-04-01', '2026-11-20'])
    expect(monthlyReports[0]).toMatchObject({ year: 2026, month: 4 })
    expect(prevYearToSameDay).toMatchObject({ from: '2025-04-01', to: '2025-11-20' })
  })

  test.each(['partner', 'trainer'])('has no money in it for the %s, and no table of money is read', async (who) => {
    const tables = ['shop_day_sales', 'shop_month_sales']
    for (const table of tables) await api.db.execute(sql.raw(`alter table ${table} rename to hidden_${table}`))
    try {
      const { status, text } = await read(who)
      expect(status).toBe(200)
      expect(text).not.toMatch(/sales|gross|arpu|unpaid|dues|ltv/i)
    } finally {
      for (const table of tables) await api.db.execute(sql.raw(`alter table hidden_${table} rename to ${table}`))
    }
  })

  test('discloses to a partner the rounded counts of closed months, and their sums', async () => {
    const { thisYearReport, monthlyReports, ...rest } = (await read('partner')).json
    const over = monthlyReports.filter((one: { to: string }) => one.to <= '2026-11-20')
    const visits = over.map((one: typeof thisYearReport) => one.visits.count)
    expect(visits).toHaveLength(10)
    expect(thisYearReport.visits.count).toBe(visits.reduce((sum: number, count: number) => sum + count, 0))
    expect(thisYearReport.members.closing).toBe(over.at(-1).members.closing)
    expect(monthlyReports[10].visits.count).toBeNull()
    expect([rest.prevYearToSameDay, rest.equilibrium, rest.lifetime.churnRate]).toEqual([null, null, null])
    expect([thisYearReport.averageMonthlyChurn, thisYearReport.members.churnRate]).toEqual([null, null])
  })

  test('refuses a partner any other first month: sliding years would reveal single months', async () => {
    for (const month of [2, 4, 12]) {
      const { status, json } = await read('partner', `${year}&fiscalStartMonth=${month}`)
      expect([status, json.fields]).toEqual([422, { fiscalStartMonth: '年は1月始まりのみ表示できます。' }])
    }
    expect((await read('partner', `${year}&fiscalStartMonth=1`)).status).toBe(200)
  })

  test('is exported with twelve months and their total', async () => {
    const sheet = await api.get(`${year}&shopId=1`, { token: tokens.manager, headers: { accept: 'text/csv' } })
    const lines = sheet.text.slice(1).trimEnd().split('\r\n')
    // The last says that the data begin within the year.
    expect(lines).toHaveLength(15)
    expect(lines[14]).toMatch(/^[^,]*のデータは2026\/\d\d\/\d\dからです/)
    const { thisYearReport } = (await read('manager')).json
    expect(lines[13]?.split(',')[2]).toBe(String(thisYearReport.members.admissions))
    expect(lines[13]).toMatch(/^年計,/)
    expect(lines[12]).toMatch(/^2026年12月,,/)
    expect(lines[0]).toContain('純増減（名）')
    expect(lines[0]).toContain('実働率（%）')
    expect(lines[0]).toContain('体験入会率（%）')
    expect(lines[0]).toContain('回収率（%）')
    const { membershipFee } = thisYearReport.sales.byCategory
    expect(lines[13]?.split(',')[(lines[0] ?? '').split(',').indexOf('会費の売上（円・税込）')]).toBe(
      String(membershipFee),
    )
  })

  test.each([
    ['', '月ごとの集計_全店舗_202601-202612'],
    ['&shopId=1&fiscalStartMonth=4', '月ごとの集計_新宿店_202604-202703'],
  ])('is named by its shop and months (%j)', async (query, name) => {
    const sheet = await api.get(`${year}${query}`, { token: tokens.head, headers: { accept: 'text/csv' } })
    expect(decodeURIComponent(sheet.headers.get('content-disposition') ?? '')).toContain(`''${name}_20261121_1000.csv`)
  })

  test.each(['year=1999', 'year=2026&fiscalStartMonth=13', 'fiscalStartMonth=4'])(
    'refuses %s with 422',
    async (query) => {
      expect((await read('head', `/api/admin/report/yearly-stats?${query}`)).status).toBe(422)
    },
  )
})
