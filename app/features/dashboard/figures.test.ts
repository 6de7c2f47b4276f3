import { describe, expect, test } from 'vitest'
import { kpiFormulas } from '#contract/kpi-formulas.ts'
import type { TipText } from '~/components/info-tip'
import { comparison, figureOf, isQuiet, yearComparison } from './figures'
import { monthlyStats, nothing, period, sales, withMembers } from './reports.fixture'

const stats = (change: Parameters<typeof monthlyStats>[0] = {}) =>
  monthlyStats({ thisMonthReport: { ...period, sales }, ...change })

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
    ['visitsPerVisitor', '5.9', '回'],
    ['visitMedian', '4.0', '日'],
    ['duesPerMember', '¥7,981', ''],
    ['netSales', '¥8,351,000', ''],
    ['arpu', '¥8,351', ''],
    ['slots', '96', '枠'],
    ['booked', '1,510', '件'],
    ['utilization', '71.5%', ''],
    ['trialConversion', '50.0%', ''],
  ] as const)('%s is %s%s', (key, text, unit) => {
    expect(figureOf(stats(), key)).toMatchObject({ text, unit })
  })

  test('a withheld figure is 「–」 without a unit', () => {
    const masked = stats({ thisMonthReport: withMembers({ withdrawals: null }) })
    expect(figureOf(masked, 'withdrawals')).toMatchObject({ text: '–', unit: '' })
  })

  const textOf = (text: TipText) => (typeof text === 'string' ? text : text(kpiFormulas))

  test('every figure has its formula', () => {
    expect(textOf(figureOf(stats(), 'admissionRate').formula)).toBe('入会 ÷ 期首在籍 × 100。')
  })

  test('退会率 shows beside its formula the rate by the mean of 在籍, unless it is masked', () => {
    expect(textOf(figureOf(stats(), 'churnRate').formula)).toBe(
      '退会 ÷ 期首在籍 × 100。期首と期末の平均在籍で割ると2.0%です。',
    )
    const masked = stats({ thisMonthReport: withMembers({ churnRate: null, churnRateOfAverage: null }) })
    expect(textOf(figureOf(masked, 'churnRate').formula)).toBe('退会 ÷ 期首在籍 × 100。')
  })
})

describe('a month without data', () => {
  test('is distinguished from a quiet month', () => {
    expect(isQuiet(nothing)).toBe(true)
    expect(isQuiet(period)).toBe(false)
  })

  test('masked figures are not taken for no data', () => {
    expect(isQuiet(withMembers({ opening: null, closing: null }))).toBe(false)
  })
})
