import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BarLinePoint, barShare, domainOf, layout, linePath, niceScale, shareOf, yOf } from './bar-line-geometry'

const value = fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: null })
const point = (bar: number | null, line: number | null, index: number): BarLinePoint => ({
  key: String(index),
  label: String(index + 1),
  subLabel: '月',
  mark: 'none',
  bar,
  line,
})

test('a scale holds every value, in whole steps, with at most seven marks', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 31 }), fc.boolean(), (values, fromZero) => {
      const { min, max, ticks } = niceScale(values, fromZero)
      for (const one of values) if (one !== null) expect(one >= min && one <= max).toBe(true)
      if (fromZero) expect(min).toBe(0)
      expect(max).toBeGreaterThan(min)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect([ticks[0], ticks.at(-1)]).toEqual([min, max])
    }),
  )
})

test('every bar and dot lies inside the chart, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 28, maxLength: 31 }), (pairs) => {
      const points = pairs.map(([bar, line], index) => point(bar, line, index))
      const plot = layout(points)
      const half = barShare / points.length / 2
      points.forEach((one, index) => {
        const middle = shareOf(points, index)
        expect(middle - half).toBeGreaterThan(index === 0 ? 0 : shareOf(points, index - 1) + half)
        expect(middle + half).toBeLessThan(1)
        if (one.bar !== null) {
          const y = yOf(plot, plot.bars, one.bar)
          expect(y >= plot.top - 0.01 && y <= plot.height - plot.bottom + 0.01).toBe(true)
        }
      })
    }),
  )
})

test('the line runs in a strip of its own above the bars, which the highest bar does not reach', () => {
  const points = [645, 660, 652].map((line, index) => point(2400, line, index))
  const plot = layout(points)
  const { lines, bars } = plot
  if (!lines) throw new Error('no strip')
  expect(lines.ticks).toEqual([640, 650, 660])
  const dots = points.map(({ line }) => yOf(plot, lines, line ?? 0))
  expect(Math.max(...dots)).toBeLessThanOrEqual(plot.linesBottom)
  expect(yOf(plot, bars, bars.max)).toBe(plot.barsTop)
  expect(plot.barsTop - plot.linesBottom).toBeGreaterThanOrEqual(20)
  // Without a line, the bars use the full height.
  expect(layout(points.map((one) => ({ ...one, line: null }))).barsTop).toBe(plot.top)
})

test('the live chart’s axes put each scale where the sketch has it', () => {
  const plot = layout([645, 660, 652].map((line, index) => point(2400, line, index)))
  for (const scale of [plot.bars, plot.lines]) {
    if (!scale) throw new Error('no strip')
    const [atFloor, atTop] = domainOf(plot, scale)
    const live = (value: number) =>
      plot.height - plot.bottom - ((value - atFloor) / (atTop - atFloor)) * (plot.height - plot.bottom - plot.top)
    for (const tick of scale.ticks) expect(live(tick)).toBeCloseTo(yOf(plot, scale, tick), 6)
  }
})

test('days without a figure leave a gap in the line, not a zero', () => {
  const points = [3, 4, null, 5, 6].map((line, index) => point(0, line, index))
  expect(linePath(layout(points), points).match(/[ML]/g)).toEqual(['M', 'L', 'M', 'L'])
})

test('without any line figure there is no second scale', () => {
  const plot = layout([1, 2].map((bar, index) => point(bar, null, index)))
  expect(plot.lines).toBeNull()
})
