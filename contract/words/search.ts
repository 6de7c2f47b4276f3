import type { ValueOf } from './words.ts'

/** The kinds of records that the palette finds by name, as nouns. Health data is not among them. */
export const searchKinds = {
  member: '会員',
  staff: 'スタッフ',
  shop: '店舗',
  shopPlan: 'プラン',
  reportAction: '改善アクション',
  announcement: 'お知らせ',
  column: 'コラム',
} as const
export type SearchKind = ValueOf<typeof searchKinds>

/** How many recently opened records are remembered, and can be requested at once. */
export const mostRecent = 8
