import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { report as endpoints, type MonthlyStats, type PeriodReport, type YearlyStats } from '#contract/report.ts'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { openFacts } from '../../../tests/support/facts.ts'
import type { Facts } from '../../figures/plain-count.ts'

// What the reports answer about days without data. The facts are counted again by plain SQL over the raw rows.

let api: Api
let facts: Awaited<ReturnType<typeof openFacts>>
const tokens: Record<string, string> = {}
beforeAll(async () => {
  facts = await openFacts({ shops: 2, members: 8 })
  await facts.db.execute(sql`alter table user_account alter column id restart with 1000`)
  api = await startApi({ database: facts.database })
  tokens.head = await api.as({ role: 'all' })
  tokens.partner = await api.as({ role: 'level1', shops: ['1'] })
})
afterAll(() => api.close())

const get = async (url: string, who = 'head') =>
  (await api.get(`/api/admin/report/${url}`, { token: tokens[who] })).json
const month = async (year: number, month: number, who?: string): Promise<MonthlyStats> =>
  endpoints.monthlyStats.output.parse(await get(`monthly-stats?year=${year}&month=${month}`, who))
const year = async (year: number): Promise<YearlyStats> =>
  endpoints.yearlyStats.output.parse(await get(`yearly-stats?year=${year}&fiscalStartMonth=1`))

/** Eight people are members of shop 1 from March 2025 on, one more each month. */
const contracts: Facts['contracts'] = Array.from({ length: 8 }, (_, at) => ({
  member: at + 1,
  shop: 1,
  from: `2025-${String(at + 3).padStart(2, '0')}-01`,
}))
/** Members 1 to 3 come every second day from 15 November 2025 on, until 20 November 2026. */
const visits: Facts['visits'] = Array.from({ length: 186 }, (_, at) => {
  const day = new Date(Date.UTC(2025, 10, 15 + 2 * at)).toISOString().slice(0, 10)
  return { member: (at % 3) + 1, shop: 1, home: 1, at: `${day}T10:00` }
})
const sale = (at: string, net: number) => ({
  shop: 1,
  at,
  lines: [{ category: 'product' as const, net, tax: 0 }],
})

const figures = ({ members, visits, reservations, leads, sales }: PeriodReport) => ({
  closing: members.closing,
  admissions: members.admissions,
  churn: members.churnRate,
  visits: visits.count,
  perMember: visits.perMember,
  booked: reservations.booked,
  tours: leads.tours,
  net: sales?.net ?? null,
  arpu: sales?.arpu ?? null,
  unpaid: sales?.unpaid ?? null,
})
const nothing = {
  closing: null,
  admissions: null,
  churn: null,
  visits: null,
  perMember: null,
  booked: null,
  tours: null,
  net: null,
  arpu: null,
  unpaid: null,
}

/** Counted from the raw rows. */
async function counted(from: string, to: string) {
  const { rows } = await facts.db.execute<{ visits: number; joined: number; net: number }>(sql`
    select (select count(*)::integer from visit
        where (entered_at at time zone 'Asia/Tokyo')::date between ${from} and ${to}) as visits,
      (select count(*)::integer from contract where start_on between ${from} and ${to}) as joined,
      (select coalesce(sum(l.net), 0)::integer from sale s join sale_line l on l.sale_id = s.id
        where (s.settled_at at time zone 'Asia/Tokyo')::date between ${from} and ${to}) as net`)
  return rows[0]
}

test('without any data, or with members alone, every figure is unknown', async () => {
  await facts.happened(null, {})
  expect(figures((await month(2026, 11)).thisMonthReport)).toEqual(nothing)
  await facts.happened('2026-11-20', {})
  const { reach, thisMonthReport, prevMonthReport, landing, scheduled } = await month(2026, 11)
  expect(reach).toEqual({
    contracts: null,
    leavers: null,
    visits: null,
    bookings: null,
    leads: null,
    sales: null,
    missing: [],
    lessonsOnly: false,
    unreadSales: [],
    bills: null,
    counting: [],
  })
  expect([figures(thisMonthReport), figures(prevMonthReport)]).toEqual([nothing, nothing])
  expect([landing, scheduled]).toEqual([null, { admissions: null, withdrawals: null, suspensions: null }])
  expect(figures((await year(2026)).thisYearReport)).toEqual(nothing)
})

test('with contracts alone, people are counted, and nothing is said of visits, bookings or money', async () => {
  await facts.happened('2026-11-20', { contracts })
  const { thisMonthReport } = await month(2026, 11)
  expect(figures(thisMonthReport)).toEqual({ ...nothing, closing: 8, admissions: 0, churn: 0 })
})

