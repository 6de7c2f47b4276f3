import type { ValueOf } from './words.ts'

/** The kinds of records that the palette finds by a name, by their nouns. Members' health data is none of them. */
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

/** How many things opened last are remembered, and can be asked for at once. */
export const mostRecent = 8
