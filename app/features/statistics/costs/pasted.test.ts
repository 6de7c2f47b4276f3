import { expect, test } from 'vitest'
import { pastedCells } from './pasted'

test('cells of a spreadsheet are read with separators, full width and yen', () => {
  expect(pastedCells('1,200,000\t９０，０００\r\n¥600,000\t\r\n')).toEqual([
    [1_200_000, 90_000],
    [600_000, null],
  ])
})

test('text stays as it is, for the field to refuse', () => {
  expect(pastedCells('約10万\t1')).toEqual([['約10万', 1]])
})

test('a single value is pasted as text', () => {
  expect(pastedCells('120000')).toBeNull()
})
