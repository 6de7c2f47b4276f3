import { expect, test } from 'vitest'
import type { ShopTarget, ShopYear } from '#contract/shop-target.ts'
import { targetFigures } from '#contract/words/shop-target.ts'
import { valuesOf } from '#contract/words/words.ts'
import { draftOf, faultOf, isChanged, type Typed, textOf, withBlock, withoutSaved } from './typed-amounts'

// The grid of targets: a block of a spreadsheet, four rows a shop and a column a month.

const rules = {
  figures: valuesOf(targetFigures),
  highest: 2_147_483_647,
  partFault: '4つとも入力するか、すべて空欄にします。',
}
const nothing = { admission: null, withdrawalMax: null, sales: null, closingMembers: null }
const shopOf = (id: string): ShopYear => ({
  shop: { id, name: `店舗${id}` },
  standing: null,
  months: ['2026-11', '2026-12'].map((month) => ({ shopId: id, month, version: null, ...nothing })),
})
const shops = [shopOf('1'), shopOf('2')]
const target = (shop: number, month: number) => shops[shop]?.months[month] as ShopTarget
const pasted = (block: string[][], at = { row: 0, column: 0 }): Typed => withBlock(rules, {}, shops, at, block)

test('a block fills the figures of one shop after the other', () => {
  const typed = pasted([
    ['30', '３１'],
    [' - ', '5名'],
    ['900', '910'],
    [' ¥9,000,000 ', '9,100,000円'],
    ['40', ''],
  ])
  expect(draftOf(rules, typed, target(0, 0))).toEqual({
    ...{ shopId: '1', month: '2026-11', seen: null },
    ...{ admission: 30, withdrawalMax: 0, closingMembers: 900, sales: 9_000_000 },
  })
  expect(draftOf(rules, typed, target(0, 1))).toMatchObject({ admission: 31, withdrawalMax: 5, sales: 9_100_000 })
  expect(textOf(typed, target(1, 0), 'admission')).toBe('40')
  expect(isChanged(rules, typed, target(1, 1))).toBe(false)
})

test('a month with some of its targets has a sentence at each cell that is missing, and one without any has none', () => {
  const typed = pasted([['30']])
  expect(faultOf(rules, typed, target(0, 0), 'sales')).toBe('4つとも入力するか、すべて空欄にします。')
  expect(faultOf(rules, typed, target(0, 0), 'admission')).toBeNull()
  expect(faultOf(rules, typed, target(0, 1), 'sales')).toBeNull()
})

test('what cannot be read stays in its cell with a sentence', () => {
  const typed = pasted([['約30']])
  expect(textOf(typed, target(0, 0), 'admission')).toBe('約30')
  expect(faultOf(rules, typed, target(0, 0), 'admission')).toBe('「約30」は読み取れません。数字で入力してください。')
})

test('what was saved is no longer unsaved, the rest stays', () => {
  const typed = pasted([['30', '31']])
  const rest = withoutSaved(typed, [{ shopId: '1', month: '2026-11' }])
  expect([isChanged(rules, rest, target(0, 0)), isChanged(rules, rest, target(0, 1))]).toEqual([false, true])
})
