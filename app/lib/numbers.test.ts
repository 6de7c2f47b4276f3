import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNumber, parseWhole, wholeWithin } from './numbers'

const anything = fc.oneof(fc.string(), fc.double(), fc.anything())

test('what says a number is that number, and everything else is 0', () => {
  expect(['0.3', ' 12 ', '-4.50', 7, 0.25].map(parseNumber)).toEqual([0.3, 12, -4.5, 7, 0.25])
  const none = [
    '',
    'abc',
    '12abc',
    '1e3',
    '0x10',
    '１２',
    null,
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    [],
    {},
  ]
  expect(none.map(parseNumber)).toEqual(none.map(() => 0))
  fc.assert(fc.property(anything, (value) => Number.isFinite(parseNumber(value))))
  fc.assert(fc.property(fc.integer(), (value) => parseNumber(String(value)) === value))
})

test('what says a whole number is that number, and everything else is 0', () => {
  expect(['12', '-3', 2026].map(parseWhole)).toEqual([12, -3, 2026])
  expect(['2.5', 2.5, '99999999999999999999', 'x', undefined].map(parseWhole)).toEqual([0, 0, 0, 0, 0])
  fc.assert(fc.property(anything, (value) => Number.isSafeInteger(parseWhole(value))))
})

test('a whole number outside its bounds counts as none', () => {
  const month = (value: unknown) => wholeWithin(value, 1, 12)
  expect(['1', 12, '0', '13', '2.5', 'x', undefined].map(month)).toEqual([1, 12, ...Array(5).fill(undefined)])
})
