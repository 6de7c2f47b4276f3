import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MonthSlot, monthPlot, placedBars, scaleAroundZero, slotLine, yOn } from './month-bars-geometry'

const value = fc.option(fc.integer({ min: -5_000_000, max: 90_000_000 }), { nil: null })
const slotsOf = (pairs: [number | null, number | null][], lines: (number | null)[] = []): MonthSlot[] =>
  pairs.map(([one, other], index) => ({
    key: String(index),
    label: `${index + 1}月`,
    bars: [
      { key: 'one', value: one, look: 'full' },
      { key: 'other', value: other, look: 'hatched' },
    ],
    line: lines[index] ?? null,
  }))
const year = fc.array(fc.tuple(value, value), { minLength: 12, maxLength: 12 })

test('every bar lies inside the chart, and none touches another month’s', () => {
  fc.assert(
    fc.property(year, fc.constantFrom('beside' as const, 'across' as const), (pairs, arrange) => {
      const slots = slotsOf(pairs)
      const plot = monthPlot(slots)
      let before = 0
      slots.forEach((_, index) => {
        const bars = placedBars(plot, slots, index, arrange)
        for (const { x, y, height } of bars) {
          expect(x).toBeGreaterThan(before)
          expect(y).toBeGreaterThanOrEqual(plot.top - 1.01)
          expect(y + height).toBeLessThanOrEqual(plot.height - plot.bottom + 1.01)
        }
        before = Math.max(before, ...bars.map(({ x, width }) => x + width))
      })
    }),
  )
})

test('the scale holds zero and every value, in whole steps', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 24 }), (values) => {
      const { min, max, ticks } = scaleAroundZero(values)
      expect(min <= 0 && max >= 0 && max > min).toBe(true)
      for (const one of values) if (one !== null) expect(one >= min && one <= max).toBe(true)
      expect(ticks).toContain(0)
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect(ticks.length).toBeLessThanOrEqual(14)
    }),
  )
})

test('increases rise from the zero line, decreases hang below it', () => {
  const slots = slotsOf([[30, -12]])
  const plot = monthPlot(slots)
  const zero = yOn(plot, plot.bars, 0)
  const [came, went] = placedBars(plot, slots, 0, 'across')
  expect((came?.y ?? 0) + (came?.height ?? 0)).toBeCloseTo(zero)
  expect(went?.y).toBeCloseTo(zero)
  expect([came?.x, came?.width]).toEqual([went?.x, went?.width])
})

test('a future month has no bar and a gap in the line, not a zero', () => {
  const slots = slotsOf(
    [
      [3, 4],
      [null, 5],
      [6, 7],
    ],
    [10, null, 12],
  )
  const plot = monthPlot(slots)
  expect(placedBars(plot, slots, 1, 'beside').map(({ key }) => key)).toEqual(['other'])
  expect(slotLine(plot, slots).line.match(/[ML]/g)).toEqual(['M', 'M'])
})

test('this year and last year are side by side, also where one of them is missing', () => {
  const slots = slotsOf([[null, 5]])
  const both = slotsOf([[5, 5]])
  const [other] = placedBars(monthPlot(slots), slots, 0, 'beside')
  expect(other?.x).toBeCloseTo(placedBars(monthPlot(both), both, 0, 'beside')[1]?.x ?? 0)
})

test('without any line figure there is no second scale', () => {
  expect(monthPlot(slotsOf([[1, 2]])).lines).toBeNull()
})
