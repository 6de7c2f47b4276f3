import { describe, expect, test } from 'vitest'
import type { DailyReport, PeriodReport } from '#contract/report.ts'
import { maskSmallGroups, maskSmallGroupsOfYear } from './mask.ts'
import type { MonthFigures } from './monthly.ts'
import { futureReport } from './period-report.ts'
import { periodsOf, periodsOfYear } from './periods.ts'

// What a trading partner (level1) may read: no group of one to four people, and none that can be computed back.

const period = (
  members: Partial<PeriodReport['members']> = {},
  visits: Partial<PeriodReport['visits']> = {},
  reservations: Partial<PeriodReport['reservations']> = {},
  leads: Partial<PeriodReport['leads']> = {},
): PeriodReport => ({
  from: '2026-10-01',
  to: '2026-10-31',
  members: {
    opening: 500,
    admissions: 20,
    readmissions: 5,
    transferIn: 6,
    withdrawals: 12,
    transferOut: 7,
    withdrawalRequests: 9,
    closing: 507,
    suspended: 10,
    operating: 497,
    netGrowth: 7,
    admissionRate: 0.04,
    churnRate: 0.024,
    churnRateOfAverage: 0.0238,
    ...members,
  },
  visits: {
    count: 3000,
    days: 2900,
    unique: 450,
    rate: 0.9,
    perMember: 6,
    perVisitor: 6.4,
    median: 6,
    zeroVisitors: 50,
    ...visits,
  },
  reservations: {
    slots: 90,
    capacity: 900,
    booked: 500,
    attended: 400,
    noShow: 20,
    lateCancel: 25,
    cancelled: 55,
    utilization: 0.5,
    attendanceRate: 0.4,
    noShowRate: 0.05,
    lateCancelRate: 0.05,
    ...reservations,
  },
  leads: { tours: 12, trials: 10, trialsJoined: 6, trialConversion: 0.6, ...leads },
})

const day = (date: string, unique: number | null): DailyReport => ({
  date,
  dow: 0,
  isHoliday: false,
  admissions: 1,
  transferIn: 0,
  withdrawals: 2,
  transferOut: 0,
  closing: 500,
  visits: unique === null ? null : unique + 1,
  unique,
  booked: 10,
  attended: 8,
  noShow: 1,
})

const figures = (more: Partial<MonthFigures> = {}): MonthFigures => ({
  periods: periodsOf(2026, 10, '2026-11-20'),
  isProvisional: false,
  correctedAt: null,
  thisMonth: period(),
  prevMonth: period(),
  prevToSameDay: null,
  lastYear: period(),
  lastYearToSameDay: null,
  scheduled: { admissions: 0, withdrawals: 10, suspensions: 0 },
  target: { admissions: 20, withdrawals: 10, closing: 510 },
  landing: { admissions: 21, withdrawals: 13, closing: 508 },
  retention: [],
  equilibrium: 600,
  visitHours: [],
  daily: [day('2026-10-01', 90), day('2026-10-02', 80)],
  ...more,
})

const masked = (thisMonth: PeriodReport) => maskSmallGroups(figures({ thisMonth }), []).thisMonth

describe('small groups', () => {
  test('figures of five people and more, and of none, stay', () => {
    expect(masked(period({ readmissions: 0 }))).toEqual(period({ readmissions: 0 }))
  })

  test.each(['admissions', 'readmissions', 'transferIn', 'withdrawals', 'transferOut'] as const)(
    'a small %s hides every movement, since the net growth and the others would reveal it',
    (figure) => {
      expect(masked(period({ [figure]: 4 })).members).toEqual({
        ...period().members,
        admissions: null,
        readmissions: null,
        transferIn: null,
        withdrawals: null,
        transferOut: null,
        admissionRate: null,
        churnRate: null,
        churnRateOfAverage: null,
      })
    },
  )

  test('a small 退会申請 hides itself: nothing else reveals it', () => {
    expect(masked(period({ withdrawalRequests: 2 })).members).toEqual({
      ...period().members,
      withdrawalRequests: null,
    })
  })

  test('a small 休会 hides 稼働 and what is divided by it, since 在籍 − 稼働 would reveal it', () => {
    const { members, visits } = masked(period({ suspended: 3, operating: 504 }))
    expect([members.suspended, members.operating, visits.perMember, visits.rate]).toEqual([null, null, null, null])
    expect(members.closing).toBe(507)
  })

  test('a small 在籍 hides all of the members', () => {
    expect(Object.values(masked(period({ closing: 4 })).members).every((figure) => figure === null)).toBe(true)
  })

  test('few visitors hide the visits; few members without visits hide the rate that would reveal them', () => {
    expect(Object.values(masked(period({}, { unique: 2 })).visits).every((figure) => figure === null)).toBe(true)
    expect(masked(period({}, { zeroVisitors: 3 })).visits).toMatchObject({
      zeroVisitors: null,
      rate: null,
      unique: 450,
    })
  })

  test('days show no movement and no 在籍, and a quiet day is hidden together with the next quietest', () => {
    const daily = [day('2026-10-01', 90), day('2026-10-02', 3), day('2026-10-03', 40), day('2026-10-04', null)]
    const rows = maskSmallGroups(figures({ daily }), []).daily
    expect(rows.map(({ visits, unique }) => [visits, unique])).toEqual([
      [91, 90],
      [null, null],
      [null, null],
      [null, null],
    ])
    expect(rows.every((row) => row.admissions === null && row.withdrawals === null && row.closing === null)).toBe(true)
  })

  test('a part of a month is hidden where the rest of the month is a small group', () => {
    const ofLastYear = figures({ lastYearToSameDay: period({ admissions: 17 }), lastYear: period({ admissions: 20 }) })
    expect(maskSmallGroups(ofLastYear, []).lastYearToSameDay?.members.admissions).toBeNull()
    const hides = (prevToSameDay: PeriodReport) => maskSmallGroups(figures({ prevToSameDay }), []).prevToSameDay
    expect(hides(period({ admissions: 17 }))?.members.admissions).toBeNull()
    expect(hides(period({}, { unique: 448 }))?.visits.unique).toBeNull()
    expect(hides(period({ admissions: 10 }))?.members.admissions).toBe(10)
  })

  test('what is hidden in one shop is hidden in the sum of several', () => {
    const quiet = figures({ thisMonth: period({ admissions: 2 }) })
    const { members, visits } = maskSmallGroups(figures(), [figures(), quiet]).thisMonth
    expect([members.admissions, members.withdrawals, members.closing, visits.count]).toEqual([null, null, 507, 3000])
  })

  test('small groups of what is planned are hidden', () => {
    expect(
      maskSmallGroups(figures({ scheduled: { admissions: 1, withdrawals: 9, suspensions: 0 } }), []).scheduled,
    ).toEqual({ admissions: null, withdrawals: 9, suspensions: 0 })
  })
})

