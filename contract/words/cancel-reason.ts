import type { ValueOf } from './words.ts'

/** Why a contract was cancelled, as in the club system. */
export const cancelReasons = {
  noTime: '時間が取れない',
  moved: '転居・転勤',
  price: '料金',
  health: '健康上の理由',
  noEffect: '効果を感じない',
  crowded: '混雑',
  facility: '設備',
  staff: 'スタッフの対応',
  otherGym: 'ほかのジムを利用',
  other: 'その他',
} as const
export type CancelReason = ValueOf<typeof cancelReasons>
