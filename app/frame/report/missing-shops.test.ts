import { expect, test } from 'vitest'
import { comparedDays, missingShops } from './missing-shops.lazy'

const days = { from: '2026-06-10', to: '2026-11-20' }

test('kinds of data that the same shops lack are one sentence, with the shops by name', () => {
  const of = (kind: 'visits' | 'bookings' | 'sales', shopName: string) => ({ kind, shopId: '1', shopName, ...days })
  expect(
    missingShops({ missing: [of('visits', '渋谷店'), of('bookings', '渋谷店'), of('sales', '新宿店')] }, null),
  ).toEqual([
    '来館・予約のデータがない店舗: 渋谷店（2026/06/10(水)〜2026/11/20(金)）。',
    '売上のデータがない店舗: 新宿店（2026/06/10(水)〜2026/11/20(金)）。',
  ])
})

test('shops that lack data of other days than the report and the year before are not named', () => {
  const missing = [{ kind: 'visits' as const, shopId: '1', shopName: '渋谷店', ...days }]
  const of = (request: Parameters<typeof comparedDays>[0]) => missingShops({ missing }, comparedDays(request)).length
  expect(of({ year: 2026, month: 6 })).toBe(1)
  expect(of({ year: 2027, month: 6 })).toBe(1)
  expect(of({ year: 2028, month: 1 })).toBe(0)
  expect(of({ year: 2026, fiscalStartMonth: 4 })).toBe(1)
  expect(of({ from: '2026-01-01', to: '2026-05-31' })).toBe(0)
})
