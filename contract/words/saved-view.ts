import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** The reports of 統計 whose views can be saved, named as their endpoints. */
export const viewedReports = {
  ltv: 'LTV',
  admission: '入会・退会',
  firstDays: '最初の30日',
  sales: '売上',
  productSales: '商品',
  dues: '未収金の回収',
  memberPlan: 'プラン構成',
  feeRetention: '会費の維持率',
  shopComparison: '店舗比較',
  changesInVisits: '来館の変化',
  lessons: 'レッスンと担当',
  profit: '費用と損益',
  campaigns: 'キャンペーンの採算',
} as const
export type ViewedReport = ValueOf<typeof viewedReports>

/** The lists whose conditions can be shared. */
export const viewedLists = { members: '会員' } as const

/** The lists and reports whose views can be shared. */
export const viewedScreens = { ...viewedLists, ...viewedReports } as const
export type ViewedScreen = ValueOf<typeof viewedScreens>

export const savedViewList = {
  sortKeys: ['name', 'updatedAt'],
  defaultSort: 'name',
  filters: { screen: viewedScreens },
} as const satisfies ListWords
