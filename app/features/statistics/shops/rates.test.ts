import { expect, test } from 'vitest'
import type { ComparedShop, Share } from '#contract/report-shops.ts'
import { isChance, rankOf, rateKeys, verdictOfTwo } from './rates'

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

test('two shops get a verdict in words: what differs beyond chance, what does not, and what is not judged', () => {
  const unknown = { count: null, of: null, rate: null, low: null, high: null }
  const named = (shopName: string, early: Share, trial: Share) =>
    ({ shopName, ...Object.fromEntries(rateKeys.map((key) => [key, unknown])), early, trial }) as ComparedShop
  const [low, high] = [share(0.025, 0.01, 0.05), share(0.2, 0.15, 0.26)]
  expect(verdictOfTwo(named('大宮店', low, low), named('川越店', high, low), 2)).toEqual([
    '早期退会率は、大宮店（2.5%）が川越店（20.0%）より、偶然の差を超えて良い状態です。',
    '体験入会率の差は、偶然の範囲です。',
    '退会率、入会率、実働率は、終わっていない月か、データがそろっていないため、差を判断していません。',
  ])
  expect(verdictOfTwo(named('大宮店', low, low), named('川越店', low, low), 2)[0]).toBe(
    '早期退会率、体験入会率の差は、どれも偶然の範囲です。',
  )
})
