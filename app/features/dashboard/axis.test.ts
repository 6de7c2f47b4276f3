import { expect, test } from 'vitest'
import { axisOf } from './axis'

test('a scale shows money in 万円 or 千円, everything else as it is counted', () => {
  const money = axisOf('netSales', [8_351_000, null])
  expect([money.unit, money.format(8_000_000)]).toEqual(['万円', '800'])
  expect(axisOf('netSales', [350_000]).format(200_000)).toBe('200')
  expect(axisOf('netSales', [350_000]).unit).toBe('千円')
  expect(axisOf('netSales', [null]).unit).toBe('円')
  expect(axisOf('closingMembers', [1234]).unit).toBe('名')
})
