import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** The reports of 統計 whose views can be saved, named as their endpoints. */
export const viewedReports = {
  ltv: 'LTV',
  admission: '入会・退会',
  sales: '売上',
  productSales: '商品',
  memberPlan: 'プラン構成',
  shopComparison: '店舗比較',
  changesInVisits: '来館の変化',
} as const
export type ViewedReport = ValueOf<typeof viewedReports>

/** Those that need the right to figures of money. */
export const moneyReports: readonly ViewedReport[] = ['ltv', 'sales', 'productSales']

export const reportViewList = {
  sortKeys: ['name', 'updatedAt'],
  defaultSort: 'name',
  filters: { report: viewedReports },
} as const satisfies ListWords
