import type { SalesCategory } from '#contract/words/report.ts'

export interface Product {
  name: string
  category: SalesCategory
  /** Of the consumption tax, in percent. */
  taxPercent: number
}

/** By their names. */
export type Products = ReadonlyMap<string, Product>

/** The tax within a sum of yen, where its source does not say it; rounded towards zero, 10 % of a product that is not here. */
export const taxWithin = (net: number, { taxPercent = 10 }: Partial<Product> = {}) =>
  Math.trunc((net * taxPercent) / (100 + taxPercent))

/** Words of a receipt that say what was sold. Longer words come first: 入会金 is no 会費. */
const categoryWords: readonly [RegExp, SalesCategory][] = [
  [/入会金|事務手数料|登録料/, 'admissionFee'],
  [/会費/, 'membershipFee'],
  [/チケット|回数?券/, 'ticket'],
  [/パーソナル/, 'personal'],
  [/オプション|ロッカー|レンタル|水素水/, 'option'],
  [/物販|プロテイン|ウェア|シューズ|タオル|ドリンク/, 'product'],
]

/**
 * What a line of a receipt is: as the product of this name is, else by its words. Null where they say several things, as
 * the first sale of a new member does (「初月会費＋翌月会費＋入会金」), or none.
 */
export function categoryOf(text: string, products: Products): SalesCategory | null {
  const known = products.get(text)?.category
  if (known) return known
  const found = categoryWords.filter(([words]) => words.test(text))
  const [one] = found
  return one && found.length === 1 ? one[1] : null
}

/** How many pieces a line has whose source does not say: a sale that is negative gives one back in each. */
export const piecesOf = (lines: readonly { net: number }[]) =>
  lines.reduce((sum, { net }) => sum + net, 0) < 0 ? -1 : 1
