import type { Member, MemberRow } from '#contract/member.ts'
import { comingKinds } from '#contract/words/member.ts'
import { formatMonth, todayInTokyo } from '~/lib/dates'

export const contractStatusTone = {
  active: 'positive',
  waiting: 'neutral',
  suspended: 'warning',
  cancel: 'neutral',
} as const satisfies Record<MemberRow['contractStatus'], string>

/** `2/28 退会予定`; with the year where it is not this one. */
export function comingText({ kind, on }: NonNullable<MemberRow['coming']>, today = todayInTokyo()): string {
  const [year = '', month, date] = on.split('-')
  const day = `${Number(month)}/${Number(date)}`
  return `${today.startsWith(year) ? day : `${year}/${day}`} ${comingKinds[kind]}予定`
}

/** `2026年10月 8日`; without known days of visits `2026年10月 不明`. */
export const visitMonthText = ({ month, days }: Member['visitMonths'][number]) =>
  `${formatMonth(month)} ${days === null ? '不明' : `${days}日`}`

type Named = Pick<MemberRow, 'lastName' | 'firstName' | 'lastNameKana' | 'firstNameKana'>

/** 姓 and 名 with a full-width space. */
export const nameOf = ({ lastName, firstName }: Named) => `${lastName}\u3000${firstName}`
export const kanaOf = ({ lastNameKana, firstNameKana }: Named) =>
  [lastNameKana, firstNameKana].filter(Boolean).join('\u3000')
