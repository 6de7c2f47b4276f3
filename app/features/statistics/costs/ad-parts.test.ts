import { expect, test } from 'vitest'
import type { ShopCost } from '#contract/shop-cost.ts'
import { draftOf, faultOf, isChanged, withCell } from '../amounts/typed-amounts'
import { adNames, costRules, draftOfRows, rowsOf } from './ad-parts'

// The sheet of costs, with rows for the parts of the 広告費.

const stored: ShopCost = {
  ...{ shopId: '1', month: '2026-10', version: 3, labor: 900_000, ads: 100_000, rent: 0, other: 0 },
  adParts: [{ campaign: '春の入会', route: null, yen: 60_000 }],
}
const names = adNames([stored], [{ campaign: null, route: 'web' }])
const rules = costRules(names)
const shops = [{ months: [rowsOf(stored, names)] }]
const month = rowsOf(stored, names)

test('kinds come first, as they are pasted, and then a row for each name', () => {
  expect(rules.figures).toEqual(['labor', 'ads', 'rent', 'other', 'ad 春の入会', 'ad 経路：Web'])
  expect(isChanged(rules, {}, month)).toBe(false)
})

test('parts of more than the 広告費 have a sentence at it, before anything is saved', () => {
  const typed = withCell(rules, {}, shops, { row: 5, column: 0 }, '40,001')
  expect(faultOf(rules, typed, month, 'ads')).toBe('この項目は、内訳の合計（100,001円）以上の金額にしてください。')
  expect(faultOf(rules, typed, month, 'ad 経路：Web')).toBeNull()
  expect(faultOf(rules, withCell(rules, typed, shops, { row: 5, column: 0 }, '40,000'), month, 'ads')).toBeNull()
})

test('an emptied part is none, and the others are saved with the month', () => {
  const typed = withCell(
    rules,
    withCell(rules, {}, shops, { row: 4, column: 0 }, ''),
    shops,
    { row: 5, column: 0 },
    '1',
  )
  expect(draftOfRows(draftOf(rules, typed, month), names)).toEqual({
    ...{ labor: 900_000, ads: 100_000, rent: 0, other: 0 },
    adParts: [{ campaign: null, route: 'web', yen: 1 }],
  })
})
