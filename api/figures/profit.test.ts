import { expect, test } from 'vitest'
import { profitOf, type ShopMonthCosts } from './profit.ts'

const shop = (more: Partial<ShopMonthCosts> = {}): ShopMonthCosts => ({
  shopId: '1',
  ...{ labor: 1_200_000, ads: 90_000, rent: 600_000, other: 110_000 },
  ...{ netSales: 3_000_000, admissions: 30, operating: 300, ...more },
})

// Half of the joiners are there after a month.
const survival = [1, ...Array.from({ length: 24 }, () => 0.5)]

test('損益, 獲得コスト and 回収月数 of a month', () => {
  expect(profitOf('2026-10', [shop()], survival)).toMatchObject({
    ...{ costs: 2_000_000, profit: 1_000_000, acquisition: 3000, arpu: 10_000, missingShops: 0 },
    // 109 of 300 yen of a month's sales are left: ¥3,633.
    payback: expect.closeTo(3000 / (10_000 * (109 / 300)), 6),
  })
})

test('shops together are their sums, and quotients of sums', () => {
  const both = profitOf(
    '2026-10',
    [shop(), shop({ ads: 10_000, admissions: 70, netSales: 1_000_000, operating: 100 })],
    survival,
  )
  expect(both).toMatchObject({ ads: 100_000, acquisition: 1000, arpu: 10_000, shops: 2 })
  expect(both.profit).toBe(4_000_000 - 2_000_000 - 1_920_000)
})

test('what a shop has not entered is not known of all, never 0, and the shop is counted as missing', () => {
  const month = profitOf('2026-10', [shop(), shop({ rent: null })], survival)
  expect(month).toMatchObject({ rent: null, costs: null, profit: null, missingShops: 1 })
  // 広告費 is there for both.
  expect(month.acquisition).toBe(3000)
  expect(profitOf('2026-10', [shop({ ads: null })], survival)).toMatchObject({
    acquisition: null,
    payback: null,
    profit: null,
  })
})

test('what is entered is summed beside, of the shops that have all of it, and the others are named', () => {
  const month = profitOf('2026-10', [shop(), shop({ shopId: '2' }), shop({ shopId: '3', rent: null })], survival)
  expect(month).toMatchObject({ missing: ['3'], entered: { costs: 4_000_000, profit: 2_000_000 } })
  expect(profitOf('2026-10', [shop()], survival)).toMatchObject({ missing: [], entered: null })
  expect(profitOf('2026-10', [shop({ ads: null })], survival)).toMatchObject({ missing: ['1'], entered: null })
})

test('0 that was entered is 0', () => {
  expect(profitOf('2026-10', [shop({ ads: 0 })], survival)).toMatchObject({ ads: 0, acquisition: 0, payback: 0 })
})

test('without 入会, sales or members there is no quotient', () => {
  expect(profitOf('2026-10', [shop({ admissions: 0 })], survival)).toMatchObject({ acquisition: null, payback: null })
  expect(profitOf('2026-10', [shop({ netSales: null })], survival)).toMatchObject({
    profit: null,
    arpu: null,
    payback: null,
  })
  expect(profitOf('2026-10', [], survival)).toMatchObject({ costs: null, profit: null, shops: 0 })
})

test('a month of membership pays only for those who are still members, and what is not paid in time is said', () => {
  const dear = profitOf('2026-10', [shop({ ads: 150_000 })], survival)
  // ¥5,000: ¥3,633 of all in the first month, and ¥1,817 of the half that stayed.
  expect(dear.payback).toBeCloseTo(1 + (5000 - 10_000 * (109 / 300)) / (5_000 * (109 / 300)), 6)
  expect(profitOf('2026-10', [shop({ ads: 2_700_000 })], survival)).toMatchObject({
    payback: null,
    isUnrecovered: true,
  })
  // A young club does not know yet.
  expect(profitOf('2026-10', [shop({ ads: 2_700_000 })], survival.slice(0, 7))).toMatchObject({
    ...{ payback: null, isUnrecovered: false },
  })
  expect(profitOf('2026-10', [shop({ labor: 4_000_000 })], survival)).toMatchObject({ isUnrecovered: true })
  expect(profitOf('2026-10', [shop({ rent: null })], survival)).toMatchObject({ payback: null, isUnrecovered: false })
  expect(profitOf('2026-10', [shop()], [])).toMatchObject({ payback: null, isUnrecovered: false })
})
