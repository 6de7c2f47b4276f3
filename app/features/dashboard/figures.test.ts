import { describe, expect, test } from 'vitest'
import { kpiFormulas } from '#contract/kpi-formulas.ts'
import type { TipText } from '~/components/report/info-tip'
import {
  compare,
  comparison,
  figureOf,
  isQuiet,
  shownFigure,
  spokenFigure,
  withoutTax,
  yearComparison,
} from './figures'
import { monthlyStats, nothing, period, sales, withMembers } from './reports.fixture'

const stats = (change: Parameters<typeof monthlyStats>[0] = {}) =>
  monthlyStats({ thisMonthReport: { ...period, visits: { ...period.visits, median: 4 }, sales }, ...change })

describe('the month beside the month before', () => {
  test('an open month is compared to the same day, and says so', () => {
    expect(comparison(stats()).label).toBe('前月同日')
    expect(figureOf(stats(), 'closingMembers').difference?.text).toBe('+18名（+1.8%）')
  })

  test('a closed month is compared to the whole month before', () => {
    const closed = stats({ prevMonthToSameDay: null })
    expect(comparison(closed).label).toBe('前月')
    expect(figureOf(closed, 'closingMembers').difference?.text).toBe('+15名（+1.5%）')
  })

  test('an open month never shows 期末', () => {
    expect(figureOf(stats(), 'closingMembers').label).toBe('在籍（11/20時点）')
    expect(figureOf(stats({ prevMonthToSameDay: null }), 'closingMembers').label).toBe('期末在籍')
  })

  test('before a month ends, what its last day changes is neither green nor red', () => {
    for (const key of ['closingMembers', 'withdrawals', 'netGrowth'] as const) {
      expect(figureOf(stats(), key).difference?.meaning).toBe('neutral')
      expect(figureOf(stats(), key).yearDifference?.meaning ?? 'neutral').toBe('neutral')
    }
    expect(figureOf(stats({ prevMonthToSameDay: null }), 'closingMembers').difference?.meaning).toBe('good')
  })

  test('figures of a completed month that may still change are marked; in a running month none is', () => {
    const over = stats({
      isProvisional: false,
      prevMonthToSameDay: null,
      stillMoving: ['collectionRate', 'unpaid'],
    })
    expect(figureOf(over, 'collectionRate').isMoving).toBe(true)
    expect(figureOf(over, 'trialConversion').isMoving).toBeUndefined()
    expect(figureOf({ ...over, isProvisional: true }, 'collectionRate').isMoving).toBeUndefined()
  })

  test('sales and per-member figures are net; bills include tax', () => {
    const without = withoutTax(stats())
    expect(figureOf(without, 'netSales').text).toBe('¥7,591,819')
    expect(figureOf(without, 'arpu').value).toBeCloseTo((8351.4 * 7_591_819) / 8_351_000, 6)
    expect(figureOf(without, 'duesPerMember').value).toBeCloseTo((7980.5 * 7_591_819) / 8_351_000, 6)
    expect(figureOf(without, 'unpaid').text).toBe('¥12,000')
    expect(withoutTax(monthlyStats()).thisMonthReport).not.toHaveProperty('sales')
  })

  test('an open month is compared to the same day of the year before, a closed one to the whole month', () => {
    expect(yearComparison(stats()).label).toBe('前年同日')
    expect(figureOf(stats(), 'closingMembers').yearDifference?.text).toBe('+68名（+7.3%）')
    const closed = stats({ prevMonthToSameDay: null, sameMonthLastYearToSameDay: null })
    expect(yearComparison(closed).label).toBe('前年同月')
    expect(figureOf(closed, 'closingMembers').yearDifference?.text).toBe('+65名（+6.9%）')
  })

  test('before the club opened there is no year to compare with', () => {
    expect(figureOf(stats({ sameMonthLastYearToSameDay: nothing }), 'closingMembers').yearDifference).toBeNull()
  })

  test.each([
    // figure, now, before, visible text, spoken text, meaning
    ['closingMembers', 1_007, 1_000, '+7名（+0.7%）', '増加 7名、0.7%', 'good'],
    ['closingMembers', 982, 1_000, '▲18名（▲1.8%）', '減少 18名、1.8%', 'bad'],
    ['withdrawals', 20, 22, '▲2名（▲9.1%）', '減少 2名、9.1%', 'good'],
    ['withdrawals', 22, 20, '+2名（+10.0%）', '増加 2名、10.0%', 'bad'],
    ['transferIn', 3, 1, '+2名（+200.0%）', '増加 2名、200.0%', 'neutral'],
    ['admissions', 25, 25, '±0名', '増減なし', 'neutral'],
    ['admissions', 3, 0, '+3名', '増加 3名', 'good'],
    ['netGrowth', -4, -6, '+2名', '増加 2名', 'good'],
    ['visitCount', 100_000, 99_999, '+1回（±0.0%）', '増加 1回、0.0%', 'good'],
    ['netSales', 8_400_000, 8_491_200, '▲¥91,200（▲1.1%）', '減少 91,200円、1.1%', 'bad'],
    ['arpu', 8_351.2, 8_350.9, '±¥0', '増減なし', 'neutral'],
    ['visitFrequency', 4.6, 4.3, '+0.3日（+7.0%）', '増加 0.3日、7.0%', 'good'],
    ['visitFrequency', 4.34, 4.3, '±0.0日', '増減なし', 'neutral'],
    ['churnRate', 0.02, 0.023, '▲0.3pt', '減少 0.3ポイント', 'good'],
    ['visitRate', 0.64, 0.637, '+0.3pt', '増加 0.3ポイント', 'good'],
    ['visitRate', 0.6404, 0.64, '±0.0pt', '増減なし', 'neutral'],
  ] as const)('%s of %d after %d is %s, spoken as %s', (key, now, before, text, words, meaning) => {
    expect(compare(key, now, before)).toEqual({ text, words, meaning })
  })

  test.each([
    ['netGrowth', 5, '+5', '増加 5'],
    ['netGrowth', -5, '▲5', '減少 5'],
    ['netGrowth', 0, '±0', '±0'],
    ['netSales', -1_200, '▲¥1,200', 'マイナス1,200円'],
    ['netSales', -0.3, '¥0', '0円'],
    ['arpu', 8_351, '¥8,351', '8,351円'],
    ['closingMembers', 1_005, '1,005', '1,005'],
  ] as const)('%s of %d is written %s and spoken as %s', (key, value, text, words) => {
    expect(shownFigure(key, value).text).toBe(text)
    expect(spokenFigure(key, text)).toBe(words)
  })

  test('a missing side gives no difference, not a difference to zero', () => {
    const masked = stats({ prevMonthToSameDay: withMembers({ withdrawals: null }) })
    expect(figureOf(masked, 'withdrawals').difference).toBeNull()
  })
})

describe('figures with their units', () => {
  test.each([
    ['closingMembers', '1,005', '名'],
    ['churnRate', '2.0%', ''],
    ['visitFrequency', '4.3', '日'],
    ['visitsPerVisitor', '5.9', '日'],
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
  test('is distinguished from a month without activity', () => {
    expect(isQuiet(nothing)).toBe(true)
    expect(isQuiet(period)).toBe(false)
  })

  test('masked figures do not count as missing data', () => {
    expect(isQuiet(withMembers({ opening: null, closing: null }))).toBe(false)
  })
})
