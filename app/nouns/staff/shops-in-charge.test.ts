import { expect, test } from 'vitest'
import { shopsInCharge } from './shops-in-charge'

test('shops of a person have one word each: all, none, names, or the first and how many others', () => {
  const shops = [{ name: '新宿店' }, { name: '渋谷店' }, { name: '横浜店' }]
  expect(shopsInCharge({ role: 'all' }, [])).toBe('全店舗')
  expect(shopsInCharge({ role: 'level3', isAdmin: true }, shops)).toBe('全店舗')
  expect(shopsInCharge({ role: 'level2' }, [])).toBe('担当店舗なし')
  expect(shopsInCharge({ role: 'level2' }, shops.slice(0, 2), 2)).toBe('新宿店、渋谷店')
  expect(shopsInCharge({ role: 'level4' }, shops, 2)).toBe('新宿店 ほか2店舗')
})
