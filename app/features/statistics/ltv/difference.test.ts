import { expect, test } from 'vitest'
import { ltvDifference } from './difference'

test('sales and tenure add up to the difference, in either direction', () => {
  const one = { salesPerMember: 8000, avgTenureMonths: 40 }
  const other = { salesPerMember: 6000, avgTenureMonths: 20 }
  expect(ltvDifference(one, other)).toEqual({ total: 200_000, bySales: 60_000, byTenure: 140_000 })
  expect(ltvDifference(other, one)).toEqual({ total: -200_000, bySales: -60_000, byTenure: -140_000 })
  expect(ltvDifference(one, { ...other, avgTenureMonths: null })).toBeNull()
})
