import { expect, test } from 'vitest'
import { piece, pointAt } from './ring'

test('a ring begins at the top and goes clockwise', () => {
  const [top, right, bottom] = [pointAt(0, 10), pointAt(0.25, 10), pointAt(0.5, 10)]
  expect([top.x, top.y]).toEqual([0, -10])
  expect(right.x).toBeCloseTo(10)
  expect(bottom.y).toBeCloseTo(10)
})

test('a segment follows the outer edge and returns along the inner one', () => {
  expect(piece(0, 0.25, 5, 10)).toBe('M0.00 -10.00A10 10 0 0 1 10.00 -0.00L5.00 -0.00A5 5 0 0 0 0.00 -5.00z')
})
