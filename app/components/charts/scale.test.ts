import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleOf } from './scale'

const one = { fromZero: false, least: 1 }

test('bars always start at 0', () => {
  expect(scaleOf([5200, 8123], { fromZero: true, least: 1 }).ticks).toEqual([0, 5000, 10_000])
})

test('values to a tenth have marks to a tenth, without a trace of binary fractions', () => {
  expect(scaleOf([36.2, 36.7], { fromZero: false, least: 0.1 }).ticks).toEqual([36.2, 36.4, 36.6, 36.8])
})

test('the scale includes the usual range', () => {
  const { min, max } = scaleOf([62, 75], { ...one, around: [50, 100] })
  expect([min, max]).toEqual([40, 100])
})

test('days without a value do not affect the scale', () => {
  expect(scaleOf([null, 62, null, 75], one)).toEqual(scaleOf([62, 75], one))
})

test('one value alone, or the same each day, has a scale of one step', () => {
  expect(scaleOf([24], one).ticks).toEqual([24, 25])
  expect(scaleOf([0, 0], { fromZero: true, least: 10 }).ticks).toEqual([0, 10])
})

test('without any value the scale is still valid', () => {
  expect(scaleOf([null, null], one).ticks).toEqual([0, 1])
})

test('every value is on its scale, which has seven marks at most', () => {
  for (const values of [[0.31, 0.36], [1, 99_999], [118, 76, 131], [36.1, 42], [7.77], [0, 1440]]) {
    const { min, max, ticks } = scaleOf(values, { fromZero: false, least: 0.01 })
    expect(min).toBeLessThanOrEqual(Math.min(...values))
    expect(max).toBeGreaterThanOrEqual(Math.max(...values))
    expect(ticks.length).toBeLessThanOrEqual(7)
  }
})

test('counts have whole marks, and a scale ends at its outermost ones', () => {
  const value = fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: null })
  fc.assert(
    fc.property(fc.array(value, { maxLength: 31 }), fc.boolean(), (values, fromZero) => {
      const { min, max, ticks } = scaleOf(values, { fromZero, least: 1, most: 5 })
      for (const one of values) if (one !== null) expect(one >= min && one <= max).toBe(true)
      if (fromZero) expect(min).toBe(0)
      expect(max).toBeGreaterThan(min)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect([ticks[0], ticks.at(-1)]).toEqual([min, max])
    }),
  )
})
