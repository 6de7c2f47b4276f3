import { expect, test } from 'vitest'
import { dailyCourse } from './course'
import { daysOf } from './reports.fixture'

test('a figure’s sparkline shows its days, and ends where the data ends', () => {
  expect(dailyCourse(daysOf(4, 2, 70), 'visitCount')).toEqual({ kind: 'bars', values: [70, 70, null, null] })
})

test('sales are cumulative, so that the card billing days do not dwarf all others', () => {
  const days = daysOf(3).map((day, index) => ({ ...day, sales: [100, 5000, 200][index] }))
  expect(dailyCourse(days, 'netSales')?.values).toEqual([100, 5100, 5300])
})

test('a figure without daily values has no sparkline', () => {
  expect(dailyCourse(daysOf(3), 'collectionRate')).toBeUndefined()
})