test('visits that begin after the contracts count from their first day; a part is compared with nothing', async () => {
  await facts.happened('2026-11-20', { contracts, visits })
  const { reach, ...november } = await month(2025, 11)
  expect(reach.visits).toEqual({ from: '2025-11-15', to: '2026-11-20' })
  const rows = await counted('2025-11-01', '2025-11-30')
  expect(rows).toMatchObject({ visits: 8, joined: 0 })
  expect(figures(november.thisMonthReport)).toMatchObject({ visits: rows?.visits, perMember: null, closing: 8 })
  expect(figures(november.prevMonthReport)).toMatchObject({ visits: null, closing: 8 })
  const december = await month(2025, 12)
  const whole = await counted('2025-12-01', '2025-12-31')
  expect(figures(december.thisMonthReport)).toMatchObject({
    visits: whole?.visits,
    perMember: (whole?.visits ?? 0) / 8,
  })
  // 17 days of November are no month to compare with.
  expect(figures(december.prevMonthReport)).toMatchObject({ visits: null, perMember: null })
  expect(november.dailyReports.map(({ visits }) => visits).slice(12, 16)).toEqual([null, null, 1, 0])

  const { thisYearReport, prevYearReport, prevYearToSameDay } = await year(2026)
  expect(figures(thisYearReport).visits).toBe((await counted('2026-01-01', '2026-11-20'))?.visits)
  expect([prevYearReport, prevYearToSameDay].map((one) => one && figures(one).visits)).toEqual([null, null])
  const first = await year(2025)
  expect(first.thisYearReport.visits.count).toBe((await counted('2025-01-01', '2025-12-31'))?.visits)
  expect(first.monthlyReports.map(({ visits }) => visits.count)).toEqual([
    ...Array.from({ length: 10 }, () => null),
    rows?.visits,
    whole?.visits,
  ])
  expect(first.monthlyReports.map(({ members }) => members.closing)).toEqual([null, null, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8])
})

test('sales of two months of a year are not compared with the whole next year', async () => {
  await facts.happened('2026-12-31', {
    contracts,
    sales: [sale('2025-11-01T10:00', 1000), sale('2025-12-05T10:00', 2000), sale('2026-05-05T10:00', 9000)],
  })
  const { thisYearReport, prevYearReport } = await year(2026)
  expect(thisYearReport.sales?.net).toBe((await counted('2026-01-01', '2026-12-31'))?.net)
  expect(prevYearReport.sales ?? null).toBeNull()
  expect((await year(2025)).thisYearReport.sales?.net).toBe(3000)
})

test('what the import states about a kind goes before its rows: earlier ones are not counted', async () => {
  await facts.happened('2026-11-20', { contracts, visits })
  await facts.db.execute(sql`
    insert into data_period (kind, first_on, last_on) values ('contracts', '2025-06-01', null),
      ('visits', '2026-01-01', '2026-10-31'), ('leads', null, null)`)
  try {
    const { thisYearReport, monthlyReports } = await year(2025)
    expect(thisYearReport.members.admissions).toBe((await counted('2025-06-01', '2025-12-31'))?.joined)
    expect(monthlyReports[4]?.members.closing).toBeNull()
    const november = await month(2026, 11)
    expect(figures(november.thisMonthReport)).toMatchObject({ visits: null, closing: 8 })
    expect(november.prevMonthToSameDay?.visits.count).toBeNull()
    expect(november.prevMonthReport.members.closing).toBe(8)
    const partner = await month(2026, 10, 'partner')
    expect(partner.thisMonthReport.members.closing).toBe(10)
    expect((await month(2025, 5, 'partner')).thisMonthReport.members.closing).toBeNull()
  } finally {
    await facts.db.execute(sql`delete from data_period`)
  }
})

const stated = async (rows: string, test: () => Promise<void>) => {
  await facts.db.execute(sql`insert into data_period (kind, shop_id, first_on, last_on) values ${sql.raw(rows)}`)
  try {
    await test()
  } finally {
    await facts.db.execute(sql`delete from data_period`)
  }
}

