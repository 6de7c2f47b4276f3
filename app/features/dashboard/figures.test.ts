import { describe, expect, test } from 'vitest'
import type { MonthlyStats, PeriodReport } from '#contract/report.ts'
import { comparison, figureOf, hasMasked, isEmpty, yearComparison } from './figures'

const period: PeriodReport = {
  from: '2026-11-01',
  to: '2026-11-20',
  members: {
    opening: 1000,
    admissions: 25,
    readmissions: 3,
    transferIn: 0,
    withdrawals: 20,
    transferOut: 0,
    closing: 1005,
    suspended: 40,
    operating: 965,
    netGrowth: 5,
    churnRate: 0.02,
  },
  visits: { count: 4200, days: 4100, unique: 700, rate: 0.7, perMember: 4.25, median: 4, zeroVisitors: 265 },
  sales: {
    gross: 8_400_000,
    refund: 49_000,
    net: 8_351_000,
    netExTax: 7_591_819,
    byCategory: { membershipFee: 8_351_000, admissionFee: 0, ticket: 0, personal: 0, product: 0, option: 0, other: 0 },
    unpaid: 12_000,
    collectionRate: 0.985,
    arpu: 8351.4,
  },
}

const withMembers = (members: Partial<PeriodReport['members']>): PeriodReport => ({
  ...period,
  members: { ...period.members, ...members },
})

const stats = (change: Partial<MonthlyStats> = {}): MonthlyStats => ({
  requestInfo: { shopId: '1', year: 2026, month: 11 },
  generatedAt: '2026-11-21T10:00:00+09:00',
  dataAsOf: '2026-11-20T23:59:59+09:00',
  isProvisional: true,
  prevMonthReport: withMembers({ closing: 990 }),
  prevMonthToSameDay: withMembers({ closing: 987, withdrawals: 22, churnRate: 0.023 }),
  thisMonthReport: period,
  sameMonthLastYearReport: withMembers({ closing: 940 }),
  sameMonthLastYearToSameDay: withMembers({ closing: 937, withdrawals: 25, churnRate: 0.027 }),
  scheduled: { admissions: 2, withdrawals: 9, suspensions: 1 },
  dailyReports: [],
  ...change,
})

describe('the month beside the month before', () => {
  test('an open month is compared to the same day, and says so', () => {
    expect(comparison(stats()).label).toBe('前月同日')
    expect(figureOf(stats(), 'closingMembers').difference?.text).toBe('+18 (101.8%)')
  })

  test('a closed month is compared to the whole month before', () => {
    const closed = stats({ prevMonthToSameDay: null })
    expect(comparison(closed).label).toBe('前月')
    expect(figureOf(closed, 'closingMembers').difference?.text).toBe('+15 (101.5%)')
  })

  test('an open month is compared to the same day of the year before, a closed one to the whole month', () => {
    expect(yearComparison(stats()).label).toBe('前年同日')
    expect(figureOf(stats(), 'closingMembers').yearDifference?.text).toBe('+68 (107.3%)')
    const closed = stats({ prevMonthToSameDay: null, sameMonthLastYearToSameDay: null })
    expect(yearComparison(closed).label).toBe('前年同月')
    expect(figureOf(closed, 'closingMembers').yearDifference?.text).toBe('+65 (106.9%)')
  })

  test('before the club there was no year to compare with', () => {
    const before = withMembers({ opening: 0, admissions: 0, withdrawals: 0, closing: 0 })
    const nothing: PeriodReport = { ...before, visits: { ...period.visits, count: 0 }, sales: undefined }
    expect(figureOf(stats({ sameMonthLastYearToSameDay: nothing }), 'closingMembers').yearDifference).toBeNull()
  })

  test('fewer withdrawals are good, though the number is negative', () => {
    expect(figureOf(stats(), 'withdrawals').difference).toEqual({ text: '▲2 (90.9%)', meaning: 'good' })
    expect(figureOf(stats(), 'churnRate').difference).toEqual({ text: '▲0.3pt', meaning: 'good' })
  })

  test('no change is neither good nor bad', () => {
    expect(figureOf(stats(), 'admissions').difference).toEqual({ text: '±0', meaning: 'neutral' })
  })

  test('where a side is missing there is no difference, not a difference to zero', () => {
    const masked = stats({ prevMonthToSameDay: withMembers({ withdrawals: null }) })
    expect(figureOf(masked, 'withdrawals').difference).toBeNull()
  })
})

describe('figures with their units', () => {
  test.each([
    ['closingMembers', '1,005', '名'],
    ['churnRate', '2.0%', ''],
    ['visitFrequency', '4.3', '回'],
    ['netSales', '¥8,351,000', ''],
    ['arpu', '¥8,351', ''],
  ] as const)('%s is %s%s', (key, text, unit) => {
    expect(figureOf(stats(), key)).toMatchObject({ text, unit })
  })

  test('a withheld figure is 「–」 without a unit, and the page says why', () => {
    const masked = stats({ thisMonthReport: withMembers({ withdrawals: null }) })
    expect(figureOf(masked, 'withdrawals')).toMatchObject({ text: '–', unit: '' })
    expect(hasMasked(masked)).toBe(true)
    expect(hasMasked(stats())).toBe(false)
  })

  test('every figure tells its formula', () => {
    expect(figureOf(stats(), 'churnRate').formula).toBe('退会 ÷ 期首在籍 × 100。')
  })
})

describe('a month without data', () => {
  const zeroes = withMembers({ opening: 0, admissions: 0, withdrawals: 0, closing: 0 })
  const nothing: PeriodReport = { ...zeroes, visits: { ...period.visits, count: 0 }, sales: undefined }

  test('is told apart from a quiet month', () => {
    expect(isEmpty(stats({ thisMonthReport: nothing }))).toBe(true)
    expect(isEmpty(stats())).toBe(false)
  })

  test('masked figures are not taken for no data', () => {
    expect(isEmpty(stats({ thisMonthReport: withMembers({ opening: null, closing: null }) }))).toBe(false)
  })
})
