import { noShopInCharge } from '#contract/words/staff.ts'

interface InCharge {
  role: string
  isAdmin?: boolean | undefined
}

/** 担当店舗 in words: 全店舗 of head office, 担当店舗なし, or the names; of more than `most` the first, and how many others. */
export function shopsInCharge(staff: InCharge, shops: readonly { name: string }[], most = shops.length): string {
  const [first] = shops
  if (staff.role === 'all' || staff.isAdmin) return '全店舗'
  if (!first) return noShopInCharge
  return shops.length <= most ? shops.map(({ name }) => name).join('、') : `${first.name} ほか${shops.length - 1}店舗`
}
