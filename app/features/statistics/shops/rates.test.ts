import { expect, test } from 'vitest'
import type { ComparedShop, Share } from '#contract/report-shops.ts'
import { isChance, rankOf } from './rates'

const share = (rate: number, low: number, high: number): Share => ({ count: 1, of: 100, rate, low, high })
const shop = (early: Share) => ({ early }) as ComparedShop

test('where the intervals overlap nobody has a rank', () => {
  const shops = [shop(share(0.1, 0.05, 0.2)), shop(share(0.15, 0.1, 0.25))]
  expect(isChance(shops, 'early', shops.length)).toBe(true)
  expect(shops.map((one) => rankOf(one, shops, 'early', shops.length))).toEqual([null, null])
})

test('shops that differ beyond chance have ranks, and those between share the better one', () => {
  const shops = [shop(share(0.1, 0.05, 0.14)), shop(share(0.15, 0.1, 0.25)), shop(share(0.4, 0.3, 0.5))]
  expect(isChance(shops, 'early', shops.length)).toBe(false)
  expect(shops.map((one) => rankOf(one, shops, 'early', shops.length))).toEqual([1, 1, 3])
})

test('a shop without the figure has no rank and is no evidence', () => {
  const unknown = { count: null, of: null, rate: null, low: null, high: null }
  const shops = [shop(unknown), shop(share(0.15, 0.1, 0.25))]
  expect(isChance(shops, 'early', shops.length)).toBe(true)
  expect(rankOf(shops[0] as ComparedShop, shops, 'early', shops.length)).toBeNull()
})
