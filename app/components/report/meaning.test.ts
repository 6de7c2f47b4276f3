import { expect, test } from 'vitest'
import { meaningOf } from './meaning'

test.each([
  [3, 'more', 'good'],
  [-3, 'more', 'bad'],
  [-3, 'less', 'good'],
  [3, 'less', 'bad'],
  [0, 'more', 'neutral'],
  [3, 'neither', 'neutral'],
] as const)('a change of %d where %s is better is %s', (change, better, meaning) => {
  expect(meaningOf(change, better)).toBe(meaning)
})
