import type {
  DailyReport,
  MonthlyStats,
  PeriodReport,
  WithoutMedian,
  YearlyStats,
  YearReport,
} from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'

type Sales = NonNullable<PeriodReport['sales']>

/** A month's money. */
export const sales: Sales = {
  gross: 8_400_000,
  refund: 49_000,
  net: 8_351_000,
  netExTax: 7_591_819,
  byCategory: { membershipFee: 8_351_000, admissionFee: 0, ticket: 0, personal: 0, product: 0, option: 0, other: 0 },
  byCategoryExTax: {
    membershipFee: 7_591_819,
    admissionFee: 0,
    ticket: 0,
    personal: 0,
    product: 0,
    option: 0,
    other: 0,
  },
  unpaid: 12_000,
  collectionRate: 0.985,
  arpu: 8351.4,
  duesPerMember: 7980.5,
}

/** A period without money in which every figure is different. */
export const period: WithoutMedian = {
  from: '2026-11-01',
  to: '2026-11-20',
  members: {
    opening: 1000,
    admissions: 25,
    readmissions: 3,
    transferIn: 0,
    withdrawals: 20,
    transferOut: 0,
    withdrawalRequests: 17,
    closing: 1005,
    suspended: 40,
    operating: 965,
    netGrowth: 5,
    admissionRate: 0.025,
    churnRate: 0.02,
    churnRateOfAverage: 0.01995,
  },
  visits: {
    count: 4200,
    days: 4100,
    unique: 700,
    rate: 0.7,
    perMember: 4.25,
    perVisitor: 5.9,
    median: null,
    zeroVisitors: 265,
  },
  reservations: {
    slots: 96,
    capacity: 1920,
    booked: 1510,
    attended: 1302,
    noShow: 44,
    lateCancel: 31,
    cancelled: 133,
    utilization: 0.715,
    attendanceRate: 0.678,
    noShowRate: 0.033,
    lateCancelRate: 0.021,
  },
  leads: { tours: 18, trials: 26, trialsJoined: 13, trialConversion: 0.5 },
}

/** A period with other numbers of members. */
export const withMembers = (members: Partial<PeriodReport['members']>, of = period): WithoutMedian => ({
  ...of,
  members: { ...of.members, ...members },
})

/** An empty period, as before a club opens. */
export const nothing: WithoutMedian = {
  ...withMembers({ opening: 0, admissions: 0, withdrawals: 0, closing: 0 }),
  visits: { ...period.visits, count: 0 },
}

/** Days from the first of November 2026, which is a Sunday; those after `known` are ahead. */
export const daysOf = (count: number, known = count, visits = 100): DailyReport[] =>
  Array.from({ length: count }, (_, index) => {
    const figure = (value: number) => (index < known ? value : null)
    return {
      date: `2026-11-${String(index + 1).padStart(2, '0')}`,
      dow: index % 7,
      isHoliday: false,
      admissions: figure(1),
      transferIn: figure(0),
      withdrawals: figure(1),
      transferOut: figure(0),
      closing: figure(1000 + index),
      visits: figure(visits),
      unique: figure(90),
      booked: figure(50),
      attended: figure(45),
      noShow: figure(2),
    }
  })

/** Every kind of fact is known since 2020. */
const known = { from: '2020-01-01', to: '2026-11-20' }
export const reach: Reach = {
  counting: [],
  missing: [],
  lessonsOnly: false,
  contracts: known,
  leavers: known,
  visits: known,
  bookings: known,
  sales: known,
  bills: known,
  leads: known,
}

/** An open month, without days unless they are given. */
export const monthlyStats = (change: Partial<MonthlyStats> = {}): MonthlyStats => ({
  requestInfo: { shopId: '1', year: 2026, month: 11 },
  generatedAt: '2026-11-21T10:00:00+09:00',
  reach,
  dataAsOf: '2026-11-20T23:59:59+09:00',
  isProvisional: true,
  correctedAt: null,
  stillMoving: [],
  prevMonthReport: withMembers({ closing: 990 }),
  prevMonthToSameDay: withMembers({ closing: 987, withdrawals: 22, churnRate: 0.023 }),
  thisMonthReport: period,
  sameMonthLastYearReport: withMembers({ closing: 940 }),
  sameMonthLastYearToSameDay: withMembers({ closing: 937, withdrawals: 25, churnRate: 0.027 }),
  scheduled: { admissions: 2, withdrawals: 9, suspensions: 1 },
  target: null,
  landing: null,
  retention: [],
  equilibrium: null,
  visitHours: null,
  dailyReports: [],
  ...change,
})

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Twelve months from April of `year`, each with 1,000 members more than its number; those after `known` are ahead. */
export const monthsFromApril = (year: number, known = 12): YearlyStats['monthlyReports'] =>
  Array.from({ length: 12 }, (_, index) => {
    const month = ((index + 3) % 12) + 1
    const ofYear = index < 9 ? year : year + 1
    const days = new Date(Date.UTC(ofYear, month, 0)).getUTCDate()
    const from = `${ofYear}-${twoDigits(month)}-01`
    const isKnown = index < known
    const none = { opening: null, closing: null, admissions: null, withdrawals: null, transferIn: null }
    const { members, visits } = period
    return {
      ...period,
      year: ofYear,
      month,
      from,
      to: `${ofYear}-${twoDigits(month)}-${index === known - 1 && known < 12 ? 20 : days}`,
      members: isKnown
        ? { ...members, closing: 1000 + month }
        : { ...members, ...none, transferOut: null, netGrowth: null, churnRate: null },
      visits: isKnown ? visits : { ...visits, count: null },
    }
  })

const year: YearReport = { ...period, from: '2026-04-01', to: '2026-11-20', averageMonthlyChurn: 0.021 }

/** The fiscal year 2026, open since April. */
export const yearlyStats = (change: Partial<YearlyStats> = {}): YearlyStats => ({
  requestInfo: { shopId: null, year: 2026, fiscalStartMonth: 4 },
  generatedAt: '2026-11-21T10:00:00+09:00',
  reach,
  dataAsOf: '2026-11-20T23:59:59+09:00',
  isProvisional: true,
  correctedAt: null,
  stillMoving: [],
  thisYearReport: year,
  prevYearReport: { ...year, members: { ...year.members, closing: 930 }, averageMonthlyChurn: 0.025 },
  prevYearToSameDay: { ...year, members: { ...year.members, closing: 937 }, averageMonthlyChurn: 0.024 },
  equilibrium: 1234.5,
  annualChurn: {
    from: '2025-11-01',
    to: '2026-10-31',
    ofAverage: 0.31,
    ofOpening: 0.39,
    before: { ofAverage: 0.33, ofOpening: 0.4 },
  },
  lifetime: {
    churnRate: 0.021,
    tenureMonths: 38.3,
    stayOfLeavers: { members: 240, mean: 21.6, median: 15 },
    stayOfMembers: { members: 1005, mean: 26.9, median: 19 },
  },
  monthlyReports: monthsFromApril(2026, 8),
  prevYearMonthlyReports: monthsFromApril(2025),
  ...change,
})
