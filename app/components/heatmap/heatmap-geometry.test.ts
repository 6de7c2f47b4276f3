import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAfter, shade } from './heatmap-geometry'

test('higher values are never lighter, so that the chart is readable in greyscale', () => {
  const value = fc.double({ min: 0, max: 1000, noNaN: true })
  fc.assert(
    fc.property(value, value, value, (one, other, third) => {
      const highest = Math.max(one, other, third)
      const [less, more] = one < other ? [one, other] : [other, one]
      expect(shade(less, highest)).toBeLessThanOrEqual(shade(more, highest))
    }),
  )
})

test('no value and zero have no shade', () => {
  expect([shade(null, 10), shade(0, 10), shade(0, 0)]).toEqual([0, 0, 0])
})

test('arrow keys reach every cell and stop at the edges', () => {
  expect(cellAfter('ArrowRight', { row: 0, column: 0 }, 7, 3)).toEqual({ row: 0, column: 1 })
  expect(cellAfter('ArrowRight', { row: 0, column: 2 }, 7, 3)).toEqual({ row: 0, column: 2 })
  expect(cellAfter('ArrowUp', { row: 0, column: 2 }, 7, 3)).toEqual({ row: 0, column: 2 })
  expect(cellAfter('End', { row: 6, column: 0 }, 7, 3)).toEqual({ row: 6, column: 2 })
  expect(cellAfter('Tab', { row: 0, column: 0 }, 7, 3)).toBeUndefined()
})
