import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCount, formatDecimal, formatDifference, formatPercent, formatTwoDecimals, formatYen } from './format'

describe('figures as staff read them', () => {
  test('a missing figure is 「–」, never 0', () => {
    for (const format of [formatCount, formatYen, formatDecimal, formatTwoDecimals, formatPercent, formatDifference]) {
      expect(format(null)).toBe('–')
      expect(format(undefined)).toBe('–')
    }
    expect(formatCount(0)).toBe('0')
  })

  test('money in tables: ¥8,351; negatives with ▲', () => {
    expect(formatYen(8351)).toBe('¥8,351')
    expect(formatYen(-1200)).toBe('▲¥1,200')
    expect(formatYen(8350.6)).toBe('¥8,351')
  })

  test('rates of 0–1 as percent with one decimal', () => {
    expect(formatPercent(0.012)).toBe('1.2%')
    expect(formatPercent(1.057)).toBe('105.7%')
    expect(formatPercent(-0.002)).toBe('▲0.2%')
  })

  test('a number has one decimal unless other decimals are given, or always two', () => {
    expect([formatDecimal(6.44), formatDecimal(0), formatDecimal(1_234.5, 0)]).toEqual(['6.4', '0.0', '1,235'])
    expect([36.5, 0, 1_234.567, -0.5].map(formatTwoDecimals)).toEqual(['36.50', '0.00', '1,234.57', '▲0.50'])
  })

  test('a difference always has its sign', () => {
    expect(formatDifference(18)).toBe('+18')
    expect(formatDifference(-18)).toBe('▲18')
    expect(formatDifference(0)).toBe('±0')
    expect(formatDifference(-91200, 0, '¥')).toBe('▲¥91,200')
    expect(formatDifference(0.31, 1)).toBe('+0.3')
  })

  test('a value that rounds to zero has no sign', () => {
    expect(formatPercent(-0.0004)).toBe('0.0%')
    expect(formatDifference(-0.04, 1)).toBe('±0.0')
  })

  test('any whole number is grouped as Intl groups it', () => {
    const intl = new Intl.NumberFormat('ja-JP')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (value) => formatCount(value) === intl.format(value)),
    )
  })
})
