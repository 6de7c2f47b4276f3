import type { ValueOf } from './words.ts'

/** Ages on the first of the month. */
export const ageBands = {
  '10': '20歳未満',
  '20': '20代',
  '30': '30代',
  '40': '40代',
  '50': '50代',
  '60': '60代',
  '70': '70歳以上',
  '0': '年齢不明',
} as const
export type AgeBand = ValueOf<typeof ageBands>

/** What LTV is broken down by. */
export const ltvGroups = {
  none: 'まとめて',
  plan: 'プラン',
  gender: '性別',
  ageBand: '年代',
  joinRoute: '入会経路',
  shop: '店舗',
} as const
export type LtvGroup = ValueOf<typeof ltvGroups>

/** 「プラン別」, and of 性別 「男女別」. */
export const byGroup = (group: string) => (group === ltvGroups.gender ? '男女別' : `${group}別`)

/** What moved the monthly fees of a month, from close to close. */
export const feeMoves = {
  new: '新規',
  rejoin: '復会',
  transferIn: '転入',
  increase: '増額',
  resume: '休会からの復帰',
  suspension: '休会',
  decrease: '減額',
  transferOut: '転出',
  withdrawal: '退会',
} as const
export type FeeMove = ValueOf<typeof feeMoves>

/** What takes from the fees of who was a member at the close of the month before. */
export const feeLosses = ['withdrawal', 'suspension', 'decrease'] as const satisfies readonly FeeMove[]
/** What adds to them. */
export const feeGains = ['increase', 'resume'] as const satisfies readonly FeeMove[]
/** How many months after joining the fees of a cohort are looked at. */
export const cohortSteps = [1, 2, 3, 6, 9, 12, 18, 24] as const

/** What is filed for the months to come. */
export const filedChanges = { start: '入会', resume: '復帰', suspension: '休会', end: '退会' } as const
export type FiledChange = ValueOf<typeof filedChanges>

/** Fewer people than this give a figure for reference only: 参考値. */
export const fewPeople = 20
