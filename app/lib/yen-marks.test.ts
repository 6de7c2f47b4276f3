import { expect, test } from 'vitest'
import { yenAxis } from './yen-axis'
import { markIn } from './yen-marks'

test('marks of a scale of money keep half of a unit, so that equal steps look equal', () => {
  const { unit } = yenAxis([20_700])
  expect([unit, ...[0, 5500, 11_000, 16_500, 22_000].map(markIn(unit))]).toEqual([
    '千円',
    '0',
    '5.5',
    '11',
    '16.5',
    '22',
  ])
})