describe('bookings, leads and what stands beside them', () => {
  test.each(['booked', 'attended', 'noShow', 'lateCancel', 'cancelled'] as const)(
    'a small %s hides every figure of the bookings',
    (figure) => {
      const { reservations } = masked(period({}, {}, { [figure]: 3 }))
      expect(Object.values(reservations)).toEqual(Array(11).fill(null))
    },
  )

  test.each(['tours', 'trials', 'trialsJoined'] as const)('a small %s hides every figure of the leads', (figure) => {
    const { leads } = masked(period({}, {}, {}, { [figure]: 1 }))
    expect(Object.values(leads)).toEqual(Array(4).fill(null))
  })

  test('leads hidden in one shop are hidden in the sum, its rate included, though that shop has none', () => {
    const whole = figures({
      thisMonth: period({}, {}, {}, { tours: 20, trials: 12, trialsJoined: 6, trialConversion: 0.5 }),
    })
    const shop = figures({
      thisMonth: period({}, {}, {}, { tours: 3, trials: 0, trialsJoined: 0, trialConversion: null }),
    })
    expect(Object.values(maskSmallGroups(whole, [shop]).thisMonth.leads)).toEqual(Array(4).fill(null))
  })

  test('of a cohort neither who stayed nor who left may be few', () => {
    const cohort = { months: 3 as const, from: '2026-07-01', to: '2026-07-31' }
    const { retention } = maskSmallGroups(
      figures({
        retention: [
          { ...cohort, joined: 30, kept: 20, rate: 2 / 3 },
          { ...cohort, joined: 30, kept: 27, rate: 0.9 },
        ],
      }),
      [],
    )
    expect(retention.map(({ joined, kept, rate }) => [joined, kept, rate])).toEqual([
      [30, 20, 2 / 3],
      [null, null, null],
    ])
  })

  test('targets, their forecast and the hours of visits are never shown', () => {
    const { target, landing, visitHours } = maskSmallGroups(figures(), [])
    expect([target, landing, visitHours]).toEqual([null, null, null])
  })

  test('bookings and movements of single days are not shown', () => {
    const [first] = maskSmallGroups(figures(), []).daily
    expect(first).toMatchObject({ booked: null, attended: null, noShow: null, admissions: null, closing: null })
  })
})

describe('a year', () => {
  const month = (at: number, members: Partial<PeriodReport['members']> = {}) => ({
    ...period(members),
    year: 2026,
    month: at,
  })
  const year = (months: ReturnType<typeof month>[]) => ({
    periods: periodsOfYear(2026, 1, '2026-12-31'),
    isProvisional: false,
    correctedAt: null,
    thisYear: { ...period({ withdrawals: 140 }), averageMonthlyChurn: 0.02 },
    prevYear: { ...period(), averageMonthlyChurn: 0.02 },
    prevToSameDay: { ...period(), averageMonthlyChurn: 0.02 },
    equilibrium: 600,
    lifetime: { churnRate: 0.02, tenureMonths: 50 },
    months,
    monthsBefore: [],
  })

  test('hides what is hidden in one of its months: the others would reveal it', () => {
    const maskedYear = maskSmallGroupsOfYear(year([month(1), month(2, { withdrawals: 3 })]), [])
    expect(maskedYear.months.map(({ members }) => members.withdrawals)).toEqual([12, null])
    expect(maskedYear.thisYear.members.withdrawals).toBeNull()
    expect(maskedYear.prevYear.members.withdrawals).toBe(12)
  })

  test('hides nothing for a month that is still ahead', () => {
    const ahead = { ...month(12), ...futureReport({ from: '2026-12-01', to: '2026-12-31' }, null) }
    expect(maskSmallGroupsOfYear(year([month(1), ahead]), []).thisYear).toEqual(year([]).thisYear)
  })

  test('hides the year before to the same day, which would reveal the rest of that month', () => {
    expect(maskSmallGroupsOfYear(year([]), []).prevToSameDay).toBeNull()
  })
})
