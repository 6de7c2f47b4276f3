import { publicationStatuses } from './common.ts'
import type { ListWords } from './list.ts'
import { quietHours } from './mail.ts'
import type { ValueOf } from './words.ts'

/** Triggers of a scenario. */
export const stepTriggers = {
  admission: '入会した',
  trialAttended: '体験に参加した',
  firstVisit: '初めて来館した',
  noVisit: '来館がない',
  visitDrop: '来館が減った',
  birthday: '誕生日',
  ticketExpiring: 'チケットの期限が近い',
  suspensionEnding: '休会の終了が近い',
  withdrawalRequested: '退会を申請した',
  manual: '手動で追加',
} as const
export type StepTrigger = ValueOf<typeof stepTriggers>

/** For triggers that count days: their number and label. The others have 0. */
export const triggerDays: Partial<
  Record<StepTrigger, { least: number; most: number; usual: number; before: string; after: string }>
> = {
  // From the 56th day on members are sleeping and get no such mails.
  noVisit: { least: 3, most: 55, usual: 14, before: '最後の来館から', after: '日来館がない' },
  birthday: { least: 0, most: 60, usual: 7, before: '誕生日の', after: '日前' },
  ticketExpiring: { least: 0, most: 90, usual: 14, before: 'チケットの期限の', after: '日前' },
  suspensionEnding: { least: 0, most: 90, usual: 14, before: '休会が終わる', after: '日前' },
}

/** A trigger with its days, as staff read it. */
export function triggerText({ type, days }: { type: StepTrigger; days: number }): string {
  const counted = triggerDays[type]
  return counted ? `${counted.before}${days}${counted.after}` : stepTriggers[type]
}

/** Triggers based on visits: a mail about them is no 業務連絡, so sleeping members are excluded. */
export const absenceTriggers: readonly StepTrigger[] = ['noVisit', 'visitDrop']

/** What ends a scenario for a member before its last step. */
export const stepStops = { visited: '来館した', cancelled: '退会した', optedOut: '配信を停止した' } as const
export type StepStop = ValueOf<typeof stepStops>

/** How a scenario ended for a member. */
export const stepExits = {
  completed: '完了',
  visited: '来館',
  cancelled: '退会',
  optedOut: '配信停止',
  disabled: 'ステップメールの終了',
} as const
export type StepExit = ValueOf<typeof stepExits>

/** Caps over all scenarios, per member: mails a day in Tokyo, and a calendar month. */
export const stepCaps = { day: 1, month: 4 } as const
export const mostSteps = 20
/** Days after its trigger within which a member still enters. */
export const newsDays = 28

/** Whether a time of the day, HH:mm in Tokyo, is at night, when no mail is sent. */
export const isQuiet = (time: string) => {
  const hour = Number(time.slice(0, 2))
  return hour >= quietHours.from || hour < quietHours.until
}

export const mailStepList = {
  sortKeys: ['updatedAt', 'name', 'enrolledCount'],
  defaultSort: '-updatedAt',
  filters: { status: publicationStatuses, trigger: stepTriggers },
} as const satisfies ListWords

export const enrolmentStates = { running: '配信中', ended: '終了' } as const

export const enrolmentList = {
  sortKeys: ['enrolledAt', 'nextAt', 'name'],
  defaultSort: '-enrolledAt',
  filters: { state: enrolmentStates, exit: stepExits },
} as const satisfies ListWords
