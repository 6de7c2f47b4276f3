import type { LessonsBySlot, LessonsByStaff } from '#contract/report-lessons.ts'
import { weekdayName } from '~/lib/dates'

/** 月 19:00 ヨガ; of several shops 月 19時台. */
export const slotName = ({ dow, startsAt, program }: Pick<LessonsBySlot, 'dow' | 'startsAt' | 'program'>) =>
  program === null ? `${weekdayName(dow)} ${Number(startsAt)}時台` : `${weekdayName(dow)} ${startsAt} ${program}`

/** A member of staff, also one who has left. */
export const staffName = ({ staffId, name }: Pick<LessonsByStaff, 'staffId' | 'name'>) =>
  staffId === null ? '担当なし' : (name ?? '不明')
