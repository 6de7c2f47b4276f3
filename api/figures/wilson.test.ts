import { expect, test } from 'vitest'
import { wilson } from './wilson.ts'

// From R: prop.test(x, n, correct = FALSE).
test.each([
  [0, 10, 0, 0.2775328],
  [10, 10, 0.7224672, 1],
  [81, 263, 0.2552708, 0.3662057],
  [20, 1000, 0.0129853, 0.0306871],
])('%i of %i is a share between %f and %f', (successes, total, low, high) => {
  expect(wilson(successes, total)?.low).toBeCloseTo(low, 4)
  expect(wilson(successes, total)?.high).toBeCloseTo(high, 4)
})

test('nobody has no share', () => {
  expect(wilson(0, 0)).toBeNull()
})
