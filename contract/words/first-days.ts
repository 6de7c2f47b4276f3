import type { ValueOf } from './words.ts'

/** Joiners by their visit days, in any shop, in the first 30 days of the membership; the key is the lowest. */
export const firstDaysGroups = { '0': '0日', '1': '1〜3日', '4': '4〜7日', '8': '8日以上' } as const
export type FirstDaysGroup = ValueOf<typeof firstDaysGroups>

/** The days that are looked at: day 1 is the first day of the membership. */
export const firstDaysLength = 30
/** From this day on a newcomer's visits are compared with the shop's usual ones. */
export const firstDaysJudgedFrom = 10
/** For so many months from day 30 on the joiners are followed. */
export const firstDaysFollowed = 11
/** The months for which the share still members is named. */
export const firstDaysMonths = [3, 6, 11] as const

/** A newcomer's visits beside those that are usual by then, in words. */
export const firstDaysReason = ({ day, visits, usual }: { day: number; visits: number; usual: number }): string =>
  `入会${day}日目で来館${visits}日（めやす${Math.round(usual * 10) / 10}日）`
