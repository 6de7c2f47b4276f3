import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** What came of a 連絡 with a member. */
export const outreachOutcomes = {
  talked: '話せた',
  promised: '約束あり',
  callBack: '折り返し待ち',
  absent: '不在',
  unneeded: '連絡不要',
} as const
export type OutreachOutcome = ValueOf<typeof outreachOutcomes>

/** After these nobody calls for `daysSettled` days; after the others the member stays to be called. */
export const settledOutcomes = ['talked', 'promised', 'unneeded'] as const satisfies readonly OutreachOutcome[]
/** Days from the 連絡 on, its own included. */
export const daysSettled = 28

/** In place of 離脱リスク, which newcomers do not have yet: those of the report 最初の30日. */
export const newcomersToTalk = { true: '来館の少ない新入会員' } as const

/** 今週話す会員 of one shop. */
export const mostToTalk = 10

export const toTalkList = {
  sortKeys: ['risk', 'lastVisitOn', 'kana'],
  defaultSort: 'risk',
  filters: { newcomers: 'true' },
} as const satisfies ListWords

/** Members without a 連絡 that settles it. */
export const unsettled = { true: '28日以内に話していない会員' } as const

export const unpaidList = {
  sortKeys: ['unpaidAmount', 'lastOutreachOn', 'kana'],
  defaultSort: '-unpaidAmount',
  filters: { unsettled: 'true' },
} as const satisfies ListWords
