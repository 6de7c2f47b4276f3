import type { ValueOf } from './words.ts'

/** The specification's permission levels; `all` is its Level5. */
export const roleLevels = {
  level1: '取引先',
  level2: 'トレーナー',
  level3: '店長',
  level4: 'FCオーナー',
  all: '本部',
} as const
export type RoleLevel = ValueOf<typeof roleLevels>

/** Of a person without 担当店舗, who is not of head office. */
export const noShopInCharge = '担当店舗なし'
