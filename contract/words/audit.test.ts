import { expect, test } from 'vitest'
import { changeText } from './audit.ts'

test.each([
  [5_000_000, '5,000,000'],
  [-1200, '▲1,200'],
  [true, 'はい'],
  ['2026-11-01', '2026/11/01'],
  ['2026-11-01T09:30:00+09:00', '2026/11/01 09:30'],
  [null, '–'],
])('a value %o in the log reads %s', (value, text) => {
  expect(changeText('shop', 'someField', value)).toBe(text)
})
