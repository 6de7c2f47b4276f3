import { expect, test } from 'vitest'
import { amountFault, readAmount, readNumber } from './amount'

test.each([
  [' ¥600,000 ', 600_000],
  ['「', '「'],
  ['1,200,000円', 1_200_000],
  ['￥９０，０００', 90_000],
  ['１２０万', '１２０万'],
  ['\\5,000', 5000],
  ['40名', 40],
  ['', null],
  ['   ', null],
  ['-5', -5],
  ['▲¥1,200', -1200],
  ['¥-1,200', -1200],
  ['(1,200)', -1200],
  ['(1,200', '(1,200'],
  ['1.5', 1.5],
])('the amount %j is read as %j', (typed, value) => {
  expect(readAmount(typed)).toBe(value)
})

test.each([' ¥ - ', ' ¥-   ', '-', '－', '—', '−'])(
  '%j is 0, as the accounting format of a spreadsheet shows it',
  (typed) => {
    expect(readAmount(typed)).toBe(0)
  },
)

test('what cannot be saved is said in a sentence that names it', () => {
  const of = (typed: string) => amountFault(readAmount(typed), 2_000_000_000)
  expect(['約10万', '1.5', '▲1', '3,000,000,000', '', '0'].map(of)).toEqual([
    '「約10万」は読み取れません。数字で入力してください。',
    '整数で入力してください。',
    '0以上で入力してください。',
    '2,000,000,000以下で入力してください。',
    null,
    null,
  ])
})

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
