import { expect, test } from 'vitest'
import { readNumber } from './number-field'

test.each([
  ['1200', 1200],
  ['1,200', 1200],
  ['１，２００', 1200],
  [' 0 ', 0],
  ['-5', -5],
  ['1.5', 1.5],
  ['', null],
  ['40名', '40名'],
])('%s is read as %s', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test('a number with too many digits is still a number, for the schema to reject', () => {
  expect(readNumber('99999999999')).toBe(99_999_999_999)
})
