import { salesCategories } from './report.ts'
import type { ValueOf } from './words.ts'

/** By which month sales count: that of the payment, or the one that was paid for. */
export const salesBases = { settled: '精算日', targetMonth: '対象月' } as const
export type SalesBasis = ValueOf<typeof salesBases>

export const taxes = { included: '税込', excluded: '税抜' } as const
export type Tax = ValueOf<typeof taxes>

export const productSorts = { net: '売上', quantity: '数量' } as const

/** The products of a report: a category, or all but the dues, which hide the others. */
export const productGroups = { exceptDues: '会費以外', ...salesCategories } as const
export type ProductGroup = ValueOf<typeof productGroups>

/** By share of the net sales: those that make up 70 %, 90 %, and the rest. */
export const productClasses = { A: 'A（70%まで）', B: 'B（90%まで）', C: 'C（残り）' } as const
export type ProductClass = ValueOf<typeof productClasses>

/** What 「購入者」 counts. */
export const buyersOf = { people: '人数', months: '延べ人数' } as const
