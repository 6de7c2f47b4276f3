import { expect, test } from 'vitest'
import type { ShopFinding } from '#contract/digest.ts'
import { aheadInWords, alsoInWords, isBad, restOf, unjudgedInWords, verdictOf } from './words'

const beyond = (count: number) => Array.from({ length: count }, () => ({}) as ShopFinding)
const page = { shops: beyond(0), others: 0, usual: 0, together: null, unjudged: [] }
const young = { shopId: '9', shopName: '新店', figures: ['visits' as const], isYoung: true }

test('the verdict says how many shops are not as usual, and the last line how many are', () => {
  const many = { ...page, shops: beyond(10), others: 3, usual: 191 }
  expect(verdictOf(many)).toBe('204店舗のうち13店舗が、いつもと違います')
  expect(restOf(many)).toBe('ほかの3店舗も、いつもと違います。他の191店舗はいつもどおりです。')
})

test('where every shop is not as usual it says so', () => {
  expect(verdictOf({ ...page, shops: beyond(2) })).toBe('2店舗とも、いつもと違います')
})

test('without a change it says so once, in the words of one shop or of several', () => {
  expect([verdictOf({ ...page, usual: 1 }), restOf({ ...page, usual: 1 })]).toEqual(['いつもどおりです', ''])
  expect(verdictOf({ ...page, usual: 3 })).toBe('3店舗とも、いつもどおりです')
})

test('of shops without limits nothing is said to be as usual', () => {
  expect(verdictOf({ ...page, unjudged: [young] })).toBe('まだ判断できません')
  expect(verdictOf(page)).toBe('担当店舗がありません')
})

test('shops that miss the same are named together, three of them by name', () => {
  const old = { figures: ['admissions' as const, 'withdrawals' as const], isYoung: false }
  const shops = ['A店', 'B店', 'C店', 'D店'].map((shopName) => ({ shopId: shopName, shopName, ...old }))
  expect(unjudgedInWords([...shops, young])).toEqual([
    'A店、B店、C店ほか1店舗の入会・退会は、データがそろっていないため判断していません。',
    '新店の来館は、データが半年に満たないため判断していません。',
  ])
})

test('what is coming is the known 退会 with 着地見込, as far as either is there', () => {
  expect(aheadInWords({ month: '2026-11', known: 18, landing: 23 })).toBe(
    '11月の退会は、届出があと18名、着地見込は23名です。',
  )
  expect(aheadInWords({ month: '2026-12', known: 3, landing: null })).toBe('12月の退会は、届出があと3名です。')
  expect(aheadInWords({ month: '2026-11', known: 0, landing: 4 })).toBe('11月の退会の着地見込は4名です。')
  expect(aheadInWords({ month: '2026-12', known: 0, landing: null })).toBe('')
})

test('a week’s sales are named without dues', () => {
  expect(alsoInWords({ also: ['visits', 'sales'] })).toBe('ほかに来館・会費以外の売上もいつもと違います。')
})

test('more 退会 is bad, more of anything else is good', () => {
  expect(isBad({ figure: 'withdrawals', side: 'above' })).toBe(true)
  expect(isBad({ figure: 'sales', side: 'above' })).toBe(false)
  expect(isBad({ figure: 'visits', side: 'below' })).toBe(true)
})
