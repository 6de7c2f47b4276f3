import type { Member, MemberRow } from '#contract/member.ts'
import { todayInTokyo } from '~/lib/dates'

export const statusLabel: Record<MemberRow['status'], string> = { active: '有効', waiting: '待機中' }

export const contractStatusLabel: Record<MemberRow['contractStatus'], string> = {
  active: '契約中',
  waiting: '未契約',
  suspended: '休会中',
  cancel: '退会',
}

export const contractStatusTone = {
  active: 'positive',
  waiting: 'neutral',
  suspended: 'warning',
  cancel: 'neutral',
} as const satisfies Record<MemberRow['contractStatus'], string>

export const genderLabel: Record<MemberRow['gender'], string> = { male: '男性', female: '女性', none: '未設定' }

export const joinRouteLabel: Record<NonNullable<Member['joinRoute']>, string> = {
  tour: '見学',
  trial: '体験',
  referral: '紹介',
  rejoin: '復会',
  web: 'Web',
}

const comingLabel: Record<NonNullable<MemberRow['coming']>['kind'], string> = {
  start: '入会予定',
  suspension: '休会予定',
  resume: '復帰予定',
  cancel: '退会予定',
}

/** `2/28 退会予定`; with the year where it is not this one. */
export function comingText({ kind, on }: NonNullable<MemberRow['coming']>, today = todayInTokyo()): string {
  const [year = '', month, date] = on.split('-')
  const day = `${Number(month)}/${Number(date)}`
  return `${today.startsWith(year) ? day : `${year}/${day}`} ${comingLabel[kind]}`
}

type Named = Pick<MemberRow, 'lastName' | 'firstName' | 'lastNameKana' | 'firstNameKana'>

/** 姓 and 名 with a full-width space. */
export const nameOf = ({ lastName, firstName }: Named) => `${lastName}\u3000${firstName}`
export const kanaOf = ({ lastNameKana, firstNameKana }: Named) =>
  [lastNameKana, firstNameKana].filter(Boolean).join('\u3000')
