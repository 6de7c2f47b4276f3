import { expect, test } from 'vitest'
import { profitOf, type ShopMonthCosts } from './profit.ts'

const shop = (more: Partial<ShopMonthCosts> = {}): ShopMonthCosts => ({
  ...{ labor: 1_200_000, ads: 90_000, rent: 600_000, other: 110_000 },
  ...{ netSales: 3_000_000, admissions: 30, operating: 300, ...more },
})

test('損益, 獲得コスト and 回収月数 of a month', () => {
  expect(profitOf('2026-10', [shop()])).toMatchObject({
    ...{ costs: 2_000_000, profit: 1_000_000, acquisition: 3000, arpu: 10_000, payback: 0.3, missingShops: 0 },
  })
})

test('shops together are their sums, and quotients of sums', () => {
  const both = profitOf('2026-10', [shop(), shop({ ads: 10_000, admissions: 70, netSales: 1_000_000, operating: 100 })])
  expect(both).toMatchObject({ ads: 100_000, acquisition: 1000, arpu: 10_000, shops: 2 })
  expect(both.profit).toBe(4_000_000 - 2_000_000 - 1_920_000)
})

test('what a shop has not entered is not known of all, never 0, and the shop is counted as missing', () => {
  const month = profitOf('2026-10', [shop(), shop({ rent: null })])
  expect(month).toMatchObject({ rent: null, costs: null, profit: null, missingShops: 1 })
  // 広告費 is there for both.
  expect(month.acquisition).toBe(3000)
  expect(profitOf('2026-10', [shop({ ads: null })])).toMatchObject({ acquisition: null, payback: null, profit: null })
})

test('0 that was entered is 0', () => {
  expect(profitOf('2026-10', [shop({ ads: 0 })])).toMatchObject({ ads: 0, acquisition: 0, payback: 0 })
})

test('without 入会, sales or members there is no quotient', () => {
  expect(profitOf('2026-10', [shop({ admissions: 0 })])).toMatchObject({ acquisition: null, payback: null })
  expect(profitOf('2026-10', [shop({ netSales: null })])).toMatchObject({ profit: null, arpu: null, payback: null })
  expect(profitOf('2026-10', [])).toMatchObject({ costs: null, profit: null, shops: 0 })
})
