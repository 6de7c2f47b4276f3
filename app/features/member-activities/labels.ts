import type { Activity } from '#contract/activity.ts'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'

type Who = NonNullable<Activity['member']>

/** 姓 and 名 with a full-width space. */
export const nameOf = ({ lastName, firstName }: Who) => `${lastName}\u3000${firstName}`
export const kanaOf = ({ lastNameKana, firstNameKana }: Who) =>
  [lastNameKana, firstNameKana].filter(Boolean).join('\u3000')
export const whoText = (member: Who | null) => (member ? nameOf(member) : '担当外の会員')

/** The member's page; null for a member of other shops. */
export const recordPath = (member: Who | null) => (member?.id ? `/hacomono/members/${member.id}` : null)

/** `2026/11/01(日) 〜 2026/11/30(月)`. */
export const daysText = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDate(from) : `${formatDate(from)} 〜 ${formatDate(to)}`

/** Whole minutes: 「1,234分」. */
export const minutesText = (seconds: number) => `${formatCount(seconds / 60)}分`
