import { expect, test } from 'vitest'
import { cellsOutside, pastedCells } from './pasted'

test('a block of a spreadsheet is its cells, and a single cell is a block, too', () => {
  expect(pastedCells(' ¥1,200,000 \t９０，０００\r\n ¥ - \t\r\n')).toEqual([
    [' ¥1,200,000 ', '９０，０００'],
    [' ¥ - ', ''],
  ])
  expect(pastedCells(' ¥600,000 \n')).toEqual([[' ¥600,000 ']])
})

test('cells that have no place in the grid are counted, empty ones are not missed', () => {
  const grid = { rows: 2, columns: 2 }
  expect(
    cellsOutside(
      [
        ['1', '2', ''],
        ['3', '4', '5'],
      ],
      { row: 0, column: 0 },
      grid,
    ),
  ).toBe(1)
  expect(cellsOutside([['1'], ['2']], { row: 1, column: 1 }, grid)).toBe(1)
})
