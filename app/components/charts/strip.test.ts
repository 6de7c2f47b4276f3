import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stripScale } from './strip'

const value = fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: null })

test('every bar and dot lies inside the chart, and no bar reaches the line’s strip', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 28, maxLength: 31 }), (pairs) => {
      const [bars, line] = [pairs.map(([bar]) => bar), pairs.map(([, one]) => one)]
      const { scale, lift } = stripScale(bars, line)
      const lifted = line.flatMap((one) => (one === null ? [] : [lift(one)]))
      for (const one of bars) if (one !== null) expect(one >= 0 && one <= scale.max).toBe(true)
      for (const at of lifted) expect(at >= 0 && at <= scale.max * 1.000001).toBe(true)
      if (lifted.length > 0) expect(Math.max(0, ...bars.map((one) => one ?? 0))).toBeLessThan(Math.min(...lifted))
    }),
  )
})

test('the strip has marks of its own, which need not begin at 0', () => {
  const { scale, formatMark } = stripScale([2400, 2400, 1800], [645, 660, 652])
  expect(scale.ticks.map(formatMark)).toEqual(['0', '500', '1,000', '1,500', '2,000', '2,500', '640', '650', '660'])
})

test('without any line figure the bars have the full height', () => {
  const { scale } = stripScale([1, 2], [null, null])
  expect(scale).toEqual({ min: 0, max: 2, ticks: [0, 1, 2] })
})
