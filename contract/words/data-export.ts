import type { ValueOf } from './words.ts'

export const dataExportStates = { making: '作成中', ready: '作成済み', failed: '中止' } as const
export type DataExportState = ValueOf<typeof dataExportStates>

/** Bytes of a part: as text within an answer of less than 4 MB. */
export const dataExportPartBytes = 2_500_000
/** Hours that the files are kept. */
export const dataExportHours = 24
