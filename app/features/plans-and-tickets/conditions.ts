import type { ShopPlan } from '#contract/shop-plan.ts'
import { genders } from '#contract/words/member.ts'
import { weekdayName } from '~/lib/dates'

type Conditions = Pick<
  ShopPlan,
  'usableDow' | 'usableFrom' | 'usableTo' | 'limitPerMonth' | 'ageMin' | 'ageMax' | 'genderLimit' | 'minMonths'
>

/** 平日, 土日 or single days, Monday first; null for every day. */
export function daysText({ usableDow }: Pick<Conditions, 'usableDow'>): string | null {
  if (usableDow === null) return null
  const fromMonday = [1, 2, 3, 4, 5, 6, 0].filter((day) => usableDow.includes(day))
  if (fromMonday.length === 7) return null
  const days = fromMonday.join('')
  if (days === '12345') return '平日'
  return days === '60' ? '土日' : fromMonday.map(weekdayName).join('・')
}

/** `10:00–17:00`, `17:00から`, `17:00まで`; null where it is all day. */
export function hoursText({ usableFrom, usableTo }: Pick<Conditions, 'usableFrom' | 'usableTo'>): string | null {
  if (usableFrom !== null && usableTo !== null) return `${usableFrom}–${usableTo}`
  if (usableFrom !== null) return `${usableFrom}から`
  return usableTo === null ? null : `${usableTo}まで`
}

/** `18–24歳`, `18歳以上`, `24歳以下`; null where there is no bound. */
export function ageText({ ageMin, ageMax }: Pick<Conditions, 'ageMin' | 'ageMax'>): string | null {
  if (ageMin !== null && ageMax !== null) return ageMin === ageMax ? `${ageMin}歳` : `${ageMin}–${ageMax}歳`
  if (ageMin !== null) return `${ageMin}歳以上`
  return ageMax === null ? null : `${ageMax}歳以下`
}

export const limitText = ({ limitPerMonth }: Pick<Conditions, 'limitPerMonth'>) =>
  limitPerMonth === null ? null : `月${limitPerMonth}回まで`

export const genderText = ({ genderLimit }: Pick<Conditions, 'genderLimit'>) =>
  genderLimit === null || genderLimit === 'none' ? null : `${genders[genderLimit]}のみ`

/** Minimum contract period. */
export const termText = ({ minMonths }: Pick<Conditions, 'minMonths'>) => (minMonths ? `${minMonths}か月` : null)

/** All conditions of use in a line: 「平日 10:00–17:00 · 月4回まで · 18–24歳 · 女性のみ · 最低2か月」; 制限なし without any. */
export function conditionsText(plan: Conditions): string {
  const term = termText(plan)
  const parts = [
    [daysText(plan), hoursText(plan)].filter(Boolean).join(' '),
    limitText(plan),
    ageText(plan),
    genderText(plan),
    term && `最低${term}`,
  ]
  return parts.filter(Boolean).join(' · ') || '制限なし'
}
