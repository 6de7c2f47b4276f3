import type { ValueOf } from './words.ts'

/** What データ健康診断 looks for, in its order. */
export const healthChecks = {
  joinedDays: '入会日の集中',
  dummyEmails: '仮のメールアドレス',
  sharedEmails: '共有のメールアドレス',
  families: '家族と思われる会員',
  doubles: '重複と思われる会員',
  peopleTwice: '二重に登録された会員',
  twoContracts: '契約が二重の会員',
  salesTwice: '二重の売上',
  visitsTwice: '二重の来館',
  invisible: '見えない文字のある会員番号',
  futureDates: '未来の日付',
  staffAddresses: '見えない文字のあるスタッフのメールアドレス',
  plansWithoutPrice: '料金のないプラン',
} as const

/** What head office says about a day that many members have as 入会日. */
export const joinedDayAnswers = {
  unknown: '入会日は不明',
  planDay: 'プラン契約日を使う',
  correct: 'この日で正しい',
} as const

/** Of these a row of a file and one of the club system are the same, and become one (decision 0107). */
export const doubleChecks = {
  peopleTwice: healthChecks.peopleTwice,
  twoContracts: healthChecks.twoContracts,
  salesTwice: healthChecks.salesTwice,
  visitsTwice: healthChecks.visitsTwice,
} as const
export type DoubleCheck = keyof typeof doubleChecks

/** What becomes of the contract of a file beside the club system's. */
export const doubleContracts = {
  until: '取り込んだ契約は、提供元の契約の開始日の前日までとする',
  theirs: '提供元の契約だけを残す',
} as const
export type DoubleContracts = keyof typeof doubleContracts

/** How far doubles have become one. */
export const doubleMergeStates = { writing: '統合中', merged: '統合済み', takingBack: '取り消し中' } as const
export type DoubleMergeState = ValueOf<typeof doubleMergeStates>

/** Pairs that are merged at once by name. */
export const mostDoubles = 500
