import type { ValueOf } from './words.ts'

/** The specification's publication status. */
export const publicationStatuses = { pending: '保留中', active: '公開中', disabled: '非公開' } as const
export type PublicationStatus = ValueOf<typeof publicationStatuses>

/** The state of a publication for staff: with separate names for scheduled and expired. */
export const publicationStates = {
  pending: '保留中',
  scheduled: '公開予約',
  active: '公開中',
  ended: '終了',
  disabled: '非公開',
} as const
export type PublicationState = ValueOf<typeof publicationStates>

/** Whether a day or time as text, beginning with its year, is within 1900 to 2199: what is stored, compared and counted with. */
export const isInReach = (dayOrTime: string) => dayOrTime >= '1900-01-01' && dayOrTime < '2200-01-01'

/** The specification's enabled flag: the strings, not booleans. */
export const enabledFlags = { true: '有効', false: '無効' } as const

/** Who runs a shop. */
export const ownerTypes = { direct: '直営', franchise: 'FC' } as const
