import type { ValueOf } from './words.ts'

/** The three senses of 入会日: the day of the application, the first day of the membership, the first visit in it. */
export const joinedByWords = { contracted: '申込日', joined: '入会日', firstUse: '利用開始日' } as const
export type JoinedBy = ValueOf<typeof joinedByWords>

/** A point of the course over the period. */
export const seriesUnits = { day: '日別', month: '月別' } as const

/** Days after a 見学 or 体験, its own included, within which a membership that begins counts as joined. */
export const joinDays = { tour: 60, trial: 30 } as const

/** The group of those who joined without a campaign: the field is empty, which is an answer. */
export const noCampaign = 'キャンペーンなし'

/** What came before a membership: 見学 or 体験 so shortly before that it counts as joined. */
export const ledBy = { led: '見学・体験のどちらか', none: 'どちらもなし', unknown: '不明' } as const

/** Days from the last visit of the membership to the request to leave. */
export const absences = {
  '0': '0〜6日',
  '7': '7〜13日',
  '14': '14〜27日',
  '28': '28〜55日',
  '56': '56〜89日',
  '90': '90日以上',
  never: '入会後の来館なし',
  unknown: '不明',
} as const
export type Absence = ValueOf<typeof absences>

/** What follows a 休会 that ends. */
export const afterPause = { resume: '復帰', cancel: '退会' } as const

/** The facts that 入会・退会 counts. */
export const admissionKinds = ['contracts', 'leavers', 'leads', 'visits', 'bookings'] as const
