import type { ValueOf } from './words.ts'

/** The specification's publication status. */
export const publicationStatuses = { pending: '保留中', active: '公開中', disabled: '非公開' } as const
export type PublicationStatus = ValueOf<typeof publicationStatuses>

/** The specification's enabled flag: the strings, not booleans. */
export const enabledFlags = { true: '有効', false: '無効' } as const