test('over several shops visits are known where every shop that had members knows them, and the missing shop is named', async () => {
  // Shop 2 opens in June 2026.
  const both: Facts['contracts'] = [
    ...contracts.filter(({ member }) => member < 8),
    { member: 8, shop: 2, from: '2026-06-10' },
  ]
  await facts.happened('2026-11-20', { contracts: both, visits })
  await stated(`('visits', 1, '2025-12-01', null)`, async () => {
    const november = await month(2026, 11)
    expect(november.thisMonthReport.visits.count).toBeNull()
    expect(november.reach.missing).toEqual([
      { kind: 'visits', shopId: '2', shopName: expect.any(String), from: '2026-06-10', to: '2026-11-20' },
    ])
    expect((await get('monthly-stats?year=2026&month=11&shopId=1')).thisMonthReport.visits.count).toBe(
      (await counted('2026-11-01', '2026-11-20'))?.visits,
    )
    const { shops } = await get('monthly-stats/shops?year=2026&month=11')
    expect(shops.map((shop: { visits: number | null }) => shop.visits === null)).toEqual([false, true])
    // Before it opened, the chain was the other shop.
    expect((await month(2026, 5)).thisMonthReport.visits.count).toBe(
      (await counted('2026-05-01', '2026-05-31'))?.visits,
    )
    expect((await month(2026, 6)).thisMonthReport.visits.count).toBeNull()
    const { thisYearReport } = await year(2026)
    expect(thisYearReport.visits).toMatchObject({
      count: (await counted('2026-01-01', '2026-05-31'))?.visits,
      unique: null,
    })
    // Visits say nothing of people.
    expect(november.thisMonthReport.members.closing).toBe(8)
  })
  await stated(`('visits', 1, '2025-12-01', null), ('visits', 2, '2026-06-10', null)`, async () => {
    expect((await month(2026, 11)).reach.missing).toEqual([])
    expect((await month(2026, 11)).thisMonthReport.visits.count).toBe(
      (await counted('2026-11-01', '2026-11-20'))?.visits,
    )
  })
})

test('while nobody knows who left, 退会, 退会率, 継続率 and 在籍 of past days are unknown, and 在籍 of today is known', async () => {
  await facts.happened('2026-11-20', { contracts })
  await stated(`('leavers', 1, null, null), ('leavers', 2, null, null)`, async () => {
    const { thisMonthReport, ...november } = await month(2026, 11)
    expect(thisMonthReport.members).toMatchObject({
      ...{ closing: 8, admissions: 0, opening: null, withdrawals: null, withdrawalRequests: null },
      ...{ churnRate: null, netGrowth: null },
    })
    expect(november.retention.map(({ rate }) => rate)).toEqual([null, null, null, null])
    expect(november.sameMonthLastYearToSameDay?.members).toMatchObject({
      closing: null,
      admissions: null,
    })
    expect(november.prevMonthReport.members.closing).toBeNull()
    expect(november.equilibrium).toBeNull()
    expect(november.dailyReports.slice(18, 20).map(({ closing, withdrawals }) => [closing, withdrawals])).toEqual([
      [null, null],
      [8, null],
    ])
    const { annualChurn, thisYearReport } = await year(2026)
    expect([annualChurn.ofAverage, thisYearReport.members.withdrawals]).toEqual([null, null])
    const why = await get('why?figure=closing&from=2026-11-01&to=2026-11-20&against=lastYear')
    expect(why.before).toBeNull()
  })
})

test('leavers are known from the day on that is stated; a club without statements knows them as its contracts', async () => {
  await facts.happened('2026-11-20', { contracts })
  await stated(`('leavers', 1, '2026-10-15', null)`, async () => {
    expect((await month(2026, 11)).thisMonthReport.members).toMatchObject({ opening: 8, withdrawals: 0, churnRate: 0 })
    expect((await month(2026, 10)).thisMonthReport.members).toMatchObject({
      ...{ opening: null, closing: 8, withdrawals: 0, churnRate: null },
    })
  })
  expect((await month(2026, 10)).thisMonthReport.members).toMatchObject({ opening: 8, withdrawals: 0, churnRate: 0 })
})

test('where the club system has brought lessons alone, nobody is said to have stayed away', async () => {
  await facts.happened('2026-11-20', { contracts, visits })
  const visited = async () => {
    const { reach, thisMonthReport } = await month(2026, 11)
    const classes = await get('changes-in-visits/summary?windowDays=28')
    return [reach.lessonsOnly, thisMonthReport.visits.zeroVisitors, classes.population]
  }
  expect(await visited()).toEqual([false, 5, 8])
  await facts.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
    values ('karada', '11', '店舗1', 'shop', 1, now())`)
  try {
    expect(await visited()).toEqual([true, null, null])
    expect((await month(2026, 11)).thisMonthReport.visits.count).toBe(
      (await counted('2026-11-01', '2026-11-20'))?.visits,
    )
    // A file of visits knows the door.
    await stated(`('visits', 1, '2025-12-01', null)`, async () => expect(await visited()).toEqual([false, 5, 8]))
  } finally {
    await facts.db.execute(sql`delete from club_studio`)
  }
})
